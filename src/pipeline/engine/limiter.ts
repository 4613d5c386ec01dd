import type { Random } from '../../support/random.ts'
import type { Pace } from '../model/events.ts'
import { ConcurrencyController } from './concurrency-controller.ts'
import type { LimiterSnapshot } from './limiter-snapshot.ts'
import { OwnPacing } from './own-pacing.ts'
import type { PacedStart, Pacing, RefusedStart } from './pacing.ts'

/** How a request ended, as far as the limits of the service go. */
export type RequestEnd =
  | { kind: 'answered' }
  /** 429, 503 with Retry-After and the like: surely not processed, because of too much. */
  | { kind: 'refused'; retryAfterMs: number | undefined; status?: number | undefined }
  | { kind: 'timed-out' }
  /** Says nothing about limits, as a lost connection. */
  | { kind: 'lost' }
  /** Nothing was asked of the service after all: its turn is somebody else's. */
  | { kind: 'unsent' }

/** A request that was let go. */
export interface Ticket extends PacedStart {
  /** How many were in flight with it. */
  inFlight: number
}

export interface LimiterSettings {
  maxInFlight: number
  maxPerSecond: number | undefined
  random: Random
  /** What an earlier run learned, from `memory`. */
  snapshot?: LimiterSnapshot | undefined
  /** Of all that send to the target; without it this process counts as alone. */
  pacing?: Pacing | undefined
}

/** How long everything is held after a request has ended; 0 when it is not. */
export interface Hold {
  heldMs: number
  isTooLong: boolean
}

const noHold: Hold = { heldMs: 0, isTooLong: false }
const longestHoldMs = 5 * 60_000
const startInFlight = 2
const longestLatencyMs = 60_000
/** The requests that fill the flight are spread over this share of the latency: a burst would find limits that are not there. */
const spreadShare = 0.8
const leastSpreadMs = 1

/**
 * Finds and keeps limits that nobody told us, with two knobs: how many in flight, which is this process's own, and how
 * many a second, which may be that of all who send to the target. Pure: it is told the time and what happened, and says
 * what is allowed. A refusal holds everybody, costs one cut per flight, and is followed by one lone probe. Which knob is
 * cut is a matter of evidence: a request that was refused although no more were in flight than were borne before was
 * refused for its rate.
 */
export class Limiter {
  readonly #settings: LimiterSettings
  readonly #concurrency: ConcurrencyController
  readonly #pacing: Pacing
  #latencyMs: number | undefined
  #lastCutAt = -1
  /** Most in flight that was borne since the last cut, and between that and the one before. */
  #borne = 0
  #borneBefore = 0
  /** Refusals in a row since the last answer to a probe. */
  #refusals = 0

  constructor(settings: LimiterSettings) {
    const { maxInFlight, maxPerSecond, snapshot, pacing } = settings
    this.#settings = settings
    this.#concurrency = new ConcurrencyController(maxInFlight, toUsable(snapshot?.inFlight) ?? startInFlight)
    this.#pacing = pacing ?? new OwnPacing(toUsable(snapshot?.perSecond), maxPerSecond)
  }

  get snapshot(): LimiterSnapshot {
    return { inFlight: this.#concurrency.value, perSecond: this.#pacing.perSecond }
  }

  /** How long an answer takes lately; undefined before the first one. */
  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  get pace(): Pace {
    return { perSecond: this.#pacing.perSecond, inFlight: this.limit }
  }

  get limit(): number {
    return this.#concurrency.limit
  }

  /** `listener` hears when waiting may have got shorter by what happens elsewhere. */
  onChange(listener: () => void): void {
    this.#pacing.onChange(listener)
  }

  /** So many requests wait for their turn. */
  expect(now: number, waiting: number): void {
    this.#pacing.expect(now, waiting)
  }

  /** Milliseconds until the next request may start: 0 for now, Infinity for "when another one has ended". */
  waitMs(now: number, inFlight: number): number {
    return this.#pacing.waitMs(now, this.#spreadGapMs(), inFlight >= this.limit)
  }

  /** `inFlight` does not count this request yet. */
  start(now: number, inFlight: number): Ticket {
    // What is spread stands last: whatever is added behind it takes Node.js 20 a microsecond each.
    return { inFlight: inFlight + 1, ...this.#pacing.start(now, this.#spreadGapMs()) }
  }

  /** `inFlight` counts this request too. */
  finish(ticket: Ticket, now: number, inFlight: number, verdict: RequestEnd): Hold {
    if (verdict.kind === 'refused') return this.#refuse(ticket, now, verdict.retryAfterMs)
    if (verdict.kind === 'unsent') {
      this.#pacing.undoStart(now, ticket)
      return noHold
    }
    if (ticket.isProbe) this.#pacing.endProbe()
    if (verdict.kind === 'timed-out' && this.#isNew(ticket)) {
      this.#concurrency.shrink()
      this.#lastCutAt = now
    }
    if (verdict.kind === 'answered') this.#grow(ticket, now, inFlight)
    return noHold
  }

  /** Nothing starts for a while, then one lone probe; for when the service cannot be reached. */
  hold(now: number, ms: number): void {
    this.#pacing.hold(now, ms)
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
    if (ticket.isAtPace) this.#pacing.grow()
    this.#concurrency.grow(now, inFlight)
  }

  #refuse(ticket: Ticket, now: number, retryAfterMs: number | undefined): Hold {
    const isNew = this.#isNew(ticket) || ticket.isProbe
    if (isNew) this.#refusals += 1
    const { startedAt, perSecond } = ticket
    const guess = (1000 * Math.max(1, ticket.inFlight - 1)) / (this.#latencyMs ?? 1_000)
    const evidence = isNew ? this.#learn(ticket, now) : 'nothing'
    const heldMs = isNew || retryAfterMs !== undefined ? this.#holdMs(retryAfterMs) : undefined
    this.#pacing.refuse(now, { startedAt, perSecond, evidence, guess, heldMs })
    if (isNew) this.#lastCutAt = now
    return heldMs === undefined ? noHold : { heldMs, isTooLong: heldMs > longestHoldMs }
  }

  /** What the refusal says of the rate; what it says of the number in flight is taken to heart here. */
  #learn(ticket: Ticket, now: number): RefusedStart['evidence'] {
    const isAlone = ticket.inFlight === 1
    // Even one alone was refused: the number in flight was never the trouble.
    if (isAlone) this.#concurrency.removeCeiling()
    // A refused probe says that the hold was too short, and no more, once there is a pace.
    if (ticket.isProbe && this.#pacing.perSecond !== undefined) return 'nothing'
    const isRate = isAlone || ticket.inFlight <= Math.max(this.#borne, this.#borneBefore)
    // Both, when it was the pace that held requests back, and not the number in flight.
    const isPaceToo = ticket.isAtPace && ticket.inFlight < this.limit
    if (!isRate) this.#concurrency.cut(now, ticket.inFlight)
    this.#borneBefore = this.#borne
    this.#borne = 0
    return isRate || isPaceToo ? 'rate' : 'limit'
  }

  /** It started after the last cut: what becomes of it says something of how things are now. */
  #isNew(ticket: Ticket): boolean {
    return ticket.startedAt > Math.max(this.#lastCutAt, this.#pacing.cutElsewhereAt)
  }

  #holdMs(retryAfterMs: number | undefined): number {
    const { random } = this.#settings
    if (retryAfterMs !== undefined) return retryAfterMs * (1 + 0.05 * random())
    return Math.min(30_000, 250 * 2 ** (Math.max(1, this.#refusals) - 1)) * (0.5 + 0.5 * random())
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
