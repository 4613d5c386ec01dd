import type { Random } from '../../support/random.ts'
import type { Pace } from '../model/events.ts'
import { ConcurrencyController } from './concurrency-controller.ts'
import type { LimiterSnapshot } from './limiter-snapshot.ts'
import { OwnPacing } from './own-pacing.ts'
import type { PacedStart, Pacing, RefusedStart } from './pacing.ts'
import { StrayAllowance } from './stray-allowance.ts'

/** The end of a request as evidence about the limits of the service. */
export type RequestEnd =
  | { kind: 'answered' }
  /** 429, 503 with Retry-After and the like: surely not processed, because of load. */
  | { kind: 'refused'; retryAfterMs: number | undefined; status?: number | undefined }
  | { kind: 'timed-out' }
  /** A lost connection tells nothing about limits. */
  | { kind: 'lost' }
  /** Nothing was sent after all: the turn goes to another request. */
  | { kind: 'unsent' }

export interface Ticket extends PacedStart {
  /** Number in flight, with this one. */
  inFlight: number
}

export interface LimiterSettings {
  maxInFlight: number
  maxPerSecond: number | undefined
  random: Random
  snapshot?: LimiterSnapshot | undefined
  /** Shared by all processes that send to the target; without it this process counts as alone. */
  pacing?: Pacing | undefined
}

/** Duration of the hold after a request has ended; 0 without a hold. */
export interface Hold {
  heldMs: number
  isTooLong: boolean
  /** A lone refusal, which tells nothing about a limit. */
  isStray?: boolean
}

const noHold: Hold = { heldMs: 0, isTooLong: false }
const longestHoldMs = 5 * 60_000
const startInFlight = 2
const longestLatencyMs = 60_000
/** Requests are spread over this share of the latency: a burst would find limits that do not exist. */
const spreadShare = 0.8
const leastSpreadMs = 1

/**
 * Finds and keeps undocumented limits with two controls: the number in flight, which is local, and the rate, which all
 * senders to the target may share. Pure: time and events come in, permission goes out. A stray refusal delays its own
 * request. Any other holds all sending, costs one cut per flight, and is followed by one probe. Evidence decides which
 * control is cut: a refusal with no more in flight than succeeded before is about the rate.
 */
export class Limiter {
  readonly #settings: LimiterSettings
  readonly #concurrency: ConcurrencyController
  readonly #pacing: Pacing
  #latencyMs: number | undefined
  #lastCutAt = -1
  /** Most in flight without a refusal since the last cut, and between that cut and the one before. */
  #borne = 0
  #borneBefore = 0
  /** Consecutive refusals since the last successful probe. */
  #refusals = 0
  #passedOverAt = -1
  readonly #strays = new StrayAllowance()

  constructor(settings: LimiterSettings) {
    const { maxInFlight, maxPerSecond, snapshot, pacing } = settings
    this.#settings = settings
    this.#concurrency = new ConcurrencyController(maxInFlight, toUsable(snapshot?.inFlight) ?? startInFlight)
    this.#pacing = pacing ?? new OwnPacing(toUsable(snapshot?.perSecond), maxPerSecond)
  }

