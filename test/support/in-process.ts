import { main } from '../rooms/cli.ts'
import type { Clock } from '../rooms/support.ts'
import { createHost } from './host.ts'
import { shareFingerprints } from './shared-fingerprints.ts'

const root = process.cwd()
/** Read by Node.js itself, of the process: a command that is given one needs a process of its own. */
const ofProcesses = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'TZ', 'TMPDIR', 'PATH']

export function needsProcess(env: Readonly<Record<string, string | undefined>>): boolean {
  return ofProcesses.some((name) => env[name] !== undefined)
}

/** Commands that run now, all of them in the current folder of this process. */
let running = 0

/** Where a command runs. */
export interface Surrounded {
  folder: string
  env: Record<string, string | undefined>
}

/** One command that runs in the process of the tests. */
export interface InProcess {
  printed(): string
  said(): string
  /** As the first Ctrl-C does. */
  interrupt(): void
  ended: Promise<{ code: number; stdout: string; stderr: string }>
}

/**
 * One command in the process of the tests, as `main` runs it. Commands that run side by side share a folder: names of
 * files count from the one current folder that a process has.
 */
export function startInProcess(argv: readonly string[], { folder, env }: Surrounded, clock: Clock): InProcess {
  if (running > 0 && process.cwd() !== folder) throw new Error('a command is still running in another folder')
  process.chdir(folder)
  running += 1
  const fingerprints = shareFingerprints()
  const listeners = new Set<() => void>()
  const onSignal = (_: unknown, listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const host = { ...createHost(argv, { folder, env }), clock, onSignal }
  const ended = main(host)
    .then((code) => ({ code, stdout: host.stdout.text, stderr: host.stderr.text }))
    .finally(() => {
      running -= 1
      fingerprints.end()
      if (running === 0) process.chdir(root)
    })
  return {
    printed: () => host.stdout.text,
    said: () => host.stderr.text,
    interrupt() {
      for (const listener of [...listeners]) listener()
    },
    ended,
  }
}
