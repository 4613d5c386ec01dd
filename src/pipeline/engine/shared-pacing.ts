import type { PaceState, PaceUpdate, Reservation, TargetPace } from '../../ledger/port/team.ts'
import type { Clock } from '../../support/clock.ts'
import { nextStart, type PacedStart, type Pacing, type RefusedStart } from './pacing.ts'
import { ProbedHold } from './probed-hold.ts'
import { RateController } from './rate-controller.ts'
import { RateMeter } from './rate-meter.ts'

/** Length of the block of start times that a process reserves ahead. */
const blockMs = 250
/** A start time missed by more is given up: caught up with, it would come on top of other processes' starts. */
const latestMs = 60
const leastAtPaceMs = 10
const retryMs = 1_000

export interface SharedPacingPorts {
  clock: Clock
  /** Initial pace, when no process has sent for long. */
  initial: number | undefined
  mostPerSecond: number | undefined
  onFailure(error: unknown): void
}

/**
 * One pace for all processes that send to a target. Start times are reserved in blocks, ahead of need; without a known
 * limit they are only counted. News from another process gives up those that remain.
 */
export class SharedPacing implements Pacing {
  cutElsewhereAt = -1
  readonly #target: TargetPace
  readonly #ports: SharedPacingPorts
  readonly #rate = new RateController(undefined)
  readonly #outage = new ProbedHold()
  readonly #hold = new ProbedHold()
  readonly #all = new RateMeter()
  readonly #own = new RateMeter()
  readonly #stopListening: () => void
  #listener = (): void => {}
  #isClosed = false
  #known: PaceState | undefined
  /** Start times of this process, earliest first. */
  #slots: number[] = []
  #block = 1
  /** Calls are numbered, so that a late answer does not replace a newer one. */
  #asked = 0
  #answered = 0
  #isReserving = false
  /** Changes by any process: the total so far, and the total at the last known state's call. */
  #remoteChanges = 0
  #seenChanges = 0
  #askNextAt = 0
  #reportedAt = 0
  #unreported = 0
  #reported = 0
  #others = 0
  #growth = 1
  #nextOwnAt = 0

  constructor(target: TargetPace, ports: SharedPacingPorts) {
    this.#target = target
    this.#ports = ports
    this.#stopListening = target.listen(() => this.#onRemoteChange())
  }

  get perSecond(): number | undefined {
    return this.#rate.perSecond
  }

  get isAtCeiling(): boolean {
    return this.#rate.isAtCeiling
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
  }

  onChange(listener: () => void): void {
    this.#listener = listener
  }

