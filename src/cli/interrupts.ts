import type { WithCleanup } from '../app/scratch-ledger.ts'
import type { Logger } from '../support/logger.ts'
import type { Host } from './host.ts'

export interface Interrupts {
  /** Aborts at the first Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal
  stop(): void
}

/**
 * A container that is stopped, and a terminal that is closed, too. Both kill what does not end in some seconds: to drain
 * uses them well, for what is still on its way then is no worse off than if it had been dropped at once.
 */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Once: stop taking rows and finish. Twice: end now; what is on its way is `unknown` at the next start. */
export function watchInterrupts(host: Pick<Host, 'onSignal' | 'exit'>, logger: Logger, command?: string): Interrupts {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      logger.warn('ended at once: what was on its way is unknown at the next start, and not sent again by itself')
      if (command !== undefined) logger.warn(`carry on with: ${command}`)
      host.exit(130)
    }
    controller.abort()
    logger.warn('stopping: requests in flight are finished and what was done is written; once more ends at once')
  }
  return { signal: controller.signal, stop: host.onSignal(stopSignals, onSignal) }
}

/** Where nothing is sent, the first one ends the program, once `cleanUp` has taken away what nobody needs. */
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
