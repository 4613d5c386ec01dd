import type { HostEnvironment } from '../ledger/ledger-location.ts'
import { type Clock, systemClock } from '../support/clock.ts'
import { type Random, systemRandom } from '../support/random.ts'

/** What ends a program: a container that is stopped and a terminal that is closed send SIGTERM and SIGHUP. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export type Input = AsyncIterable<Uint8Array | string> & NodeJS.ReadableStream & { isTTY?: boolean }
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/**
 * All that a command has of the process that it runs in. Nothing else of `src/cli` knows one, so that `main` runs in any:
 * relative names of files count from `folder`, which is the current folder of the process.
 */
export interface Host extends HostEnvironment {
  /** What follows the name of the program. */
  argv: readonly string[]
  /** Node.js and the script that it runs, by absolute paths. */
  program: readonly string[]
  /** Secrets are taken out of it once they are read. */
  env: Record<string, string | undefined>
  /** Node.js and the system, for a log: `Node.js 22.12.0, linux x64`. */
  system: string
  stdin: Input
  stdout: Output
  stderr: Output
  clock: Clock
  random: Random
  /** Calls `listener` for each of the signals until the returned function is called. */
  onSignal(signals: readonly StopSignal[], listener: () => void): () => void
  /** Ends the process at once. */
  exit(code: number): never
}

export function createProcessHost(): Host {
  const { platform, env, argv, execPath, stdin, stdout, stderr, versions, arch } = process
  // A reader that went away (`| head`) must not stop a run.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    platform,
    env,
    // It may be gone, which is said by whoever needs it.
    get folder() {
      return process.cwd()
    },
    argv: argv.slice(2),
    program: [execPath, ...argv.slice(1, 2)],
    system: `Node.js ${versions.node}, ${platform} ${arch}`,
    stdin,
    stdout,
    stderr,
    clock: systemClock,
    random: systemRandom,
    onSignal(signals, listener) {
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
    exit: (code) => process.exit(code),
  }
}
