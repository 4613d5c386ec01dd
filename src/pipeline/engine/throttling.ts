import type { Pace, ThrottlingReport } from '../model/events.ts'

/** Single refusals are how a limit is found; they are not reported. */
const fewestToReport = 3
const longHoldMs = 5_000
const muchSlower = 2
const manyMore = 10
const shortestSilenceMs = 10_000
/** Silence after which throttling is over. */
const overAfterMs = 60_000

/** `reported`: undefined until throttling has begun. */
export interface Throttling {
  refusals: number
  refusedAt: number
  status: number | undefined
  reported: { at: number; refusals: number; pace: Pace } | undefined
}

export const noThrottling: Throttling = { refusals: 0, refusedAt: 0, status: undefined, reported: undefined }

interface Judged {
  throttling: Throttling
  report?: ThrottlingReport
}

/** Reports throttling when it begins and when it changes much. Pure. */
export function onRefusal(
  before: Throttling,
  now: number,
  { status, pace, heldMs }: { status: number | undefined; pace: Pace; heldMs: number },
): Judged {
  const throttling = { ...before, refusals: before.refusals + 1, refusedAt: now, status }
  const { refusals, reported } = throttling
  const isNews =
    reported === undefined
      ? refusals >= fewestToReport || heldMs >= longHoldMs
      : now - reported.at >= shortestSilenceMs &&
        (heldMs >= longHoldMs ||
          refusals >= manyMore * reported.refusals ||
          changeOf(reported.pace, pace) >= muchSlower)
  if (!isNews) return { throttling }
  return report(throttling, now, { phase: reported === undefined ? 'began' : 'changed', pace, heldMs })
}

/** Reports throttling when it has changed much and when it ends. Pure. */
export function onAnswer(throttling: Throttling, now: number, pace: Pace): Judged {
  const { refusals, refusedAt, reported } = throttling
  if (refusals > 0 && now - refusedAt >= overAfterMs) {
    const ended = reported && report(throttling, now, { phase: 'ended', pace, heldMs: 0 })
    return { ...ended, throttling: noThrottling }
  }
  const isMuch = reported !== undefined && changeOf(reported.pace, pace) >= muchSlower
  if (!isMuch || now - reported.at < shortestSilenceMs) return { throttling }
  return report(throttling, now, { phase: 'changed', pace, heldMs: 0 })
}

function report(
  throttling: Throttling,
  now: number,
  { phase, pace, heldMs }: Pick<ThrottlingReport, 'phase' | 'pace' | 'heldMs'>,
): Judged {
  const { refusals, status } = throttling
  const reported = { at: now, refusals, pace }
  return { throttling: { ...throttling, reported }, report: { phase, refusals, status, pace, heldMs } }
}

/** Ratio of the two paces, at least 1. */
function changeOf(before: Pace, after: Pace): number {
  if ((before.perSecond === undefined) !== (after.perSecond === undefined)) return muchSlower
  const [left, right] = [before.perSecond ?? before.inFlight, after.perSecond ?? after.inFlight]
  return Math.max(left, right) / Math.min(left, right)
}
