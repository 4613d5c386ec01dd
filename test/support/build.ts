import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const dist = join(root, 'dist')
const built = join(dist, 'cli/main.js')

/** Before any test: the program that the tests start is never older than its sources. */
export function setup(): void {
  if (existsSync(built) && statSync(built).mtimeMs >= newestChange()) return
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  // Built beside it and moved into its place: another test run may be starting the program just now.
  const next = join(root, `.dist-${process.pid}`)
  const earlier = `${next}-earlier`
  try {
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json'), '--outDir', next], {
      encoding: 'utf8',
    })
    // Type errors are for `npm run check` to refuse; what counts here is that the tests run what is written.
    if (!existsSync(join(next, 'cli/main.js'))) throw new Error(`src could not be built: ${stdout}`)
    if (stdout !== '') process.stderr.write(stdout)
    // `npx rwa-batch` marks it as a program once, the first time; a new file is to be one from the start.
    chmodSync(join(next, 'cli/main.js'), 0o755)
    if (existsSync(dist)) renameSync(dist, earlier)
    renameSync(next, dist)
  } finally {
    for (const folder of [next, earlier]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Folders count too: theirs is the only date that a deleted or renamed file changes. */
function newestChange(): number {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const files = [...sources.map((name) => join('src', name)), 'src', 'tsconfig.json']
  return Math.max(...files.filter((file) => !file.endsWith('.md')).map((file) => statSync(join(root, file)).mtimeMs))
}
