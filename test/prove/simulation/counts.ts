import { addReached, type Reached } from './invariants.ts'

export interface Counts {
  runs: number
  /** Starts with a ledger that may not know all. */
  oddStarts?: number
  refusals?: number
  /** Of runs that waited. */
  refused?: number
  dropped?: number
  expired?: number
  brokenOff?: number
  sealed?: number
  released?: number
  /** Releases refused because the seal was broken. */
  brokenSeals?: number
  undone?: number
  forgettings?: number
  forgotten?: number
  deaths: number
  requests: number
  faults: number
  creations: number
  reached?: Reached
}

const optional = [
  ...(['oddStarts', 'refusals', 'undone', 'forgettings', 'forgotten'] as const),
  ...(['refused', 'dropped', 'expired', 'brokenOff', 'sealed', 'released', 'brokenSeals'] as const),
] as const

export function addCounts(sum: Counts, more: Counts): void {
  sum.runs += more.runs
  sum.deaths += more.deaths
  sum.requests += more.requests
  sum.faults += more.faults
  sum.creations += more.creations
  sum.reached = addReached(sum.reached ?? {}, more.reached ?? {})
  for (const name of optional) {
    const count = more[name]
    if (count !== undefined) sum[name] = (sum[name] ?? 0) + count
  }
}
