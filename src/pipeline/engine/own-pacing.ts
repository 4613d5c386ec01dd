import { nextStart } from './next-start.ts'
import { PaceKnob } from './pace-knob.ts'
import type { PacedStart, Pacing, RefusedStart } from './pacing.ts'
import { Pause } from './pause.ts'
import { RateMeter } from './rate-meter.ts'

/** When holds took more than this share of the time, the rate between them tells nothing. */
const longHoldShare = 0.5

/** The pace of a process that sends alone. Pure. */
export class OwnPacing implements Pacing {
  readonly cutElsewhereAt = -1
  readonly #knob: PaceKnob
  readonly #mostPerSecond: number
  readonly #pause = new Pause()
  readonly #admitted = new RateMeter()
  #nextStartAt = 0
  #heldMsSinceCut = 0

  constructor(perSecond: number | undefined, mostPerSecond = Number.POSITIVE_INFINITY) {
    this.#knob = new PaceKnob(perSecond)
    this.#mostPerSecond = mostPerSecond
  }

  get perSecond(): number | undefined {
    return this.#knob.perSecond
  }

  expect(): void {}

  onChange(): void {}

  waitMs(now: number, spreadGapMs: number, isFull: boolean): number {
    const heldMs = this.#pause.heldMs(now)
    if (heldMs > 0) return heldMs
    if (this.#pause.isProbing || isFull) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(this.#gapMs(spreadGapMs), this.#nextStartAt - now))
  }

  start(now: number, spreadGapMs: number): PacedStart {
    const isProbe = this.#pause.start()
    const gapMs = this.#gapMs(spreadGapMs)
    const lateMs = now - this.#nextStartAt
    const isAtPace = gapMs > 0 && gapMs === this.#paceGapMs() && lateMs < gapMs
    this.#nextStartAt = nextStart(this.#nextStartAt, now, gapMs)
    this.#admitted.add(now, 1)
    return { startedAt: now, perSecond: this.#admitted.perSecond(now), isAtPace, isProbe }
  }

  takeBack(now: number, { startedAt, isProbe }: PacedStart): void {
    this.#pause.takeBack(isProbe)
    this.#admitted.takeBack(now, startedAt)
    this.#nextStartAt = Math.min(this.#nextStartAt, now)
  }

  grow(): void {
    this.#knob.grow()
  }

  endProbe(): void {
    this.#pause.endProbe()
  }

  refuse(now: number, { startedAt, tells, perSecond, guess, heldMs }: RefusedStart): void {
    this.#admitted.takeBack(now, startedAt)
    if (tells !== 'nothing') {
      if (tells === 'rate') this.#knob.cut(this.#measure(now, perSecond))
      else this.#knob.startAt(guess)
      this.#admitted.restart(now)
      this.#heldMsSinceCut = 0
    }
    if (heldMs === undefined) return
    this.#heldMsSinceCut += heldMs
    this.hold(now, heldMs)
  }

  hold(now: number, ms: number): void {
    this.#pause.hold(now, ms)
  }

  /** How many a second were borne until one was refused. */
  #measure(now: number, perSecond: number | undefined): number | undefined {
    const isMostlyHeld = this.#heldMsSinceCut > longHoldShare * this.#admitted.spanMs(now)
    return isMostlyHeld ? this.#admitted.mean(now) : perSecond
  }

  #gapMs(spreadGapMs: number): number {
    return Math.max(this.#paceGapMs(), spreadGapMs)
  }

  #paceGapMs(): number {
    return 1000 / Math.min(this.#mostPerSecond, this.#knob.perSecond ?? Number.POSITIVE_INFINITY)
  }
}
