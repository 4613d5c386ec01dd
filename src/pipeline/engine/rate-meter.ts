const memoryMs = 1_000
const shortestSpanMs = 50
/** Fewer say nothing about a rate. */
const fewest = 5

/** How many a second since the last restart; what happened longer ago counts less. Pure. */
export class RateMeter {
  #count = 0
  #weight = 0
  #at = 0
  #since: number | undefined

  /** `count` may be negative, where others took back more than they added. */
  add(now: number, count: number): void {
    this.#since ??= now
    this.#weight = Math.max(0, this.#weightAt(now) + count)
    this.#count = Math.max(0, this.#count + count)
    this.#at = now
  }

  /** One that was counted at `at` does not count after all. */
  subtract(now: number, at: number): void {
    // A restart has forgotten it already.
    if (this.#since === undefined || at < this.#since) return
    this.#weight = Math.max(0, this.#weightAt(now) - Math.exp(Math.min(0, at - now) / memoryMs))
    this.#count = Math.max(0, this.#count - 1)
    this.#at = now
  }

  /** Lately; undefined when too few happened to tell. */
  perSecond(now: number): number | undefined {
    if (this.#count < fewest) return undefined
    return Math.max(0, this.#weightAt(now) * 1000) / (memoryMs * (1 - Math.exp(-this.spanMs(now) / memoryMs)))
  }

  /** Over all the time since the restart. */
  mean(now: number): number | undefined {
    return this.#count < fewest ? undefined : (this.#count * 1000) / this.spanMs(now)
  }

  spanMs(now: number): number {
    return Math.max(shortestSpanMs, now - (this.#since ?? now))
  }

  restart(now: number): void {
    this.#count = 0
    this.#weight = 0
    this.#since = now
    this.#at = now
  }

  #weightAt(now: number): number {
    return this.#weight * Math.exp(Math.min(0, this.#at - now) / memoryMs)
  }
}
