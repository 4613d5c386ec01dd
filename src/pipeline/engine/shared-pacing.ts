import type { PaceState, PaceUpdate, Reservation, TargetPace } from '../../ledger/port/pace.ts'
import type { Clock } from '../../support/clock.ts'
import { nextStart } from './next-start.ts'
import type { PacedStart, Pacing, RefusedStart } from './pacing.ts'
import { ProbedHold } from './probed-hold.ts'
import { RateController } from './rate-controller.ts'
import { RateMeter } from './rate-meter.ts'

/** So much of its own future a process reserves at a time. */
const blockMs = 250
/** A start time that was missed by more is given up: made up for, it would come on top of those of others. */
const latestMs = 60
const leastAtPaceMs = 10
/** After an answer that never came. */
const retryMs = 1_000

export interface SharedPacingPorts {
  clock: Clock
  /** The pace to begin with, when nobody has sent for long. */
  initial: number | undefined
  /** Most requests a second that this process may start. */
  mostPerSecond: number | undefined
  /** The pace can no longer be had. */
  onFailure(error: unknown): void
}

/**
 * The pace of all who send to a target. Start times are reserved in blocks, ahead of need; while no limit is known they
 * are free, and only counted. What somebody else is told holds here too, as soon as it is heard of: start times that are
 * left are given up then, and new ones asked for.
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
  /** When requests of this process may start, the next one first. */
  #slots: number[] = []
  #block = 1
  /** Questions are numbered, so that an older answer is not taken for the newer one. */
  #asked = 0
  #answered = 0
  #isReserving = false
  /** How often something happened that all hear of, and how often it had when what is known was asked for. */
  #remoteChanges = 0
  #seenChanges = 0
  #askNextAt = 0
  #reportedAt = 0
  #unreported = 0
  #reported = 0
  #others = 0
  /** Since it was told last. */
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
    // Nothing more is to be had before the probe has come back: ours, or that of somebody who sent another one.
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
    // Both may be due; one request serves for both.
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

  /** No limit is known, and nothing is heard that has not been looked at. */
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
      // What happened meanwhile has taken them back.
      if (heard === this.#remoteChanges) this.#acceptSlots(this.#ports.clock.now(), reserved)
    }
    this.#listener()
  }

  /** Tells what was not told yet as well. Undefined when the answer never came. */
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
      // Older answers say nothing new.
      if (number > this.#answered) this.#follow(clock.now(), state, state.started - reported)
      this.#answered = Math.max(this.#answered, number)
      return state
    } catch (error) {
      this.#askNextAt = clock.now() + retryMs
      if (!this.#isClosed) onFailure(error)
      return undefined
    }
  }

  /** `others`: how many all but this process have ever started. */
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
    // Somebody else has had its answer.
    else if (probingMs === 0) this.#hold.end()
    const gapMs = perSecond === undefined ? 0 : 1000 / perSecond
    for (let index = 0; index < granted; index += 1) this.#slots.push(now + waitMs + index * gapMs)
  }
}
