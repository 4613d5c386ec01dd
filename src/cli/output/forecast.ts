interface Mark {
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
  #marks: Mark[] = []

  note(at: number, done: number): void {
    const last = this.#marks.at(-1)
    if (last !== undefined && (at - last.at < shortestGapMs || at < last.at)) return
    this.#marks.push({ at, done })
    // Now and then, not each time: nothing is lost by keeping some too many.
    if (this.#marks.length > 2_400) this.#marks = this.#marks.filter((mark) => at - mark.at <= memoryMs)
  }

  restart(): void {
    this.#marks = []
  }

  /** Over the last twenty seconds; 0 when nothing is known. */
  perSecond(now: number): number {
    const recent = this.#marks.filter(({ at }) => now - at <= rateWindowMs)
    return rateBetween(recent[0], recent.at(-1), now)
  }

  /** Undefined while it would be a guess. */
  secondsLeft(now: number, total: number): number | undefined {
    const last = this.#marks.at(-1)
    if (last === undefined) return undefined
    const since = (mark: Mark): boolean => now - mark.at >= leastSpanMs && last.done - mark.done >= leastDone
    const first = this.#marks.findLast((mark) => now - mark.at <= memoryMs && since(mark))
    if (first === undefined) return undefined
    const middleAt = (first.at + now) / 2
    const middle = this.#marks.findLast(({ at }) => at <= middleAt)
    const [before, after] = [rateBetween(first, middle, middle?.at ?? now), rateBetween(middle, last, now)]
    if (before <= 0 || after <= 0) return undefined
    if (Math.max(before, after) / Math.min(before, after) > steadyRatio) return undefined
    return Math.max(0, total - last.done) / rateBetween(first, last, now)
  }
}

function rateBetween(first: Mark | undefined, last: Mark | undefined, now: number): number {
  if (first === undefined || last === undefined || now <= first.at) return 0
  return ((last.done - first.done) * 1000) / (now - first.at)
}
