import { addCounts, type Counts } from './counts.ts'
import { simulate, simulateForgetting, simulateLedgers } from './simulate.ts'
import { simulateDecisions } from './simulate-decisions.ts'
import { simulateUndo } from './simulate-undo.ts'
import { partsOf } from './twins.ts'
import type { Rule } from './verdict.ts'

interface SeedRange {
  from: number
  to: number
  /** Every so many of them. */
  step: number
}

export interface Task extends SeedRange {
  /** What is played; trips by default. */
  play?: 'trips' | 'decisions' | 'ledgers' | 'forgetting' | 'undo'
  /** A name out of `twins`; the product itself when it is not given. */
  twin?: string
  /** The rule at whose first breach it ends. */
  until?: Rule
}

interface Breach {
  seed: number
  rule: Rule
  detail: string
}

export interface Played {
  seeds: number
  /** Time that processors spent on it. */
  cpuMs: number
  counts: Counts
  breaches: Breach[]
}

/** Plays a range of seeds one after another. */
export async function playSeeds({ from, to, step, play, twin, until }: Task): Promise<Played> {
  const parts = partsOf(twin)
  const simulateOne = {
    trips: simulate,
    decisions: simulateDecisions,
    ledgers: simulateLedgers,
    forgetting: simulateForgetting,
    undo: simulateUndo,
  }[play ?? 'trips']
  const before = process.cpuUsage()
  const played: Played = {
    seeds: 0,
    cpuMs: 0,
    counts: { runs: 0, deaths: 0, requests: 0, faults: 0, creations: 0 },
    breaches: [],
  }
  for (let seed = from; seed <= to; seed += step) {
    const { broken, counts } = await simulateOne(seed, parts).catch((error: unknown) => ({
      // Nobody expected it: it is a breach with its seed, and the other seeds are played.
      broken: new Map<Rule, string>([
        ['a run ends', error instanceof Error ? (error.stack ?? error.message) : String(error)],
      ]),
      counts: undefined,
    }))
    played.seeds += 1
    if (counts !== undefined) addCounts(played.counts, counts)
    for (const [rule, detail] of broken) played.breaches.push({ seed, rule, detail })
    if (until !== undefined && broken.has(until)) break
  }
  const { user, system } = process.cpuUsage(before)
  played.cpuMs = (user + system) / 1000
  return played
}
