import type { Target, Targets } from '../ledger/port/targets.ts'
import { parseObject } from '../ledger/stored-json.ts'
import { type LimiterSnapshot, trustSnapshot } from './engine/limiter-snapshot.ts'
import type { PollSnapshot } from './poll/poll-schedule.ts'

export interface ServiceSnapshot {
  /** Any age; `trusted` is undefined when it is too old to start with. */
  limiter: LimiterSnapshot | undefined
  trusted: LimiterSnapshot | undefined
  /** Any shape: an older version may have written it. */
  schedule: unknown
}

export async function loadServiceSnapshot(targets: Targets, target: Target, now: number): Promise<ServiceSnapshot> {
  const { limiter, pollSchedule } = await targets.readMemory(target)
  // It may have been altered; a run works without it, so no error is thrown.
  const known = parseObject<LimiterSnapshot>(limiter)
  return { limiter: known, trusted: trustSnapshot(known, now), schedule: parseObject(pollSchedule) }
}

/** Values that this run did not learn stay as they are. */
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
