import type { Clock } from '../../../support/clock.ts'

const firstWaitMs = 50
const longestWaitMs = 2_000
const longestAbsenceMs = 120_000
const longestTryMs = 15_000
/** Ends the wait when the clock stands still, after about the same time. */
const mostWaits = 64

/** Each call waits for the database to return; false after two minutes of absence, or when the wait is cancelled. */
export function createReconnectWait(clock: Clock, isOver: () => boolean): () => Promise<boolean> {
  let [tries, awayMs, lastAt] = [0, 0, clock.now()]
  return async () => {
    // Without an answer an attempt takes as long as its time-out; the rest of a longer gap is a suspended machine's
    // sleep.
    awayMs += Math.min(longestTryMs, clock.now() - lastAt)
    if (tries >= mostWaits || awayMs >= longestAbsenceMs || isOver()) return false
    lastAt = clock.now()
    await clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** tries))
    tries += 1
    return true
  }
}
