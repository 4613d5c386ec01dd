/** Asked for first at one age, then at even gaps until it is ready. In milliseconds. */
export interface PollPlan {
  firstMs: number
  gapMs: number
}

export const shortestGapMs = 250
export const longestGapMs = 30_000
/** So much waiting is as bad as one more call; less where scores are there soon: then a share of their mean time. */
const mostCallMs = 5_000
const callShare = 0.25
/** The first call is a little later than what was seen: times that are nearly the same are found with one call. */
const headroom = 1.05
const gapGrowth = 1.15
const gaps: readonly number[] = Array.from({ length: 36 }, (_, index) =>
  Math.min(longestGapMs, Math.round(shortestGapMs * gapGrowth ** index)),
)

/**
 * The plan that costs least, calls and waiting together, were these the times until scores are ready. At least one time
 * must be given. Pure.
 */
export function fitPlan(readyMs: readonly number[]): PollPlan {
  const sorted = readyMs.toSorted((left, right) => left - right)
  // And one that takes longer: where all the others take the same time, it alone says how long to wait after that.
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

/** The age of what was asked for until it was ready, and how many calls that took. Pure. */
export function simulatePlan({ firstMs, gapMs }: PollPlan, readyMs: number): { calls: number; askMs: number } {
  const more = Math.max(0, Math.ceil((readyMs - firstMs) / gapMs))
  return { calls: 1 + more, askMs: firstMs + more * gapMs }
}

/** The age at which to ask again for what was not ready at `ageMs`, which may lie between two ages of the plan. Pure. */
export function nextPollAge({ firstMs, gapMs }: PollPlan, ageMs: number): number {
  if (ageMs < firstMs) return Math.max(firstMs, ageMs + shortestGapMs)
  // A quarter of a gap after the last call is too soon for another one.
  return firstMs + gapMs * (1 + Math.floor((ageMs - firstMs) / gapMs + 0.25))
}
