const leastPatienceMs = 2_500
const mostPatienceMs = 60_000
const fastestStepMs = 1_000
/** So many steps up without a refusal mean that the limit has moved. */
const stepsOfAMove = 3

/** How many requests may be under way at once. Pure. */
export class ConcurrencyController {
  readonly #cap: number
  #value: number
  /** What was refused last, less one. */
  #ceiling: number | undefined
  /** How long a ceiling is left alone before one more is tried; longer each time that was refused. */
  #patienceMs = leastPatienceMs
  #nextStepAt = 0
  #steps = 0

  constructor(cap: number, start: number) {
    this.#cap = cap
    this.#value = Math.min(cap, start)
  }

  get value(): number {
    return this.#value
  }

  /** In whole requests, at least one. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#value))
  }

  /** An answer came while so many were in flight: only what is used up grows. */
  grow(now: number, inFlight: number): void {
    if (inFlight < this.limit) return
    const ceiling = this.#ceiling
    if (ceiling === undefined) this.#value += 1
    else if (this.#value < ceiling) this.#value = Math.min(ceiling, this.#value + 2 / this.#value)
    else if (now >= this.#nextStepAt) {
      this.#ceiling = ceiling + 1
      this.#value = ceiling + 1
      this.#steps += 1
      this.#nextStepAt = now + Math.max(fastestStepMs, this.#patienceMs / 4 ** this.#steps)
    }
    this.#value = Math.min(this.#value, this.#cap)
  }

  /** The request that made it so many was refused. */
  cut(now: number, inFlight: number): void {
    const hasMoved = this.#ceiling === undefined || this.#steps >= stepsOfAMove
    this.#patienceMs = hasMoved ? leastPatienceMs : Math.min(mostPatienceMs, this.#patienceMs * 2)
    this.#nextStepAt = now + this.#patienceMs
    this.#steps = 0
    this.#ceiling = Math.max(1, inFlight - 1)
    this.#value = Math.max(1, 0.9 * this.#ceiling)
  }

  /** Silence: too much load, perhaps, and nothing is known of where the limit is. */
  shrink(): void {
    this.#value = Math.max(1, this.#value * 0.6)
  }

  /** The number in flight was never the trouble. */
  removeCeiling(): void {
    this.#ceiling = undefined
  }
}
