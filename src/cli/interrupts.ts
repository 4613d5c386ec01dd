import type { Logger } from '../support/logger.ts'

export interface Interrupts {
  /** Aborts at the first Ctrl-C (or SIGTERM). */
  signal: AbortSignal
  stop(): void
}

/** Once: stop taking rows and finish. Twice: end now; what is on its way is `unknown` at the next start. */
export function watchInterrupts(logger: Logger): Interrupts {
  const controller = new AbortController()
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
    logger.warn('stopping: requests in flight are finished and the workbook is written; once more ends at once')
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    stop() {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
