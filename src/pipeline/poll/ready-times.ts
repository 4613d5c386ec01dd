/** Ready after `afterMs` and by `untilMs`; polling tells no more. Infinity: still pending. */
export interface ReadyObservation {
  afterMs: number
  untilMs: number
}

/**
 * One estimated time per observation. A ready row gets the time that most others agree on. A pending row gets the usual
 * time of the slower ones, or twice its age when there is none. Without pending rows only the fast ones would count.
 * Pure.
 */
export function estimateReadyTimes(observations: readonly ReadyObservation[]): number[] {
  const ready = observations.filter(({ untilMs }) => untilMs < Number.POSITIVE_INFINITY)
  const agreed = ready
    .map(({ untilMs: ms }) => ({ ms, votes: ready.filter((other) => isWithin(ms, other)).length }))
    .toSorted((left, right) => right.votes - left.votes || left.ms - right.ms)
  const slowestFirst = [
    ...ready.map((one) => ({ ms: agreed.find(({ ms }) => isWithin(ms, one))?.ms ?? one.untilMs, isReady: true })),
    ...observations.filter((one) => !ready.includes(one)).map(({ afterMs }) => ({ ms: afterMs, isReady: false })),
  ].toSorted((left, right) => right.ms - left.ms)
  const longer: number[] = []
  for (const { ms, isReady } of slowestFirst) {
    // Those before it took longer; their median is its estimate.
    const usual = longer.toSorted((left, right) => left - right)[longer.length >> 1] ?? 2 * ms
    longer.push(isReady ? ms : usual)
  }
  return longer
}

function isWithin(ms: number, { afterMs, untilMs }: ReadyObservation): boolean {
  return afterMs < ms && ms <= untilMs
}
