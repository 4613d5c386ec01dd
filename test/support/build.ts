import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const built = join(root, 'dist/cli/main.js')

/** Before any test: the program that the tests start is never older than its sources. */
export function setup(): void {
  const isStale = (): boolean => !existsSync(built) || statSync(built).mtimeMs < newestChange()
  if (!isStale()) return
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, error } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.json')], {
    encoding: 'utf8',
  })
  // Type errors are for `npm run check` to refuse; what counts here is that the tests run what is written.
  if (isStale()) throw new Error(`dist could not be built from src: ${error?.message ?? stdout}`)
  if (stdout !== '') process.stderr.write(stdout)
}

/** Folders count too: theirs is the only date that a deleted or renamed file changes. */
function newestChange(): number {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const files = [...sources.map((name) => join('src', name)), 'src', 'tsconfig.json']
  return Math.max(...files.filter((file) => !file.endsWith('.md')).map((file) => statSync(join(root, file)).mtimeMs))
}
