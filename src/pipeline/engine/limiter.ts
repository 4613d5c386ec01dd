import type { Random } from '../../support/random.ts'
import type { Pace } from '../terms/events.ts'
import { InFlightKnob } from './in-flight-knob.ts'
import type { LimiterMemory } from './limiter-memory.ts'
import { PaceKnob } from './pace-knob.ts'
import { RateMeter } from './rate-meter.ts'

/** How a request ended, as far as the limits of the service go. */
export type RequestEnd =
  | { kind: 'answered' }
  /** 429, 503 with Retry-After and the like: surely not processed, because of too much. */
  | { kind: 'refused'; retryAfterMs: number | undefined; status?: number | undefined }
  | { kind: 'timed-out' }
  /** Says nothing about limits, as a lost connection. */
  | { kind: 'lost' }

/** A request that was let go. */
export interface Ticket {
  startedAt: number
  /** How many a second started when it did; undefined when too few to tell. */
  perSecond: number | undefined
  /** How many were in flight with it. */
  inFlight: number
  /** It started as soon as the pace allowed: the pace is what holds requests back. */
  isAtPace: boolean
  isProbe: boolean
}

export interface LimiterSettings {
  maxInFlight: number
  maxPerSecond: number | undefined
  random: Random
  /** What an earlier run learned, from `memory`. */
  memory?: LimiterMemory | undefined
}

/** How long everything is held after a request has ended; 0 when it is not. */
export interface Hold {
  heldMs: number
  isTooLong: boolean
}

const noHold: Hold = { heldMs: 0, isTooLong: false }
const longestHoldMs = 5 * 60_000
const startInFlight = 2
/** What a late timer missed may be made up for, idle time never: that would be a burst. */
const leastCatchUpMs = 2
const longestLatencyMs = 60_000
const catchUpShare = 0.1
/** The requests that fill the flight are spread over this share of the latency: a burst would find limits that are not there. */
const spreadShare = 0.8
const leastSpreadMs = 1
/** When holds took more than this share of the time, the rate between them tells nothing. */
const longHoldShare = 0.5

/**
 * Finds and keeps limits that nobody told us, with two knobs: how many in flight, and how many a second. Pure: it is
 * told the time and what happened, and says what is allowed. A refusal holds everybody, costs one cut per flight, and
 * is followed by one lone probe. Which knob is cut is a matter of evidence: a request that was refused although no
 * more were in flight than were borne before was refused for its rate.
 */
export class Limiter {
  readonly #settings: LimiterSettings
  readonly #flight: InFlightKnob
  readonly #pace: PaceKnob
  readonly #admitted = new RateMeter()
  #latencyMs: number | undefined
  #hold = { until: 0, ms: 0 }
  #nextStartAt = 0
  #lastCutAt = -1
  #heldMsSinceCut = 0
  /** Most in flight that was borne since the last cut, and between that and the one before. */
  #borne = 0
  #borneBefore = 0
  /** Refusals in a row since the last answer to a probe. */
  #refusals = 0
  #probe: 'none' | 'due' | 'out' = 'none'

  constructor(settings: LimiterSettings) {
    this.#settings = settings
    this.#flight = new InFlightKnob(settings.maxInFlight, toUsable(settings.memory?.inFlight) ?? startInFlight)
    this.#pace = new PaceKnob(toUsable(settings.memory?.perSecond))
  }

