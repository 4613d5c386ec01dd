/** How long a run will take, from what earlier runs learned. */
export interface Estimate {
  /** Requests, those that ask for scores included. */
  calls: number
  perSecond: number
  seconds: number
  /** Only the pace that was asked for is known: it takes no less. */
  isLeast: boolean
}

/** What is to be done. */
export interface Work {
  toSend: number
  /** Created earlier: only their scores are asked for. */
  toAsk: number
  /** Whether the run waits for scores. */
  waits: boolean
}

/** What is known of how fast the service takes requests. */
export interface KnownPace {
  latencyMs: number | undefined
  inFlight: number
  /** The slowest of what was asked for and of what the service bears; undefined where neither is known. */
  perSecond: number | undefined
}

/** What is known of when scores are ready. */
export interface ScoreTiming {
  callsEach: number
  readyMs: number
}

/** Undefined where too little is known to say anything. Pure. */
export function estimateRun(work: Work, pace: KnownPace, scores: ScoreTiming | undefined): Estimate | undefined {
  const toWaitFor = work.waits ? work.toSend + work.toAsk : 0
  if (work.toSend + toWaitFor === 0) return undefined
  const borne = pace.latencyMs === undefined ? undefined : (1000 * pace.inFlight) / Math.max(1, pace.latencyMs)
  const known = [borne, pace.perSecond].filter((rate) => rate !== undefined)
  if (known.length === 0) return undefined
  const perSecond = Math.min(...known)
  const calls = work.toSend + Math.round(toWaitFor * (scores?.callsEach ?? 1))
  const waitingMs = toWaitFor === 0 ? 0 : (scores?.readyMs ?? 0)
  const isLeast = borne === undefined || (toWaitFor > 0 && scores === undefined)
  return { calls, perSecond, seconds: calls / perSecond + waitingMs / 1000, isLeast }
}
