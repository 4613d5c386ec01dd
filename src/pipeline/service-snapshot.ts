import type { Target, Targets } from '../ledger/port/targets.ts'
import { parseObject } from '../ledger/stored-json.ts'
import { type LimiterSnapshot, trustSnapshot } from './engine/limiter-snapshot.ts'
import type { PollSnapshot } from './poll/poll-schedule.ts'

/** What earlier runs learned of a service. */
export interface ServiceSnapshot {
  /** Whatever its age; `trusted` is what a run may begin with. */
  limiter: LimiterSnapshot | undefined
  trusted: LimiterSnapshot | undefined
  /** Of any shape: an older program may have written it. */
  schedule: unknown
}

export async function loadServiceSnapshot(targets: Targets, target: Target, now: number): Promise<ServiceSnapshot> {
  const { limiter, pollSchedule } = await targets.readMemory(target)
  // It may have been altered, and a run can do without.
  const known = parseObject<LimiterSnapshot>(limiter)
  return { limiter: known, trusted: trustSnapshot(known, now), schedule: parseObject(pollSchedule) }
}

/** Keeps what this run learned; where it learned nothing, what was known before stays. */
export async function saveServiceSnapshot(
  targets: Targets,
  target: Target,
  learned: { limiter: LimiterSnapshot | undefined; schedule: PollSnapshot | undefined },
): Promise<void> {
  const before = await targets.readMemory(target)
  await targets.writeMemory(target, {
    limiter: learned.limiter === undefined ? before.limiter : JSON.stringify(learned.limiter),
    pollSchedule: learned.schedule === undefined ? before.pollSchedule : JSON.stringify(learned.schedule),
  })
}
