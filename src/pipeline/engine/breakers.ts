export type BreakerDecision = { kind: 'none' } | { kind: 'hold'; ms: number } | { kind: 'give-up' }

const failuresToOpen = 10
const shortestHoldMs = 500
const longestHoldMs = 15_000

/**
 * Connection failures mean that the service is away, not that a row is bad. After ten in a row all sending is held,
 * with one probe at a time. `patienceMs` after the first failure the run gives up. Pure.
 */
export class ConnectionBreaker {
  readonly #patienceMs: number
  #failures = 0
  #lostAt: number | undefined

  /** `patienceMs`: Infinity to wait without end. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs
  }

  get isOpen(): boolean {
    return this.#failures >= failuresToOpen
  }

  onContact(): void {
    this.#failures = 0
    this.#lostAt = undefined
  }

  onFailure(now: number): BreakerDecision {
    this.#failures += 1
    this.#lostAt ??= now
    const lostMs = now - this.#lostAt
    const leftMs = this.#patienceMs - lostMs
    if (leftMs <= 0) return { kind: 'give-up' }
    if (!this.isOpen) return { kind: 'none' }
    return { kind: 'hold', ms: Math.min(longestHoldMs, Math.max(shortestHoldMs, lostMs / 2), leftMs) }
  }
}

/** Consecutive events, such as unknown outcomes; a success ends the streak. */
export class Streak {
  #length = 0

  get length(): number {
    return this.#length
  }

  extend(): number {
    this.#length += 1
    return this.#length
  }

  end(): void {
    this.#length = 0
  }
}

export const rejectionsToAsk = 20

export const mixUpsToStop = 3

/** Twenty refusals in a row with one field and message: most likely a column is mapped wrongly. Pure. */
export class RejectionStreak {
  #key = ''
  readonly #streak = new Streak()
  #isAnswered = false

  /** True when the user should be asked; at most once a run. */
  onRejection(field: string, message: string): boolean {
    const key = JSON.stringify([field, message])
    if (key !== this.#key) this.#streak.end()
    this.#key = key
    if (this.#streak.extend() < rejectionsToAsk || this.#isAnswered) return false
    this.#isAnswered = true
    return true
  }

  onOther(): void {
    this.#streak.end()
  }
}
