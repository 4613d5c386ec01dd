import { slowestPerSecond } from './rate-controller.ts'

/** What a run learned of the limits of a service, for the next one. */
export interface LimiterSnapshot {
  inFlight: number
  /** None while no rate limit was proven. */
  perSecond: number | undefined
  /** How long an answer takes. */
  latencyMs?: number | undefined
  /** When it was learned; memories of older programs do not say. */
  learnedAt?: number | undefined
}

const trustedForMs = 3_600_000
/** A run that ended so near the slowest pace was backing away, and did not learn where the limit is. */
const floorPerSecond = 2 * slowestPerSecond

/**
 * The memory, as far as a new run may begin with it. One that is older than an hour, or at the floor, says nothing of
 * how the service is now: a run that trusted it would crawl for minutes. Pure.
 */
export function trustSnapshot(memory: LimiterSnapshot | undefined, now: number): LimiterSnapshot | undefined {
  if (typeof memory?.learnedAt !== 'number') return undefined
  const ageMs = now - memory.learnedAt
  if (!(ageMs >= 0 && ageMs <= trustedForMs)) return undefined
  return typeof memory.perSecond === 'number' && memory.perSecond <= floorPerSecond ? undefined : memory
}