  get snapshot(): LimiterSnapshot {
    return { inFlight: this.#concurrency.value, perSecond: this.#pacing.perSecond }
  }

  /** Moving average; undefined before the first answer. */
  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  /** To be told: a rate that so many in flight cannot reach is none. */
  get pace(): Pace {
    const { perSecond } = this.#pacing
    const mostPerSecond = (1000 * this.limit) / Math.max(1, this.#latencyMs ?? 1)
    const isReached = perSecond !== undefined && perSecond <= mostPerSecond
    return { perSecond: isReached ? perSecond : undefined, inFlight: this.limit }
  }

  get isPaced(): boolean {
    return this.#pacing.perSecond !== undefined || this.#settings.maxPerSecond !== undefined
  }

  get limit(): number {
    return this.#concurrency.limit
  }

  /** `listener` is called when other processes may have shortened the wait. */
  onChange(listener: () => void): void {
    this.#pacing.onChange?.(listener)
  }

  expect(now: number, waiting: number): void {
    this.#pacing.expect?.(now, waiting)
  }

  /** Milliseconds until the next request may start: 0 for now, Infinity until another one has ended. */
  waitMs(now: number, inFlight: number): number {
    return this.#pacing.waitMs(now, this.#spreadGapMs(), inFlight >= this.limit)
  }

  /** `inFlight` does not count this request yet. */
  start(now: number, inFlight: number): Ticket {
    // The spread object stands last: each property behind a spread costs a microsecond in Node.js 20.
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
    if (verdict.kind === 'answered') {
      this.#strays.answer()
      this.#grow(ticket, now, inFlight)
    }
    return noHold
  }

  /** Nothing starts for `ms`, then one probe; for when the service cannot be reached. */
  hold(now: number, ms: number): void {
    this.#pacing.hold(now, ms)
  }

  #grow(ticket: Ticket, now: number, inFlight: number): void {
    const tookMs = Math.max(1, now - ticket.startedAt)
    // Longer than any request takes: the clock jumped.
    if (tookMs <= longestLatencyMs) {
      this.#latencyMs = this.#latencyMs === undefined ? tookMs : 0.9 * this.#latencyMs + 0.1 * tookMs
    }
    if (this.#isNew(ticket)) {
      this.#refusals = 0
      if (ticket.startedAt > this.#passedOverAt) this.#borne = Math.max(this.#borne, ticket.inFlight)
    }
    if (ticket.isAtPace) this.#pacing.grow()
    this.#concurrency.grow(now, inFlight)
  }

  /** More in flight than ever, or a pace at which a limit was found, explains a refusal. */
  #isAtLimit(ticket: Ticket): boolean {
    if (this.#isMore(ticket)) return this.#concurrency.isLimited || ticket.inFlight <= startInFlight
    return ticket.isAtPace && this.#pacing.isAtCeiling
  }

  #isMore({ inFlight }: Ticket): boolean {
    return inFlight > Math.max(this.#borne, this.#borneBefore)
  }

  /** A lone refusal tells nothing about a limit, and holds only its own request back. */
  #isStray(ticket: Ticket, retryAfterMs = 0): boolean {
    const isExplained = ticket.isProbe || !this.#isNew(ticket) || this.#isAtLimit(ticket)
    return this.#strays.refuse(isExplained || retryAfterMs > longestHoldMs)
  }

  #passOver(ticket: Ticket, now: number): Hold {
    const { startedAt, perSecond, inFlight } = ticket
    if (this.#isMore(ticket)) this.#concurrency.suspect(inFlight)
    this.#passedOverAt = now
    this.#pacing.refuse(now, { startedAt, perSecond, evidence: 'nothing', guess: 0, heldMs: undefined })
    return { ...noHold, isStray: true }
  }

  #refuse(ticket: Ticket, now: number, retryAfterMs: number | undefined): Hold {
    if (this.#isStray(ticket, retryAfterMs)) return this.#passOver(ticket, now)
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

  /** Returns the evidence about the rate; cuts the concurrency here. */
  #learn(ticket: Ticket, now: number): RefusedStart['evidence'] {
    const isAlone = ticket.inFlight === 1
    // A request alone was refused, so the number in flight was not the cause.
    if (isAlone) this.#concurrency.removeCeiling()
    // Once there is a pace, a refused probe only says that the hold was too short.
    if (ticket.isProbe && this.#pacing.perSecond !== undefined) return 'nothing'
    const isRate = isAlone || ticket.inFlight <= Math.max(this.#borne, this.#borneBefore)
    // Both are cut when the pace held requests back, not the number in flight.
    const isPaceToo = ticket.isAtPace && ticket.inFlight < this.limit
    if (!isRate) this.#concurrency.cut(now, ticket.inFlight)
    this.#borneBefore = this.#borne
    this.#borne = 0
    return isRate || isPaceToo ? 'rate' : 'limit'
  }

  /** Started after the last cut, so it is evidence about the current limits. */
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

/** The snapshot comes from a file, so its types are not certain. */
function toUsable(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined
}
