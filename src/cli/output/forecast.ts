interface Sample {
  at: number
  done: number
}

const shortestGapMs = 500
const memoryMs = 600_000
const rateWindowMs = 20_000
/** An estimate needs this much behind it. */
const leastSpanMs = 15_000
const leastDone = 20
/** How far the two halves of that may differ. */
const steadyRatio = 1.5

/**
 * How fast something goes, and how long it will take: the latter only once it holds. It holds when the last quarter of a
 * minute (longer, where less than twenty were done in it) went as fast in its first half as in its second. Pure.
 */
export class Forecast {
  #samples: Sample[] = []

  addSample(at: number, done: number): void {
    const last = this.#samples.at(-1)
    if (last !== undefined && (at - last.at < shortestGapMs || at < last.at)) return
    this.#samples.push({ at, done })
    // Now and then, not each time: nothing is lost by keeping some too many.
    if (this.#samples.length > 2_400) this.#samples = this.#samples.filter((mark) => at - mark.at <= memoryMs)
  }

  restart(): void {
    this.#samples = []
  }

  /** Over the last twenty seconds; 0 when nothing is known. */
  perSecond(now: number): number {
    const recent = this.#samples.filter(({ at }) => now - at <= rateWindowMs)
    return rateBetween(recent[0], recent.at(-1), now)
  }

  /** Undefined while it would be a guess. */
  secondsLeft(now: number, total: number): number | undefined {
    const last = this.#samples.at(-1)
    if (last === undefined) return undefined
    const since = (mark: Sample): boolean => now - mark.at >= leastSpanMs && last.done - mark.done >= leastDone
    const first = this.#samples.findLast((mark) => now - mark.at <= memoryMs && since(mark))
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
