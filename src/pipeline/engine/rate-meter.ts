const memoryMs = 1_000
const shortestSpanMs = 50
/** Fewer events tell nothing about a rate. */
const fewest = 5

/** Events a second since the last restart; older ones count less. Pure. */
export class RateMeter {
  #count = 0
  #weight = 0
  #at = 0
  #since: number | undefined

  /** `count` may be negative: other processes may undo more starts than they add. */
  add(now: number, count: number): void {
    this.#since ??= now
    this.#weight = Math.max(0, this.#weightAt(now) + count)
    this.#count = Math.max(0, this.#count + count)
    this.#at = now
  }

  subtract(now: number, at: number): void {
    // The restart has dropped it already.
    if (this.#since === undefined || at < this.#since) return
    this.#weight = Math.max(0, this.#weightAt(now) - Math.exp(Math.min(0, at - now) / memoryMs))
    this.#count = Math.max(0, this.#count - 1)
    this.#at = now
  }

  /** Recent rate; undefined with too few events. */
  perSecond(now: number): number | undefined {
    if (this.#count < fewest) return undefined
    return Math.max(0, this.#weightAt(now) * 1000) / (memoryMs * (1 - Math.exp(-this.spanMs(now) / memoryMs)))
  }

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
