import type { Random } from '../../support/random.ts'

/** How a request ended, as far as the limits of the service go. */
export type Verdict =
  | { kind: 'answered' }
  /** 429, 503 with Retry-After and the like: surely not processed, because of too much. */
  | { kind: 'refused'; retryAfterMs: number | undefined }
  | { kind: 'timed-out' }
  /** Says nothing about limits: a lost connection, for one. */
  | { kind: 'lost' }

/** A request that was let go. */
export interface Ticket {
  startedAt: number
  isProbe: boolean
}

export interface LimiterSettings {
  maxInFlight: number
  maxPerSecond: number | undefined
  random: Random
  /** What an earlier run learned, from `memory`. */
  memory?: LimiterMemory | undefined
}

export interface LimiterMemory {
  inFlight: number
  perSecond: number | undefined
}

const longestHoldMs = 5 * 60_000
const rateWindowMs = 5_000
/** A late timer may be made up for, an idle time never: no bursts. */
const longestCatchUpMs = 20

/**
 * Finds and keeps limits that nobody told us, with two knobs: how many in flight, and how many a second. Pure: it is
 * told the time and what happened, and says what is allowed. A refusal holds everybody, costs one cut per flight, and
 * is followed by one lone probe; a probe that is refused too shows that it is a rate, not a number in flight.
 */
export class Limiter {
  readonly #settings: LimiterSettings
  #inFlight: number
  #inFlightCeiling: number | undefined
  #perSecond: number | undefined
  #rateCeiling: number | undefined
  #nextProbeAt = 0
  #probeGapMs = 5_000
  #lastCutAt = -1
  #holdUntil = 0
  #nextStartAt = 0
  /** Refusals in a row since the last answer to a probe. */
  #refusals = 0
  #probe: 'none' | 'due' | 'out' = 'none'
  readonly #starts: number[] = []

  constructor(settings: LimiterSettings) {
    this.#settings = settings
    this.#inFlight = Math.min(settings.maxInFlight, settings.memory?.inFlight ?? 2)
    this.#perSecond = settings.memory?.perSecond
  }

