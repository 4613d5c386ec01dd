import type { RunEvent } from '../../pipeline/events.ts'
import type { Logger } from '../../support/logger.ts'
import { describeSending } from './sending-words.ts'

/** Tells people what happens in a run. */
export function tellEvent(event: RunEvent, logger: Logger): void {
  // A plan begins with the same line.
  if (event.sending.hasPlan && event.sending.toSend > 0) return
  logger.info(describeSending(event.sending))
}
