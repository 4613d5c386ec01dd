/** A first poll at one age, then polls at even gaps until the scores are ready. In milliseconds. */
export interface PollPlan {
  firstMs: number
  gapMs: number
}

export const shortestGapMs = 250
export const longestGapMs = 30_000
/** Waiting that costs as much as one more call; where scores are ready soon, a share of their mean time instead. */
const mostCallMs = 5_000
const callShare = 0.25
/** The first call comes slightly later than the observed times, so that similar times need only one call. */
const headroom = 1.05
const gapGrowth = 1.15
/** Share of the rows that are ready when a patient poll asks. */
const nearlyAll = 0.99
const gaps: readonly number[] = Array.from({ length: 36 }, (_, index) =>
  Math.min(longestGapMs, Math.round(shortestGapMs * gapGrowth ** index)),
)

/** The plan with the least cost, calls and waiting together, for these times until ready (at least one). Pure. */
export function fitPlan(readyMs: readonly number[]): PollPlan {
  const sorted = readyMs.toSorted((left, right) => left - right)
  // One slower time is added: where all times are equal, it alone decides the gap after the first call.
  const times = [...sorted, 2 * (sorted[sorted.length >> 1] ?? 0)]
  const meanMs = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length
  const callMs = Math.min(mostCallMs, callShare * meanMs)
  let best: PollPlan = { firstMs: longestGapMs, gapMs: longestGapMs }
  let least = Number.POSITIVE_INFINITY
  for (const firstMs of new Set(sorted.map((ms) => Math.ceil(headroom * ms)))) {
    for (const gapMs of gaps) {
      let cost = 0
      for (const ms of times) {
        const { calls, askMs } = simulatePlan({ firstMs, gapMs }, ms)
        cost += calls * callMs + askMs - ms
        if (cost >= least) break
      }
      if (cost >= least) continue
      least = cost
      best = { firstMs, gapMs }
    }
  }
  return best
}

/** `askMs`: age at the call that finds the scores. Pure. */
export function simulatePlan({ firstMs, gapMs }: PollPlan, readyMs: number): { calls: number; askMs: number } {
  const more = Math.max(0, Math.ceil((readyMs - firstMs) / gapMs))
  return { calls: 1 + more, askMs: firstMs + more * gapMs }
}

/**
 * The age for a poll that takes the turn of a create: by then nearly all are ready. Needs at least one time. Pure.
 */
export function fitPatience(readyMs: readonly number[]): number {
  const sorted = readyMs.toSorted((left, right) => left - right)
  return Math.ceil(headroom * (sorted[Math.ceil(nearlyAll * sorted.length) - 1] ?? 0))
}

/** The age for the next poll; `ageMs` may lie between two ages of the plan. Pure. */
export function nextPollAge({ firstMs, gapMs }: PollPlan, ageMs: number): number {
  if (ageMs < firstMs) return Math.max(firstMs, ageMs + shortestGapMs)
  // Less than a quarter of a gap after the last call is too soon.
  return firstMs + gapMs * (1 + Math.floor((ageMs - firstMs) / gapMs + 0.25))
}

/** Ready after `afterMs` and by `untilMs`; polling tells no more. Infinity: still pending. */
export interface ReadyObservation {
  afterMs: number
  untilMs: number
}

/**
 * One estimated time per observation. A ready row gets the time that most others agree on. A pending row, without which
 * only the fast ones would count, gets the usual time of the slower ones, or twice its age. Pure.
 */
export function estimateReadyTimes(observations: readonly ReadyObservation[]): number[] {
  const ready = observations.filter(({ untilMs }) => untilMs < Number.POSITIVE_INFINITY)
  const agreed = ready
    .map(({ untilMs: ms }) => ({ ms, votes: ready.filter((other) => isWithin(ms, other)).length }))
    .toSorted((left, right) => right.votes - left.votes || left.ms - right.ms)
  const slowestFirst = [
    ...ready.map((one) => ({ ms: agreed.find(({ ms }) => isWithin(ms, one))?.ms ?? one.untilMs, isReady: true })),
    ...observations.filter((one) => !ready.includes(one)).map(({ afterMs }) => ({ ms: afterMs, isReady: false })),
  ].toSorted((left, right) => right.ms - left.ms)
  const longer: number[] = []
  for (const { ms, isReady } of slowestFirst) {
    // Those before it took longer; their median is its estimate.
    const usual = longer.toSorted((left, right) => left - right)[longer.length >> 1] ?? 2 * ms
    longer.push(isReady ? ms : usual)
  }
  return longer
}

function isWithin(ms: number, { afterMs, untilMs }: ReadyObservation): boolean {
  return afterMs < ms && ms <= untilMs
}
