/** A request that was let go, as far as the pace has to do with it. */
export interface PacedStart {
  startedAt: number
  /** How many a second started when it did, whoever sent them; undefined when too few to tell. */
  perSecond: number | undefined
  /** It started as soon as the pace allowed: the pace is what holds requests back. */
  isAtPace: boolean
  isProbe: boolean
  /** The start times of which it took one, to be put back there unless they were given up; undefined when it took none. */
  reserved?: readonly number[] | undefined
}

/** A request that was refused for being one too many. */
export interface RefusedStart extends Pick<PacedStart, 'startedAt' | 'perSecond'> {
  /** What is to be learned from it: nothing that is not known yet, that there is a limit somewhere near, or that this is the rate. */
  evidence: 'nothing' | 'limit' | 'rate'
  /** Where the limit may be, when it is not known yet. */
  guess: number
  /** Nothing starts for so long, then one probe; undefined when nothing is held for it. */
  heldMs: number | undefined
}

/**
 * When requests may start: how many a second, holds, and the lone probe that follows each. It is that of this process
 * alone, or one for all that send to a target.
 */
export interface Pacing {
  /** None until a rate limit was proven. */
  readonly perSecond: number | undefined
  /** When another process has learned of the limit last; what had started before says nothing new. */
  readonly cutElsewhereAt: number
  /** So many requests wait for their turn. */
  expect(now: number, waiting: number): void
  /**
   * Milliseconds until the next request may start; Infinity for "not before something happens". `spreadGapMs` is to be
   * kept between two of this process; `isFull`: as many are in flight as may be.
   */
  waitMs(now: number, spreadGapMs: number, isFull: boolean): number
  start(now: number, spreadGapMs: number): PacedStart
  /** One that was let go has not started after all. */
  undoStart(now: number, start: PacedStart): void
  /** One that started as soon as the pace allowed was answered. */
  grow(): void
  /** The probe has come back, and not because it was refused. */
  endProbe(): void
  refuse(now: number, refusal: RefusedStart): void
  /** The service cannot be reached from here: nothing of this process starts for a while, then one lone probe. */
  hold(now: number, ms: number): void
  /** `listener` hears when waiting may have got shorter by what happens elsewhere. */
  onChange(listener: () => void): void
}
