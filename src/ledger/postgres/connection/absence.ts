import type { Clock } from '../../../support/clock.ts'

const firstWaitMs = 50
const longestWaitMs = 2_000
const longestAbsenceMs = 120_000
/** What a supervisor leaves after its signal is for requests in flight. */
const interruptedAbsenceMs = 5_000
const longestTryMs = 15_000
/** Ends a wait when the clock stands still, after about the same time. */
const mostWaits = 64

export interface AbsenceOptions {
  /** Ends a longer absence at once. */
  interrupt?: AbortSignal | undefined
  /** Called at each lost connection, before it is waited for. */
  onLost?(): void
  longestMs?: number
}

/**
 * The absence of one ledger's database: counted once for all its connections, since statements that wait in turn would
 * add up their waits.
 */
export class Absence {
  readonly #clock: Clock
  readonly #options: AbsenceOptions
  #awayMs = 0
  #lastAt: number | undefined

  constructor(clock: Clock, options: AbsenceOptions = {}) {
    this.#clock = clock
    this.#options = options
  }

  get #isOver(): boolean {
    const { interrupt, longestMs = longestAbsenceMs } = this.#options
    return this.#awayMs >= (interrupt?.aborted ? interruptedAbsenceMs : longestMs)
  }

  /** The database has answered. */
  end(): void {
    this.#awayMs = 0
    this.#lastAt = undefined
  }

  /** For one statement: each call waits for the database to return; false when that has taken too long. */
  createWait(isCancelled: () => boolean): () => Promise<boolean> {
    const startedAt = this.#clock.now()
    let tries = 0
    return async () => {
      const now = this.#clock.now()
      // Without an answer an attempt takes as long as its time-out; the rest of a longer gap is a suspended machine's
      // sleep.
      this.#awayMs += Math.min(longestTryMs, now - (this.#lastAt ?? startedAt))
      this.#lastAt = now
      this.#options.onLost?.()
      if (tries >= mostWaits || this.#isOver || isCancelled()) return false
      await this.#clock.sleep(Math.min(longestWaitMs, firstWaitMs * 2 ** tries))
      tries += 1
      return true
    }
  }
}
