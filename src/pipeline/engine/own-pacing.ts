import { nextStart, type PacedStart, type Pacing, type RefusedStart } from './pacing.ts'
import { ProbedHold } from './probed-hold.ts'
import { RateController } from './rate-controller.ts'
import { RateMeter } from './rate-meter.ts'

/** After holds of more than this share of the time, the rate between them tells nothing. */
const longHoldShare = 0.5

/** For a process that sends alone. Pure. */
export class OwnPacing implements Pacing {
  readonly cutElsewhereAt = -1
  readonly #rate: RateController
  readonly #mostPerSecond: number
  readonly #hold = new ProbedHold()
  readonly #admitted = new RateMeter()
  #nextStartAt = 0
  #heldMsSinceCut = 0

  constructor(perSecond: number | undefined, mostPerSecond = Number.POSITIVE_INFINITY) {
    this.#rate = new RateController(perSecond)
    this.#mostPerSecond = mostPerSecond
  }

  get perSecond(): number | undefined {
    return this.#rate.perSecond
  }

  get isAtCeiling(): boolean {
    return this.#rate.isAtCeiling
  }

  waitMs(now: number, spreadGapMs: number, isFull: boolean): number {
    const heldMs = this.#hold.heldMs(now)
    if (heldMs > 0) return heldMs
    if (this.#hold.isProbing || isFull) return Number.POSITIVE_INFINITY
    return Math.max(0, Math.min(this.#gapMs(spreadGapMs), this.#nextStartAt - now))
  }

  start(now: number, spreadGapMs: number): PacedStart {
    const isProbe = this.#hold.start()
    const gapMs = this.#gapMs(spreadGapMs)
    const lateMs = now - this.#nextStartAt
    const isAtPace = gapMs > 0 && gapMs === this.#paceGapMs() && lateMs < gapMs
    this.#nextStartAt = nextStart(this.#nextStartAt, now, gapMs)
    this.#admitted.add(now, 1)
    return { startedAt: now, perSecond: this.#admitted.perSecond(now), isAtPace, isProbe }
  }

  undoStart(now: number, { startedAt, isProbe }: PacedStart): void {
    this.#hold.undoStart(isProbe)
    this.#admitted.subtract(now, startedAt)
    this.#nextStartAt = Math.min(this.#nextStartAt, now)
  }

  grow(): void {
    this.#rate.grow()
  }

  endProbe(): void {
    this.#hold.endProbe()
  }

  refuse(now: number, { startedAt, evidence, perSecond, guess, heldMs }: RefusedStart): void {
    this.#admitted.subtract(now, startedAt)
    if (evidence !== 'nothing') {
      if (evidence === 'rate') this.#rate.cut(this.#measure(now, perSecond))
      else this.#rate.startAt(guess)
      this.#admitted.restart(now)
      this.#heldMsSinceCut = 0
    }
    if (heldMs === undefined) return
    this.#heldMsSinceCut += heldMs
    this.hold(now, heldMs)
  }

  hold(now: number, ms: number): void {
    this.#hold.hold(now, ms)
  }

  /** Admitted rate up to the refusal, a second. */
  #measure(now: number, perSecond: number | undefined): number | undefined {
    const isMostlyHeld = this.#heldMsSinceCut > longHoldShare * this.#admitted.spanMs(now)
    return isMostlyHeld ? this.#admitted.mean(now) : perSecond
  }

  #gapMs(spreadGapMs: number): number {
    return Math.max(this.#paceGapMs(), spreadGapMs)
  }

  #paceGapMs(): number {
    return 1000 / Math.min(this.#mostPerSecond, this.#rate.perSecond ?? Number.POSITIVE_INFINITY)
  }
}
