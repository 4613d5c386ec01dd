import type { Clock } from '../../support/clock.ts'

const firstWaitMs = 50
const longestWaitMs = 2_000
const longestAbsenceMs = 120_000
const longestTryMs = 15_000
/** About as long, by a clock that stands still. */
const mostWaits = 64

/** Each call waits for a database to come back; false once it was away for two minutes, or nobody waits any more. */
export function createReconnectWait(clock: Clock, isOver: () => boolean): () => Promise<boolean> {
  let [tries, awayMs, lastAt] = [0, 0, clock.now()]
  return async () => {
    // One that swallows what it is told takes as long for each try as a time-out does; a machine that slept took longer.
    awayMs += Math.min(longestTryMs, clock.now() - lastAt)
    if (tries >= mostWaits || awayMs >= longestAbsenceMs || isOver()) return false
    lastAt = clock.now()
    await clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** tries))
    tries += 1
    return true
  }
}