  get memory(): LimiterMemory {
    return { inFlight: this.#flight.value, perSecond: this.#pace.perSecond }
  }

  /** How long an answer takes lately; undefined before the first one. */
  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  get pace(): Pace {
    return { perSecond: this.#pace.perSecond, inFlight: this.limit }
  }

  get limit(): number {
    return this.#flight.limit
  }

  /** Milliseconds until the next request may start: 0 for now, Infinity for "when another one has ended". */
  waitMs(now: number, inFlight: number): number {
    // Never longer than was asked for, even when the clock jumps.
    if (now < this.#hold.until) return Math.min(this.#hold.ms, this.#hold.until - now)
    if (this.#probe === 'out' || inFlight >= this.limit) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(this.#gapMs(), this.#nextStartAt - now))
  }

  /** `inFlight` does not count this request yet. */
  start(now: number, inFlight: number): Ticket {
    const isProbe = this.#probe === 'due'
    if (isProbe) this.#probe = 'out'
    const gapMs = this.#gapMs()
    const lateMs = now - this.#nextStartAt
    const isAtPace = gapMs > 0 && gapMs === this.#paceGapMs() && lateMs < gapMs
    const isMadeUp = lateMs <= Math.max(leastCatchUpMs, catchUpShare * gapMs)
    this.#nextStartAt = (isMadeUp ? this.#nextStartAt : now) + gapMs
    this.#admitted.add(now, 1)
    const perSecond = this.#admitted.perSecond(now)
    return { startedAt: now, perSecond, inFlight: inFlight + 1, isAtPace, isProbe }
  }

  /** `inFlight` counts this request too. */
  finish(ticket: Ticket, now: number, inFlight: number, verdict: RequestEnd): Hold {
    if (verdict.kind === 'refused') return this.#refuse(ticket, now, verdict.retryAfterMs)
    if (ticket.isProbe && this.#probe === 'out') this.#probe = 'none'
    if (verdict.kind === 'timed-out' && this.#isNew(ticket)) {
      this.#flight.shrink()
      this.#lastCutAt = now
    }
    if (verdict.kind === 'answered') this.#grow(ticket, now, inFlight)
    return noHold
  }

  /** Nothing starts for a while, then one lone probe; for when the service cannot be reached. */
  hold(now: number, ms: number): void {
    if (now + ms > this.#hold.until) this.#hold = { until: now + ms, ms }
    this.#probe = 'due'
  }

  #grow(ticket: Ticket, now: number, inFlight: number): void {
    const tookMs = Math.max(1, now - ticket.startedAt)
    // What took longer than any request does was not slow: the clock jumped.
    if (tookMs <= longestLatencyMs) {
      this.#latencyMs = this.#latencyMs === undefined ? tookMs : 0.9 * this.#latencyMs + 0.1 * tookMs
    }
    if (this.#isNew(ticket)) {
      this.#refusals = 0
      this.#borne = Math.max(this.#borne, ticket.inFlight)
    }
    if (ticket.isAtPace) this.#pace.grow()
    this.#flight.grow(now, inFlight)
  }

  #refuse(ticket: Ticket, now: number, retryAfterMs: number | undefined): Hold {
    this.#admitted.add(now, -1)
    const isNew = this.#isNew(ticket) || ticket.isProbe
    if (isNew) {
      this.#refusals += 1
      this.#cut(ticket, now)
      this.#lastCutAt = now
    }
    if (!isNew && retryAfterMs === undefined) return noHold
    const heldMs = this.#holdMs(retryAfterMs)
    this.#heldMsSinceCut += heldMs
    this.hold(now, heldMs)
    return { heldMs, isTooLong: heldMs > longestHoldMs }
  }

  #cut(ticket: Ticket, now: number): void {
    const isAlone = ticket.inFlight === 1
    // Even one alone was refused: the number in flight was never the trouble.
    if (isAlone) this.#flight.free()
    // A refused probe says that the hold was too short, and no more, once there is a pace.
    if (ticket.isProbe && this.#pace.perSecond !== undefined) return
    const isRate = isAlone || ticket.inFlight <= Math.max(this.#borne, this.#borneBefore)
    const measured = this.#measure(ticket, now)
    // Both, when it was the pace that held requests back, and not the number in flight.
    if (isRate || (ticket.isAtPace && ticket.inFlight < this.limit)) this.#pace.cut(measured)
    if (!isRate) {
      this.#flight.cut(now, ticket.inFlight)
      this.#pace.startAt((1000 * (ticket.inFlight - 1)) / (this.#latencyMs ?? 1_000))
    }
    this.#admitted.restart(now)
    this.#heldMsSinceCut = 0
    this.#borneBefore = this.#borne
    this.#borne = 0
  }

  /** How many a second were borne until this one was refused. */
  #measure(ticket: Ticket, now: number): number | undefined {
    const isMostlyHeld = this.#heldMsSinceCut > longHoldShare * this.#admitted.spanMs(now)
    return isMostlyHeld ? this.#admitted.mean(now) : ticket.perSecond
  }

  /** It started after the last cut: what becomes of it says something of how things are now. */
  #isNew(ticket: Ticket): boolean {
    return ticket.startedAt > this.#lastCutAt
  }

  #holdMs(retryAfterMs: number | undefined): number {
    const { random } = this.#settings
    if (retryAfterMs !== undefined) return retryAfterMs * (1 + 0.05 * random())
    return Math.min(30_000, 250 * 2 ** (Math.max(1, this.#refusals) - 1)) * (0.5 + 0.5 * random())
  }

  #gapMs(): number {
    return Math.max(this.#paceGapMs(), this.#spreadGapMs())
  }

  #paceGapMs(): number {
    const { maxPerSecond = Number.POSITIVE_INFINITY } = this.#settings
    return 1000 / Math.min(maxPerSecond, this.#pace.perSecond ?? Number.POSITIVE_INFINITY)
  }

  #spreadGapMs(): number {
    const gapMs = (spreadShare * (this.#latencyMs ?? 0)) / this.limit
    return this.limit === 1 || gapMs < leastSpreadMs ? 0 : gapMs
  }
}

/** Memory comes from a file. */
function toUsable(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined
}
