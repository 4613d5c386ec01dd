const leastPatienceMs = 2_500
const mostPatienceMs = 60_000
const fastestStepMs = 1_000
/** Consecutive steps up without a refusal that prove a higher limit. */
const stepsOfAMove = 3

export class ConcurrencyController {
  readonly #cap: number
  #value: number
  /** One less than the number in flight at the last refusal. */
  #ceiling: number | undefined
  /** Wait before the next step above the ceiling; doubled after each refused step. */
  #patienceMs = leastPatienceMs
  #nextStepAt = 0
  #steps = 0
  #suspected: number | undefined
  /** Answers at the limit until it may grow again. */
  #pausedFor = 0

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

  /** A limit was found, or may have been. */
  get isLimited(): boolean {
    return this.#ceiling !== undefined || this.#suspected !== undefined
  }

  /** Grows only when the limit was fully used. */
  grow(now: number, inFlight: number): void {
    if (inFlight < this.limit) return
    if (this.#pausedFor > 0) {
      this.#pausedFor -= 1
      return
    }
    const ceiling = this.#ceiling
    if (inFlight > (this.#suspected ?? inFlight)) this.#suspected = undefined
    if (ceiling === undefined) this.#value += 1
    else if (this.#value < ceiling) this.#value = Math.min(ceiling, this.#value + 2 / this.#value)
    else if (now >= this.#nextStepAt) {
      this.#ceiling = ceiling + 1
      this.#value = ceiling + 1
      this.#steps += 1
      this.#nextStepAt = now + Math.max(fastestStepMs, this.#patienceMs / 4 ** this.#steps)
      if (this.#steps === stepsOfAMove) this.removeCeiling()
    }
    this.#value = Math.min(this.#value, this.#cap)
  }

  /** A refusal with this many in flight, which may be a stray one: the next one at this number is none. */
  suspect(inFlight: number): void {
    this.#suspected = inFlight
    this.#value = Math.max(1, inFlight - 1)
    this.#pausedFor = inFlight
  }

  /** A refusal with this many in flight. */
  cut(now: number, inFlight: number): void {
    this.#suspected = undefined
    this.#pausedFor = 0
    this.#patienceMs = this.#ceiling === undefined ? leastPatienceMs : Math.min(mostPatienceMs, this.#patienceMs * 2)
    this.#nextStepAt = now + this.#patienceMs
    this.#steps = 0
    this.#ceiling = Math.max(1, inFlight - 1)
    this.#value = Math.max(1, 0.9 * this.#ceiling)
  }

  /** After a time-out: the load may be too high, but the limit stays unknown. */
  shrink(): void {
    this.#value = Math.max(1, this.#value * 0.6)
  }

  /** Call it when refusals had another cause than the number in flight. */
  removeCeiling(): void {
    this.#ceiling = undefined
  }
}
