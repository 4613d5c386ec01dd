import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeRooms } from './make-rooms.mjs'

const root = new URL('../..', import.meta.url).pathname
const dist = join(root, 'dist')
const built = join(dist, 'bin/rwa-batch.cjs')

/** Before any test: the program that the tests start is never older than its sources. */
export function setup(): void {
  makeRooms()
  if (existsSync(built) && statSync(built).mtimeMs >= newestChange()) return
  // Built beside it and moved into its place: another test run may be starting the program just now.
  const next = join(root, `.dist-${process.pid}`)
  const earlier = `${next}-earlier`
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'build.mjs'), next], { encoding: 'utf8' })
    // Type errors are for `npm run check` to refuse; what counts here is that the tests run what is written.
    if (!existsSync(join(next, 'bin/rwa-batch.cjs'))) throw new Error(`src could not be built: ${stdout}${stderr}`)
    process.stderr.write(stdout + stderr)
    if (existsSync(dist)) renameSync(dist, earlier)
    renameSync(next, dist)
  } finally {
    for (const folder of [next, earlier]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Folders count too: theirs is the only date that a deleted or renamed file changes. */
function newestChange(): number {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const files = [...sources.map((name) => join('src', name)), 'src', 'tsconfig.json', 'build.mjs', 'build-page.mjs']
  return Math.max(...files.filter((file) => !file.endsWith('.md')).map((file) => statSync(join(root, file)).mtimeMs))
}