  get memory(): LimiterMemory {
    return { inFlight: this.#inFlight, perSecond: this.#perSecond }
  }

  get limit(): number {
    return Math.max(1, Math.floor(this.#inFlight))
  }

  /** Milliseconds until the next request may start: 0 for now, Infinity for "when another one has ended". */
  waitMs(now: number, inFlight: number): number {
    if (now < this.#holdUntil) return this.#holdUntil - now
    if (this.#probe === 'out') return Number.POSITIVE_INFINITY
    if (this.#probe === 'none' && inFlight >= this.limit) return Number.POSITIVE_INFINITY
    return Math.max(0, this.#nextStartAt - now)
  }

  start(now: number): Ticket {
    const isProbe = this.#probe === 'due'
    if (isProbe) this.#probe = 'out'
    const pace = this.#pace()
    if (pace !== undefined) {
      const gapMs = 1000 / pace
      this.#nextStartAt = Math.max(this.#nextStartAt, now - Math.min(gapMs, longestCatchUpMs)) + gapMs
    }
    this.#starts.push(now)
    if (this.#starts.length > 20_000) this.#starts.splice(0, 10_000)
    return { startedAt: now, isProbe }
  }

  /** `inFlight` counts this request too. Says how long everything is held, when it is. */
  finish(ticket: Ticket, now: number, inFlight: number, verdict: Verdict): { heldMs: number; isTooLong: boolean } {
    if (verdict.kind === 'refused') return this.#refuse(ticket, now, inFlight, verdict.retryAfterMs)
    if (ticket.isProbe && this.#probe === 'out') this.#probe = 'none'
    if (verdict.kind === 'timed-out' && ticket.startedAt > this.#lastCutAt) {
      this.#inFlight = Math.max(1, this.#inFlight * 0.6)
      this.#lastCutAt = now
    }
    if (verdict.kind === 'answered') this.#grow(ticket, now, inFlight)
    return { heldMs: 0, isTooLong: false }
  }

  /** Nothing starts for a while, then one lone probe; for when the service cannot be reached. */
  hold(now: number, ms: number): void {
    this.#holdUntil = Math.max(this.#holdUntil, now + ms)
    this.#probe = 'due'
  }

  #grow(ticket: Ticket, now: number, inFlight: number): void {
    if (ticket.startedAt > this.#lastCutAt) this.#refusals = 0
    this.#growRate()
    if (inFlight < this.limit) return
    const ceiling = this.#inFlightCeiling
    if (ceiling === undefined) this.#inFlight += 1
    else if (this.#inFlight < ceiling) this.#inFlight = Math.min(ceiling, this.#inFlight + 2 / this.#inFlight)
    else if (now >= this.#nextProbeAt) {
      this.#inFlightCeiling = ceiling + 1
      this.#inFlight = ceiling + 1
      this.#nextProbeAt = now + this.#probeGapMs
    }
    this.#inFlight = Math.min(this.#inFlight, this.#settings.maxInFlight)
  }

  #growRate(): void {
    if (this.#perSecond === undefined) return
    const isBelow = this.#rateCeiling === undefined || this.#perSecond < 0.9 * this.#rateCeiling
    this.#perSecond *= 1 + (isBelow ? 0.08 : 0.02) / Math.max(2, this.#perSecond)
  }

  #refuse(
    ticket: Ticket,
    now: number,
    inFlight: number,
    retryAfterMs: number | undefined,
  ): { heldMs: number; isTooLong: boolean } {
    const isOfAnEarlierFlight = ticket.startedAt <= this.#lastCutAt && !ticket.isProbe
    if (isOfAnEarlierFlight && retryAfterMs === undefined) return { heldMs: 0, isTooLong: false }
    if (!isOfAnEarlierFlight) {
      this.#refusals += 1
      this.#cut(ticket, now, inFlight, retryAfterMs)
      this.#lastCutAt = now
    }
    const heldMs = this.#holdMs(retryAfterMs)
    this.hold(now, heldMs)
    return { heldMs, isTooLong: heldMs > longestHoldMs }
  }

  #cut(ticket: Ticket, now: number, inFlight: number, retryAfterMs: number | undefined): void {
    const isRate = this.#perSecond !== undefined || retryAfterMs !== undefined || this.limit === 1 || ticket.isProbe
    if (isRate) {
      const measured = this.#measuredPerSecond(now)
      this.#rateCeiling = measured
      this.#perSecond = Math.max(0.1, 0.85 * Math.min(measured, this.#perSecond ?? measured))
    }
    if (ticket.isProbe) {
      // Even one alone was refused: the number in flight was never the trouble.
      this.#inFlightCeiling = undefined
    } else if (!isRate) {
      if (this.#inFlightCeiling !== undefined) this.#probeGapMs = Math.min(60_000, this.#probeGapMs * 2)
      this.#inFlightCeiling = Math.max(1, inFlight - 1)
      this.#inFlight = Math.max(1, 0.9 * this.#inFlightCeiling)
      this.#nextProbeAt = now + this.#probeGapMs
    }
  }

  #holdMs(retryAfterMs: number | undefined): number {
    const { random } = this.#settings
    if (retryAfterMs !== undefined) return retryAfterMs * (1 + 0.05 * random())
    return Math.min(30_000, 250 * 2 ** (Math.max(1, this.#refusals) - 1)) * (0.5 + 0.5 * random())
  }

  #measuredPerSecond(now: number): number {
    const from = now - rateWindowMs
    const recent = this.#starts.filter((at) => at > from)
    const spanMs = Math.max(1_000, now - (recent[0] ?? now))
    return Math.max(0.2, (recent.length * 1000) / spanMs)
  }

  #pace(): number | undefined {
    const { maxPerSecond } = this.#settings
    if (maxPerSecond === undefined) return this.#perSecond
    return Math.min(maxPerSecond, this.#perSecond ?? maxPerSecond)
  }
}
