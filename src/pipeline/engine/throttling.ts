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

interface EndedRequest {
  isRefused: boolean
  status: number | undefined
  pace: Pace
  heldMs: number
}

/** Reports throttling when it begins, when it changes much, and when it ends. Pure. */
export function judgeThrottling(
  before: Throttling,
  now: number,
  ended: EndedRequest,
): { throttling: Throttling; report?: ThrottlingReport } {
  const { pace, heldMs } = ended
  const throttling = ended.isRefused
    ? { ...before, refusals: before.refusals + 1, refusedAt: now, status: ended.status }
    : before
  const { refusals, status, refusedAt } = throttling
  const isOver = now - refusedAt >= overAfterMs
  const phase = isOver ? before.reported && 'ended' : findPhase(throttling, now, ended)
  const after = isOver ? noThrottling : throttling
  if (phase === undefined) return { throttling: after }
  const reported = isOver ? undefined : { at: now, refusals, pace }
  return { throttling: { ...after, reported }, report: { phase, refusals, status, pace, heldMs } }
}

function findPhase(
  { refusals, reported }: Throttling,
  now: number,
  { isRefused, pace, heldMs }: EndedRequest,
): 'began' | 'changed' | undefined {
  const isLong = isRefused && heldMs >= longHoldMs
  if (reported === undefined) return isLong || (isRefused && refusals >= fewestToReport) ? 'began' : undefined
  if (now - reported.at < shortestSilenceMs) return undefined
  const isMore = isRefused && refusals >= manyMore * reported.refusals
  return isLong || isMore || changeOf(reported.pace, pace) >= muchSlower ? 'changed' : undefined
}

/** Ratio of the two paces, at least 1. */
function changeOf(before: Pace, after: Pace): number {
  if ((before.perSecond === undefined) !== (after.perSecond === undefined)) return muchSlower
  const [left, right] = [before.perSecond ?? before.inFlight, after.perSecond ?? after.inFlight]
  return Math.max(left, right) / Math.min(left, right)
}
