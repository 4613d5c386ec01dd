import { slowestPerSecond } from './rate-controller.ts'

export interface LimiterSnapshot {
  inFlight: number
  /** Undefined until a rate limit was proven. */
  perSecond: number | undefined
  latencyMs?: number | undefined
  /** Epoch milliseconds; snapshots of older versions lack it. */
  learnedAt?: number | undefined
}

const trustedForMs = 3_600_000
/** A run that ended near the slowest pace was backing off, and did not find the limit. */
const floorPerSecond = 2 * slowestPerSecond

/** One older than an hour, or at the floor, tells nothing: a run that trusted it would crawl for minutes. Pure. */
export function trustSnapshot(snapshot: LimiterSnapshot | undefined, now: number): LimiterSnapshot | undefined {
  if (typeof snapshot?.learnedAt !== 'number') return undefined
  const ageMs = now - snapshot.learnedAt
  if (!(ageMs >= 0 && ageMs <= trustedForMs)) return undefined
  return typeof snapshot.perSecond === 'number' && snapshot.perSecond <= floorPerSecond ? undefined : snapshot
}
