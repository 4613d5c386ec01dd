/** What is kept of the pace of all who send to a target. Times are given as waits: nobody's clock counts but the ledger's. */
export interface PaceState {
  /** None until a rate limit was proven. */
  perSecond: number | undefined
  /** Just above it the last refusal came; none is known where the pace was never cut. */
  ceiling: number | undefined
  /** How often it was cut. */
  cuts: number
  /** How many requests have ever started, less those that were refused, as far as they were told. */
  started: number
  /** Nothing starts for so long yet. */
  heldMs: number
  /** After a hold one request goes alone. Somebody else's is on its way: it counts as lost after so long. */
  probingMs: number
}

/** Start times of one's own: the first of them after so long, and each of the others a gap of the pace later. */
export interface Reservation extends PaceState {
  granted: number
  waitMs: number
  /** The one that was granted is the probe. */
  isProbe: boolean
}

/** What is told with every question. */
export interface PaceUpdate {
  /** Requests started since the last time, less those that were refused. */
  started: number
}

/** One pace for all processes that send to a target. What one of them is told holds for all. */
export interface TargetPace {
  /**
   * `growth`: by how much the pace may grow for what was answered since the last time; counts unless it was cut since
   * `cuts`. `initial` is the pace to begin with, when nobody has sent for long.
   */
  reserve(
    news: PaceUpdate & { wanted: number; growth: number; cuts: number; initial: number | undefined },
  ): Promise<Reservation>
  /**
   * A request was refused that started `ageMs` ago. Everything is held for `heldMs`, then one probe goes. The pace is cut
   * once: unless it was cut already since the request started, or since `cuts`.
   */
  refuse(
    news: PaceUpdate & {
      ageMs: number
      cuts: number
      heldMs: number | undefined
      cut: { perSecond: number; ceiling: number | undefined } | undefined
    },
  ): Promise<PaceState>
  /** The probe has come back, and not because it was refused. */
  endProbe(news: PaceUpdate): Promise<PaceState>
  /** `listener` hears that somebody was refused, or that a probe has come back. Returns how to end that. */
  listen(listener: () => void): () => void
}
