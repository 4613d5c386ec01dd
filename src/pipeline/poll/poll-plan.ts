import { ages, type ReadyShares } from './ready-times.ts'

/** The ages in milliseconds at which to ask for an assessment, in order. */
export type PollPlan = readonly number[]

export const shortestGapMs = 250
export const longestGapMs = 30_000
const bisections = 10
const ageTable = Float64Array.from(ages)

/**
 * The plan with the least mean lag that needs at most so many calls an assessment; a call that saves less than a
 * quarter of a second is never worth it, and one that saves four times the median always is. Dynamic programming finds
 * the plan for a price of a call in lag, bisection the price. Pure.
 */
export function planAsks(shares: ReadyShares, callsAtMost: number): PollPlan {
  const table = new CostTable(shares)
  let [low, high] = [shortestGapMs, Math.max(shortestGapMs, 4 * table.medianMs)]
  let best = table.plan(low)
  if (best.calls <= callsAtMost) return best.asks
  for (let round = 0; round < bisections; round += 1) {
    const priceMs = Math.sqrt(low * high)
    const plan = table.plan(priceMs)
    if (plan.calls <= callsAtMost) [best, high] = [plan, priceMs]
    else low = priceMs
  }
  return best.calls <= callsAtMost ? best.asks : table.plan(high).asks
}

/** The next age after `ageMs` at which to ask: what the plan says, but nothing that was asked for is left alone long. */
export function nextAsk(plan: PollPlan, ageMs: number): number {
  const ask = plan.find((age) => age > ageMs) ?? Number.POSITIVE_INFINITY
  return ageMs === 0 ? ask : Math.min(ask, ageMs + longestGapMs)
}

/** What asking costs between any two ages, from sums. Cells count from -1, "not asked yet"; sums have one more in front. */
class CostTable {
  /** Shares that are ready before each cell, and in all; and the same times their ages. */
  readonly #ready: Float64Array
  readonly #readyTimesAge: Float64Array

  constructor(shares: ReadyShares) {
    this.#ready = sumUp(shares)
    this.#readyTimesAge = sumUp(shares.map((share, cell) => share * (((ages[cell - 1] ?? 0) + (ages[cell] ?? 0)) / 2)))
  }

  get medianMs(): number {
    return ages[this.#ready.findIndex((share) => share >= 0.5) - 1] ?? 0
  }

  /** The plan with the least sum of calls and lag, where a call costs as much as so much lag. */
  plan(priceMs: number): { asks: PollPlan; calls: number } {
    const last = ages.length - 1
    const ready = this.#ready
    const readyTimesAge = this.#readyTimesAge
    const costs = new Float64Array(ages.length)
    const nexts = new Int32Array(ages.length + 1).fill(last)
    for (let cell = last - 1; cell >= -1; cell -= 1) {
      const pending = this.#pending(cell)
      const readyBefore = at(ready, cell + 1)
      const readyTimesAgeBefore = at(readyTimesAge, cell + 1)
      const earliestMs = cell < 0 ? 0 : at(ageTable, cell) + shortestGapMs
      let least = Number.POSITIVE_INFINITY
      for (let next = cell + 1; next <= last; next += 1) {
        const ageMs = at(ageTable, next)
        if (next < last && ageMs < earliestMs) continue
        // Lag of what gets ready after the age of the one cell and is asked for at that of the other.
        const lagMs = (at(ready, next + 1) - readyBefore) * ageMs - (at(readyTimesAge, next + 1) - readyTimesAgeBefore)
        const soFar = pending + lagMs / priceMs
        // Later ones have more lag still.
        if (soFar >= least) break
        const cost = soFar + at(costs, next)
        if (cost >= least) continue
        least = cost
        nexts[cell + 1] = next
      }
      if (cell >= 0) costs[cell] = least
    }
    const asks: number[] = []
    let calls = 0
    for (let cell = -1; cell < last; ) {
      calls += this.#pending(cell)
      cell = nexts[cell + 1] ?? last
      asks.push(at(ageTable, cell))
    }
    return { asks, calls }
  }

  /** The share that is not ready at the age of a cell. */
  #pending(cell: number): number {
    return at(this.#ready, ages.length) - at(this.#ready, cell + 1)
  }
}

function sumUp(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  let sum = 0
  values.forEach((value, index) => {
    sum += value
    sums[index + 1] = sum
  })
  return sums
}

function at(values: Float64Array, index: number): number {
  return values[index] as number
}
