/** The shared pace of a target. Times are given as waits: only the ledger's clock counts. */
export interface PaceState {
  /** Undefined until a rate limit was proven. */
  perSecond: number | undefined
  /** The last refusal came just above it; undefined where the pace was never cut. */
  ceiling: number | undefined
  cuts: number
  /** Number of requests that ever started, less the refused ones, as far as reported. */
  started: number
  /** No request starts for this long. */
  heldMs: number
  /** After a hold one request goes alone. Another process's probe is on its way; it counts as lost after this time. */
  probingMs: number
}

/** Granted start times: the first after a wait, each further one a gap of the pace later. */
export interface Reservation extends PaceState {
  granted: number
  waitMs: number
  /** The granted request is the probe. */
  isProbe: boolean
}

export interface PaceUpdate {
  /** Requests started since the last update, less the refused ones. */
  started: number
}

/** One pace for all processes that send to a target; each answer applies to all of them. */
export interface TargetPace {
  /**
   * `growth`: the pace may grow by this for the answers since the last time, unless it was cut since `cuts`.
   * `initial`: the pace after a long time without senders.
   */
  reserve(
    news: PaceUpdate & { wanted: number; growth: number; cuts: number; initial: number | undefined },
  ): Promise<Reservation>
  /**
   * A request that started `ageMs` ago was refused. Every start waits for `heldMs`, then one probe goes. The pace is
   * cut once: not if it was cut since the request started, or since `cuts`.
   */
  refuse(
    news: PaceUpdate & {
      ageMs: number
      cuts: number
      heldMs: number | undefined
      cut: { perSecond: number; ceiling: number | undefined } | undefined
    },
  ): Promise<PaceState>
  /** The probe was answered, and not refused. */
  endProbe(news: PaceUpdate): Promise<PaceState>
  /** Calls `listener` after each refusal, and after each answer of a probe. Returns a function that ends this. */
  listen(listener: () => void): () => void
}
