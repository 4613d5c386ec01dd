interface Sample {
  at: number
  done: number
}

const shortestGapMs = 500
const longestSpanMs = 600_000
const rateWindowMs = 20_000
/** Least data for an estimate. */
const leastSpanMs = 15_000
const leastDone = 20
/** Largest ratio between the rates of the two halves. */
const steadyRatio = 1.5

/**
 * Estimates the rate, and the time left once the rate is steady. The sample is the last quarter of a minute, or longer
 * until it has twenty rows. The rate is steady when both halves of the sample were about equally fast. Pure.
 */
export class Forecast {
  #samples: Sample[] = []

  addSample(at: number, done: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && (at - last.at < shortestGapMs || at < last.at)) return
    this.#samples.push({ at, done })
    // Occasionally, not each time: extra samples do no harm.
    if (this.#samples.length > 2_400) this.#samples = this.#samples.filter((sample) => at - sample.at <= longestSpanMs)
  }

  restart(): void {
    this.#samples = []
  }

  /** Over the last twenty seconds; 0 without data. */
  perSecond(now: number): number {
    const recent = this.#samples.filter(({ at }) => now - at <= rateWindowMs)
    return rateBetween(recent[0], recent.at(-1), now)
  }

  /** Undefined while the rate is not steady. */
  secondsLeft(now: number, total: number): number | undefined {
    const last = this.#samples.at(-1)
    if (last === undefined) return undefined
    const since = (sample: Sample): boolean => now - sample.at >= leastSpanMs && last.done - sample.done >= leastDone
    const first = this.#samples.findLast((sample) => now - sample.at <= longestSpanMs && since(sample))
    if (first === undefined) return undefined
    const middleAt = (first.at + now) / 2
    const middle = this.#samples.findLast(({ at }) => at <= middleAt)
    const [before, after] = [rateBetween(first, middle, middle?.at ?? now), rateBetween(middle, last, now)]
    if (before <= 0 || after <= 0) return undefined
    if (Math.max(before, after) / Math.min(before, after) > steadyRatio) return undefined
    return Math.max(0, total - last.done) / rateBetween(first, last, now)
  }
}

function rateBetween(first: Sample | undefined, last: Sample | undefined, now: number): number {
  if (first === undefined || last === undefined || now <= first.at) return 0
  return ((last.done - first.done) * 1000) / (now - first.at)
}
