import { ages, type ReadyShares } from './ready-times.ts'

/** The ages in milliseconds at which to ask for an assessment, in order. */
export type PollPlan = readonly number[]

export const shortestGapMs = 250
export const longestGapMs = 30_000
const bisections = 10

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

/** What asking costs between any two ages, from sums. */
class CostTable {
  readonly #ages = ages
  /** Shares that are ready before each cell, and in all; and the same times their ages. */
  readonly #ready: readonly number[]
  readonly #readyTimesAge: readonly number[]

  constructor(shares: ReadyShares) {
    this.#ready = sumUp(shares)
    this.#readyTimesAge = sumUp(shares.map((share, cell) => share * ((at(ages, cell - 1) + at(ages, cell)) / 2)))
  }

  get medianMs(): number {
    return at(this.#ages, this.#ready.findIndex((share) => share >= 0.5) - 1)
  }

  /** The plan with the least sum of calls and lag, where a call costs as much as so much lag. */
  plan(priceMs: number): { asks: PollPlan; calls: number } {
    const last = this.#ages.length - 1
    // For what was asked for at the age of a cell and is pending; nexts has one more in front for "not asked yet".
    const costs = new Array<number>(this.#ages.length).fill(0)
    const nexts = new Array<number>(this.#ages.length + 1).fill(last)
    for (let cell = last - 1; cell >= -1; cell -= 1) {
      const pending = this.#pending(cell)
      let least = Number.POSITIVE_INFINITY
      for (let next = cell + 1; next <= last; next += 1) {
        if (cell >= 0 && next < last && at(this.#ages, next) - at(this.#ages, cell) < shortestGapMs) continue
        const soFar = pending + this.#lagMs(cell, next) / priceMs
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
      cell = at(nexts, cell + 1)
      asks.push(at(this.#ages, cell))
    }
    return { asks, calls }
  }

  /** The share that is not ready at the age of a cell. */
  #pending(cell: number): number {
    return at(this.#ready, this.#ages.length) - at(this.#ready, cell + 1)
  }

  /** Lag of what gets ready after the age of one cell and is asked for at that of another. */
  #lagMs(cell: number, next: number): number {
    const share = at(this.#ready, next + 1) - at(this.#ready, cell + 1)
    return share * at(this.#ages, next) - (at(this.#readyTimesAge, next + 1) - at(this.#readyTimesAge, cell + 1))
  }
}

function sumUp(values: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(at(sums, sums.length - 1) + value)
  return sums
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