  expect(now: number, waiting: number): void {
    // A probe may start at any time.
    while (!this.#hold.isProbeDue && (this.#slots[0] ?? now) < now - latestMs) this.#slots.shift()
    if (this.#isClosed || this.#isReserving || now < this.#askNextAt) return
    // No more start times before the probe ends: this process's own, or that of a process with a newer probe.
    const isOut = this.#hold.isProbing && this.#remoteChanges === this.#seenChanges
    const hasProbe = isOut || (this.#hold.isProbeDue && this.#slots.length > 0)
    if (this.#hold.heldMs(now) > 0 || hasProbe) return
    const isWanted = this.#isFree
      ? this.#unreported !== 0 && now >= this.#reportedAt + blockMs
      : waiting > this.#slots.length && this.#slots.length <= this.#block / 2
    if (isWanted) void this.#reserve(now, waiting)
  }

  waitMs(now: number, spreadGapMs: number, isFull: boolean): number {
    const heldMs = Math.max(this.#outage.heldMs(now), this.#hold.heldMs(now))
    if (heldMs > 0) return heldMs
    if (this.#outage.isProbing || this.#hold.isProbing || isFull) return Number.POSITIVE_INFINITY
    const ownMs = Math.max(0, Math.min(this.#gapMs(spreadGapMs), this.#nextOwnAt - now))
    if (this.#isFree) return ownMs
    const [slot] = this.#slots
    if (slot !== undefined) return Math.max(ownMs, slot - now)
    return now < this.#askNextAt ? this.#askNextAt - now : Number.POSITIVE_INFINITY
  }

  start(now: number, spreadGapMs: number): PacedStart {
    const slot = this.#slots.shift()
    // Both probes may be due; one request serves for both.
    const [isOwnProbe, isProbe] = [this.#outage.start(), this.#hold.start()]
    this.#nextOwnAt = nextStart(this.#nextOwnAt, now, this.#gapMs(spreadGapMs))
    this.#own.add(now, 1)
    this.#all.add(now, 1)
    this.#unreported += 1
    const gapMs = 1000 / (this.perSecond ?? Number.POSITIVE_INFINITY)
    const isAtPace = slot !== undefined && now - slot < Math.max(leastAtPaceMs, gapMs)
    const reserved = slot === undefined ? undefined : this.#slots
    return { startedAt: now, perSecond: this.#all.perSecond(now), isAtPace, isProbe: isOwnProbe || isProbe, reserved }
  }

  undoStart(now: number, { startedAt, isProbe, reserved }: PacedStart): void {
    this.#outage.undoStart(isProbe)
    this.#hold.undoStart(isProbe)
    this.#own.subtract(now, startedAt)
    this.#discountForAll(now, startedAt)
    this.#nextOwnAt = Math.min(this.#nextOwnAt, now)
    if (reserved === this.#slots) this.#slots.unshift(now)
  }

  grow(): void {
    const before = this.#rate.perSecond
    this.#rate.grow()
    if (before !== undefined) this.#growth *= (this.#rate.perSecond ?? before) / before
  }

  endProbe(): void {
    this.#outage.endProbe()
    if (this.#hold.endProbe()) void this.#report((news) => this.#target.endProbe(news))
  }

  refuse(now: number, { startedAt, perSecond, evidence, guess, heldMs }: RefusedStart): void {
    this.#discountForAll(now, startedAt)
    if (heldMs === undefined) return
    if (evidence === 'rate') this.#rate.cut(perSecond)
    if (evidence === 'limit') this.#rate.startAt(Math.max(guess, perSecond ?? 0))
    const { perSecond: cutTo, ceiling } = this.#rate
    const cut = evidence === 'nothing' || cutTo === undefined ? undefined : { perSecond: cutTo, ceiling }
    this.#hold.hold(now, heldMs)
    this.#remoteChanges += 1
    this.#slots = []
    const { cuts = 0 } = this.#known ?? {}
    void this.#report((news) => this.#target.refuse({ ...news, ageMs: now - startedAt, cuts, heldMs, cut }))
  }

  hold(now: number, ms: number): void {
    this.#outage.hold(now, ms)
  }

  /** No limit is known, and every change by other processes was read. */
  get #isFree(): boolean {
    const isSettled = this.#known !== undefined && this.#remoteChanges === this.#seenChanges && !this.#hold.isProbeDue
    return isSettled && this.perSecond === undefined
  }

  #gapMs(spreadGapMs: number): number {
    return Math.max(spreadGapMs, 1000 / (this.#ports.mostPerSecond ?? Number.POSITIVE_INFINITY))
  }

  #discountForAll(now: number, startedAt: number): void {
    this.#all.subtract(now, startedAt)
    this.#unreported -= 1
  }

  #onRemoteChange(): void {
    this.#remoteChanges += 1
    this.#slots = []
    this.#askNextAt = 0
    this.#listener()
  }

  async #reserve(now: number, waiting: number): Promise<void> {
    this.#isReserving = true
    const heard = this.#remoteChanges
    const { cuts = 0 } = this.#known ?? {}
    const growth = this.#growth
    this.#growth = 1
    this.#block = Math.max(1, Math.min(waiting, Math.ceil(((this.#own.perSecond(now) ?? 0) * blockMs) / 1000)))
    const options = { wanted: this.#block, growth, cuts, initial: this.#ports.initial }
    const reserved = await this.#report((news) => this.#target.reserve({ ...news, ...options }))
    this.#isReserving = false
    if (reserved !== undefined) {
      this.#seenChanges = heard
      // A change meanwhile has taken the start times back.
      if (heard === this.#remoteChanges) this.#acceptSlots(this.#ports.clock.now(), reserved)
    }
    this.#listener()
  }

  /** Reports the unreported starts too. Undefined after a failed call. */
  async #report<State extends PaceState>(ask: (news: PaceUpdate) => Promise<State>): Promise<State | undefined> {
    const { clock, onFailure } = this.#ports
    const news = { started: this.#unreported }
    this.#reported += this.#unreported
    this.#unreported = 0
    const reported = this.#reported
    this.#reportedAt = clock.now()
    this.#asked += 1
    const number = this.#asked
    try {
      const state = await ask(news)
      // Older answers are out of date.
      if (number > this.#answered) this.#follow(clock.now(), state, state.started - reported)
      this.#answered = Math.max(this.#answered, number)
      return state
    } catch (error) {
      this.#askNextAt = clock.now() + retryMs
      if (!this.#isClosed) onFailure(error)
      return undefined
    }
  }

  /** `others`: starts ever of all other processes. */
  #follow(now: number, state: PaceState, others: number): void {
    const before = this.#known
    this.#known = state
    if (before !== undefined && state.cuts !== before.cuts) {
      this.cutElsewhereAt = now
      this.#all.restart(now)
      this.#slots = []
      this.#growth = 1
    } else if (before !== undefined) this.#all.add(now, others - this.#others)
    this.#others = others
    const { perSecond, ceiling, heldMs } = state
    this.#rate.follow(perSecond === undefined ? undefined : perSecond * this.#growth, ceiling)
    if (heldMs === 0) return
    this.#hold.hold(now, heldMs)
    this.#slots = []
  }

  #acceptSlots(now: number, { granted, waitMs, isProbe, heldMs, probingMs, perSecond }: Reservation): void {
    if (heldMs > 0) return
    this.#askNextAt = probingMs > 0 ? now + probingMs : 0
    if (isProbe) this.#hold.claimProbe()
    // The probe of another process was answered.
    else if (probingMs === 0) this.#hold.end()
    const gapMs = perSecond === undefined ? 0 : 1000 / perSecond
    for (let index = 0; index < granted; index += 1) this.#slots.push(now + waitMs + index * gapMs)
  }
}
