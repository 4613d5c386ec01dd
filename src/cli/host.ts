import { isSea } from 'node:sea'
import type { HostEnvironment } from '../ledger/ledger-location.ts'
import { type Clock, systemClock } from '../support/clock.ts'
import { type Random, systemRandom } from '../support/random.ts'

/** One file without an installed Node.js, made by `npm run package`. */
export const isSingleExecutable = isSea()

/** A stopped container sends SIGTERM, a closed terminal SIGHUP. */
type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export type Input = AsyncIterable<Uint8Array | string> & NodeJS.ReadableStream & { isTTY?: boolean }
/** Without a terminal; commander's own default. */
export const usualColumns = 80
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

/**
 * The process as commands see it. No other module of `src/cli` uses the process, so `main` runs in any host. Relative
 * paths count from `folder`, the current folder of the process.
 */
export interface Host extends HostEnvironment {
  /** Arguments after the name of the program. */
  argv: readonly string[]
  /** Absolute paths of Node.js and the script; of the single executable, its own only. */
  program: readonly string[]
  /** Secrets are removed from it once they are read. */
  env: Record<string, string | undefined>
  nodeVersion: string
  /** Versions of Node.js and the system, for a log: `Node.js 22.12.0, linux x64`. */
  system: string
  stdin: Input
  stdout: Output
  stderr: Output
  clock: Clock
  random: Random
  /** Calls `listener` for each of the signals until the returned function is called. */
  onSignal(signals: readonly StopSignal[], listener: () => void): () => void
  exit(code: number): never
}

export function createProcessHost(): Host {
  const { platform, env, argv, execPath, stdout, stderr, versions, arch } = process
  // A closed pipe (`| head`) must not stop a run.
  for (const stream of [stdout, stderr]) stream.on('error', () => {})
  return {
    platform,
    env,
    // `cwd` throws when the folder was deleted; commands that need it report that.
    get folder() {
      return process.cwd()
    },
    argv: argv.slice(2),
    program: [execPath, ...(isSingleExecutable ? [] : argv.slice(1, 2))],
    nodeVersion: versions.node,
    system: `Node.js ${versions.node}, ${platform} ${arch}`,
    // Opened at its first use: few commands read it.
    get stdin() {
      return process.stdin
    },
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
