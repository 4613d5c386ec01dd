/** Ask first after `firstMs`, then every `gapMs`. */
export interface PollPlan {
  firstMs: number
  gapMs: number
}

/** One assessment whose ready time is watched closely. */
interface Sentinel {
  acceptedAt: number
}

const shortestGapMs = 250
const longestGapMs = 30_000
const sentinelsAtStart = 20
const sentinelEvery = 40
const samplesKept = 200
const samplesToTrust = 5

/** One call is worth this share of the mean ready time in lag. */
const priceShare = 0.3

/**
 * Learns when it pays to ask whether scores are ready. Sentinels (the first 20 and every 40th) are asked closely; the
 * plan for all others is fitted to their ready times. Those still pending count at twice their age, or a slow half
 * would go unseen: asking censors its own data. Pure but for what it was told.
 */
export class PollSchedule {
  #plan: PollPlan | undefined
  #accepted = 0
  #readyMs: number[] = []
  readonly #sentinels = new Map<number, Sentinel>()

  constructor(memory?: PollPlan) {
    this.#plan = memory
  }

  /** What was learned, for the next run; undefined when nothing was. */
  get memory(): PollPlan | undefined {
    return this.#plan
  }

  firstPollAt(id: number, acceptedAt: number): number {
    const isSentinel = this.#accepted < sentinelsAtStart || this.#accepted % sentinelEvery === 0
    this.#accepted += 1
    if (isSentinel) this.#sentinels.set(id, { acceptedAt })
    return Math.round(acceptedAt + (isSentinel || this.#plan === undefined ? 1_000 : this.#plan.firstMs))
  }

  /** When to ask again for one that was not ready at `now`. */
  nextPollAt(id: number, acceptedAt: number, now: number): number {
    const ageMs = Math.max(0, now - acceptedAt)
    if (this.#sentinels.has(id)) return Math.round(now + Math.max(1_000, 0.2 * ageMs))
    if (this.#plan === undefined) return Math.round(now + Math.min(longestGapMs, Math.max(2_000, 0.5 * ageMs)))
    // For what was accepted before there was a plan, the first time that the plan asks may be still to come.
    const leftMs = this.#plan.firstMs - ageMs
    return Math.round(now + (leftMs > 0 ? Math.max(leftMs, shortestGapMs) : this.#plan.gapMs))
  }

  onReady(id: number, acceptedAt: number, now: number): void {
    if (!this.#sentinels.delete(id)) return
    this.#readyMs.push(Math.max(1, now - acceptedAt))
    if (this.#readyMs.length > samplesKept) this.#readyMs = this.#readyMs.slice(-samplesKept)
    const isTimeToFit = this.#readyMs.length <= 20 || this.#readyMs.length % 10 === 0
    if (this.#readyMs.length >= samplesToTrust && isTimeToFit) this.#plan = this.#fit(now)
  }

  /** No longer asked for in this run. */
  forget(id: number): void {
    this.#sentinels.delete(id)
  }

  #fit(now: number): PollPlan {
    // The oldest come first in the map, and tell the most.
    const oldest = [...this.#sentinels.values()].slice(0, samplesKept)
    return fitPollPlan([...this.#readyMs, ...oldest.map(({ acceptedAt }) => 2 * Math.max(1, now - acceptedAt))])
  }
}

/**
 * The plan with the least cost for these ready times, by trying a grid of both numbers. One more at twice the longest
 * stands for what was not seen yet: without it, equal times would leave the gap open.
 */
export function fitPollPlan(readyMs: readonly number[]): PollPlan {
  const sorted = [...readyMs, 2 * Math.max(1, ...readyMs)].sort((left, right) => left - right)
  const meanMs = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length
  const priceMs = Math.max(shortestGapMs, priceShare * meanMs)
  const firsts = [
    ...new Set(sorted.filter((_, index) => index % Math.ceil(sorted.length / 40) === 0).map((ms) => ms * 1.02)),
  ]
  let best: PollPlan = { firstMs: meanMs, gapMs: clampGap(meanMs) }
  let least = Number.POSITIVE_INFINITY
  for (const firstMs of [shortestGapMs, ...firsts]) {
    for (const gapMs of candidateGaps()) {
      const cost = costOf({ firstMs, gapMs }, sorted, priceMs)
      if (cost < least) [best, least] = [{ firstMs, gapMs }, cost]
    }
  }
  return best
}

function costOf({ firstMs, gapMs }: PollPlan, readyMs: readonly number[], priceMs: number): number {
  let cost = 0
  for (const ms of readyMs) {
    const further = Math.max(0, Math.ceil((ms - firstMs) / gapMs))
    const lagMs = firstMs + further * gapMs - ms
    cost += 1 + further + lagMs / priceMs
  }
  return cost
}

function candidateGaps(): number[] {
  const gaps: number[] = []
  for (let gapMs = shortestGapMs; gapMs <= longestGapMs; gapMs *= 1.3) gaps.push(gapMs)
  return gaps
}

function clampGap(ms: number): number {
  return Math.min(longestGapMs, Math.max(shortestGapMs, ms))
}
