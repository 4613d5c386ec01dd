import type { WithCleanup } from '../app/ledger/scratch-ledger.ts'
import type { Logger } from '../support/logger.ts'
import type { Host } from './host.ts'

/**
 * Stopped containers and closed terminals count too. Both kill the process after some seconds. Draining uses them well:
 * a request that is then still in flight is no worse off than one dropped at once.
 */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** First signal (`signal` aborts): finish. Second: end now; requests in flight become `unknown` at the next start. */
export function watchInterrupts(
  host: Pick<Host, 'onSignal' | 'exit'>,
  logger: Logger,
  command?: string,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      logger.warn(
        'ended at once: requests in flight are unknown at the next start, and are not sent again automatically',
      )
      if (command !== undefined) logger.warn(`carry on with: ${command}`)
      host.exit(130)
    }
    controller.abort()
    logger.warn('stopping: requests in flight are finished and what was done is written; once more ends at once')
  }
  return { signal: controller.signal, stop: host.onSignal(stopSignals, onSignal) }
}

/** For commands that leave nothing behind: killed anywhere, the same command goes on. */
export function untilInterrupt<Result>(host: Pick<Host, 'onSignal' | 'exit'>, run: () => Promise<Result>) {
  return exitOnInterrupt(host)(() => {}, run)
}

/** For commands that send nothing: the first signal ends the program after `cleanUp`. */
export function exitOnInterrupt(host: Pick<Host, 'onSignal' | 'exit'>): WithCleanup {
  return async (cleanUp, run) => {
    const onSignal = (): void => {
      try {
        cleanUp()
      } finally {
        host.exit(130)
      }
    }
    const unlisten = host.onSignal(stopSignals, onSignal)
    try {
      return await run()
    } finally {
      unlisten()
      cleanUp()
    }
  }
}
