/** From the limits and times that earlier runs learned. */
export interface Estimate {
  /** Requests, polls for scores included. */
  calls: number
  perSecond: number
  seconds: number
  /** True when only the requested pace is known: the run takes at least this long. */
  isLeast: boolean
}

export interface Work {
  toSend: number
  /** Created by earlier runs: only polled for scores. */
  toAsk: number
  /** The run waits for scores. */
  waits: boolean
}

export interface KnownPace {
  latencyMs: number | undefined
  inFlight: number
  /** The lower of the requested rate and the service's limit; undefined where neither is known. */
  perSecond: number | undefined
}

/** Learned from earlier polls. */
export interface ScoreTiming {
  callsEach: number
  /** While creates wait for the pace. */
  patientCallsEach: number
  readyMs: number
}

/** Of a service that was not met yet. */
export const assumedLatencyMs = 500

/** Undefined where too little is known. Pure. */
export function estimateRun(work: Work, pace: KnownPace, scores: ScoreTiming | undefined): Estimate | undefined {
  const toWaitFor = work.waits ? work.toSend + work.toAsk : 0
  if (work.toSend + toWaitFor === 0) return undefined
  const borne = pace.latencyMs === undefined ? undefined : (1000 * pace.inFlight) / Math.max(1, pace.latencyMs)
  const known = [borne, pace.perSecond].filter((rate) => rate !== undefined)
  if (known.length === 0) return undefined
  const perSecond = Math.min(...known)
  const { callsEach = 1, patientCallsEach = callsEach, readyMs = 0 } = scores ?? {}
  // Patience pays where sending lasts longer than the scores take.
  const isPatient = perSecond === pace.perSecond && work.toSend / perSecond > readyMs / 1000
  const polls = toWaitFor === 0 ? 0 : work.toSend * (isPatient ? patientCallsEach : callsEach) + work.toAsk * callsEach
  const calls = work.toSend + Math.round(polls)
  const waitingMs = toWaitFor === 0 ? 0 : readyMs
  const isLeast = borne === undefined || (toWaitFor > 0 && scores === undefined)
  return { calls, perSecond, seconds: calls / perSecond + waitingMs / 1000, isLeast }
}
