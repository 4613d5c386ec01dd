import { parseObject } from '../ledger/kept-json.ts'
import type { Target, Targets } from '../ledger/port/targets.ts'
import { type LimiterMemory, trustMemory } from './engine/limiter-memory.ts'
import type { PollMemory } from './poll/poll-schedule.ts'

/** What earlier runs learned of a service. */
export interface ServiceMemory {
  /** Whatever its age; `trusted` is what a run may begin with. */
  limiter: LimiterMemory | undefined
  trusted: LimiterMemory | undefined
  /** Of any shape: an older program may have written it. */
  schedule: unknown
}

export async function recallService(targets: Targets, target: Target, now: number): Promise<ServiceMemory> {
  const { limiter, pollSchedule } = await targets.recall(target)
  // It may have been altered, and a run can do without.
  const known = parseObject<LimiterMemory>(limiter)
  return { limiter: known, trusted: trustMemory(known, now), schedule: parseObject(pollSchedule) }
}

/** Keeps what this run learned; where it learned nothing, what was known before stays. */
export async function rememberService(
  targets: Targets,
  target: Target,
  learned: { limiter: LimiterMemory | undefined; schedule: PollMemory | undefined },
): Promise<void> {
  const before = await targets.recall(target)
  await targets.remember(target, {
    limiter: learned.limiter === undefined ? before.limiter : JSON.stringify(learned.limiter),
    pollSchedule: learned.schedule === undefined ? before.pollSchedule : JSON.stringify(learned.schedule),
  })
}
