import type { KnownScores } from '../terms/estimate.ts'
import { planAsks } from './poll-plan.ts'
import { callsAtMost, readShares } from './poll-schedule.ts'
import { ages } from './ready-times.ts'

const nearlyAll = 0.95

/** What the memory of earlier runs says of when scores are ready, and how often they are asked for until then. Pure. */
export function knowScores(memory: unknown): KnownScores | undefined {
  const shares = readShares(memory)
  if (shares === undefined) return undefined
  const total = shares.reduce((sum, share) => sum + share, 0)
  const readyBy = (ageMs: number): number =>
    shares.reduce((sum, share, cell) => ((ages[cell] ?? 0) <= ageMs ? sum + share : sum), 0) / total
  const asks = planAsks(shares, callsAtMost)
  // The first call is for all; each further one for what was not ready at the one before.
  const callsEach = asks.reduce((calls, _, index) => calls + (index === 0 ? 1 : 1 - readyBy(asks[index - 1] ?? 0)), 0)
  return { callsEach, readyMs: asks.find((age) => readyBy(age) >= nearlyAll) ?? asks.at(-1) ?? 0 }
}
