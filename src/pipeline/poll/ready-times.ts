/** Became ready after `afterMs` and not after `untilMs`: asking tells no more. Still pending: not after infinity. */
export interface ReadyObservation {
  afterMs: number
  untilMs: number
}

/**
 * A time until ready for each sighting. What is ready is taken to have been so when most of the others agree; what is
 * pending to take as long as those that took longer, or twice its age when none did. Were the pending ones left out, only
 * the fast ones would be seen. Pure.
 */
export function estimateReadyTimes(sightings: readonly ReadyObservation[]): number[] {
  const ready = sightings.filter(({ untilMs }) => untilMs < Number.POSITIVE_INFINITY)
  const agreed = ready
    .map(({ untilMs: ms }) => ({ ms, votes: ready.filter((other) => isWithin(ms, other)).length }))
    .toSorted((left, right) => right.votes - left.votes || left.ms - right.ms)
  const slowestFirst = [
    ...ready.map((one) => ({ ms: agreed.find(({ ms }) => isWithin(ms, one))?.ms ?? one.untilMs, isReady: true })),
    ...sightings.filter((one) => !ready.includes(one)).map(({ afterMs }) => ({ ms: afterMs, isReady: false })),
  ].toSorted((left, right) => right.ms - left.ms)
  const longer: number[] = []
  for (const { ms, isReady } of slowestFirst) {
    // Those before it took longer: the one in the middle of them stands for what it may take.
    const usual = longer.toSorted((left, right) => left - right)[longer.length >> 1] ?? 2 * ms
    longer.push(isReady ? ms : usual)
  }
  return longer
}

function isWithin(ms: number, { afterMs, untilMs }: ReadyObservation): boolean {
  return afterMs < ms && ms <= untilMs
}
