import type { Pace, ThrottlingReport } from '../model/events.ts'

/** Single refusals are how a limit is found; they are not reported. */
const fewestToReport = 3
const longHoldMs = 5_000
const muchSlower = 2
const manyMore = 10
const shortestSilenceMs = 10_000
/** Silence after which throttling is over. */
const overAfterMs = 60_000

/** Reports throttling when it begins, when it changes much, and when it ends. Pure. */
export class ThrottlingMonitor {
  #refusals = 0
  #refusedAt = 0
  #status: number | undefined
  #lastReport: { at: number; refusals: number; pace: Pace } | undefined

  onRefusal(now: number, status: number | undefined, pace: Pace, heldMs: number): ThrottlingReport | undefined {
    this.#refusals += 1
    this.#refusedAt = now
    this.#status = status
    if (this.#lastReport === undefined) {
      return this.#refusals >= fewestToReport || heldMs >= longHoldMs
        ? this.#report(now, 'began', pace, heldMs)
        : undefined
    }
    const { at, refusals, pace: before } = this.#lastReport
    if (now - at < shortestSilenceMs) return undefined
    const isMuch = heldMs >= longHoldMs || this.#refusals >= manyMore * refusals || changeOf(before, pace) >= muchSlower
    return isMuch ? this.#report(now, 'changed', pace, heldMs) : undefined
  }

  onAnswer(now: number, pace: Pace): ThrottlingReport | undefined {
    if (this.#refusals === 0) return undefined
    if (now - this.#refusedAt >= overAfterMs) {
      const news = this.#lastReport === undefined ? undefined : this.#report(now, 'ended', pace, 0)
      this.#lastReport = undefined
      this.#refusals = 0
      return news
    }
    if (this.#lastReport === undefined || now - this.#lastReport.at < shortestSilenceMs) return undefined
    return changeOf(this.#lastReport.pace, pace) >= muchSlower ? this.#report(now, 'changed', pace, 0) : undefined
  }

  #report(now: number, phase: ThrottlingReport['phase'], pace: Pace, heldMs: number): ThrottlingReport {
    this.#lastReport = { at: now, refusals: this.#refusals, pace }
    return { phase, refusals: this.#refusals, status: this.#status, pace, heldMs }
  }
}

/** Ratio of the two paces, at least 1. */
function changeOf(before: Pace, after: Pace): number {
  if ((before.perSecond === undefined) !== (after.perSecond === undefined)) return muchSlower
  const [left, right] = [before.perSecond ?? before.inFlight, after.perSecond ?? after.inFlight]
  return Math.max(left, right) / Math.min(left, right)
}
