import { main } from '../../src/cli/main.ts'
import { createHost } from './host.ts'

const root = process.cwd()
/** Read by Node.js itself, of the process: a command that is given one needs a process of its own. */
const ofProcesses = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'TZ', 'TMPDIR', 'PATH']

export function needsProcess(env: Readonly<Record<string, string | undefined>>): boolean {
  return ofProcesses.some((name) => env[name] !== undefined)
}
/** Commands that run now, all of them in the current folder of this process. */
let running = 0

/**
 * One command in the process of the tests, as `main` runs it. Commands that run side by side share a folder: names of
 * files count from the one current folder that a process has.
 */
export async function runInProcess(
  argv: readonly string[],
  { folder, env }: { folder: string; env: Record<string, string | undefined> },
): Promise<{ code: number; stdout: string; stderr: string }> {
  if (running > 0 && process.cwd() !== folder) throw new Error('a command is still running in another folder')
  process.chdir(folder)
  running += 1
  const host = createHost(argv, { folder, env })
  try {
    const code = await main(host)
    return { code, stdout: host.stdout.text, stderr: host.stderr.text }
  } finally {
    running -= 1
    if (running === 0) process.chdir(root)
  }
}
