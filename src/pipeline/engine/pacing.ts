export interface PacedStart {
  startedAt: number
  /** Start rate of all senders at its start; undefined when there were too few to tell. */
  perSecond: number | undefined
  /** The pace, not the number in flight, decided its start. */
  isAtPace: boolean
  isProbe: boolean
  /** Reserved start times that it took one from; `undoStart` puts it back unless they were given up since. */
  reserved?: readonly number[] | undefined
}

export interface RefusedStart extends Pick<PacedStart, 'startedAt' | 'perSecond'> {
  /** Nothing new, a limit somewhere near, or this rate as the limit. */
  evidence: 'nothing' | 'limit' | 'rate'
  /** Estimated limit a second, for when no rate is known. */
  guess: number
  /** Nothing starts for this long, then one probe; undefined without a hold. */
  heldMs: number | undefined
}

/** The rate, the holds, and the probe after each hold: of this process alone, or shared by all senders to a target. */
export interface Pacing {
  readonly perSecond: number | undefined
  /** A limit was found there. */
  readonly isAtCeiling: boolean
  /** Time of another process's last cut; requests that started before are no new evidence. */
  readonly cutElsewhereAt: number
  /** So many requests wait: for start times that are reserved ahead. */
  expect?(now: number, waiting: number): void
  /**
   * Milliseconds until the next request may start; Infinity until an event. `spreadGapMs`: gap between two requests of
   * this process. `isFull`: the limit in flight is reached.
   */
  waitMs(now: number, spreadGapMs: number, isFull: boolean): number
  start(now: number, spreadGapMs: number): PacedStart
  undoStart(now: number, start: PacedStart): void
  grow(): void
  /** The probe ended without a refusal. */
  endProbe(): void
  refuse(now: number, refusal: RefusedStart): void
  /** The service cannot be reached from here: this process starts nothing for `ms`, then one probe. */
  hold(now: number, ms: number): void
  /** `listener` is called when other processes may have shortened the wait. */
  onChange?(listener: () => void): void
}

/** A late timer may be caught up with, idle time never: that would be a burst. */
const leastCatchUpMs = 2
const catchUpShare = 0.1

export function nextStart(dueAt: number, now: number, gapMs: number): number {
  const isMadeUp = now - dueAt <= Math.max(leastCatchUpMs, catchUpShare * gapMs)
  return (isMadeUp ? dueAt : now) + gapMs
}
