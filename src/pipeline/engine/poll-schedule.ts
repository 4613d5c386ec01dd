import { z } from 'zod'
import type { ScoreTiming } from '../model/estimate.ts'
import {
  estimateReadyTimes,
  fitPatience,
  fitPlan,
  longestGapMs,
  nextPollAge,
  type PollPlan,
  type ReadyObservation,
  shortestGapMs,
  simulatePlan,
} from './poll-plan.ts'

/** Only watched rows give observations: the first ones, and every twentieth of the others, fewer while creates wait. */
const sentinels = 20
const watchEvery = 20
const watchEveryPacing = 100
const mostWatched = 60
/** The others have shown their times: with none of those, the plan would follow the age of what still waits. */
const mostWaiting = 30
/**
 * Some services have scores at once: a sentinel is first polled at an age of 25 to 263 ms. They are spread over one gap,
 * so that their later polls are at different ages, too.
 */
const soonestMs = 25
const sentinelGrowth = 0.4
/** Until this many were ready the plan may still change, so each row looks at it again after a share of its age. */
const fewestToTrust = 10
const reviewShare = 0.12
const shortestReviewMs = 400
/** While creates wait, a postponed poll is reconsidered this often. */
const patienceReviewMs = 10_000
/** Shortest time between two fits of the plan: each takes a millisecond. */
const refitMs = 250
const rememberedTimes = 20
const untilKnown: PollPlan = { firstMs: 5_000, gapMs: 5_000 }

interface WatchedSubmission extends ReadyObservation {
  /** Ordinal of acceptance. */
  index: number
}

/**
 * Learns when polling pays. A first run polls twenty sentinels closely. Their times and those of every twentieth other
 * row, pending ones too, give the plan for all. Memory does not grow with the rows.
 */
export class PollSchedule {
  /** From an earlier run; counts as this many more observations. */
  readonly #known: readonly number[]
  #readyMs: readonly number[]
  #plan: PollPlan
  /** Age of a poll while creates wait for the pace. */
  #patientMs = 0
  #accepted = 0
  #ready = 0
  #fittedAt = Number.NEGATIVE_INFINITY
  readonly #watched = new Map<number, WatchedSubmission>()

  /** `snapshot`: from an earlier run; any other shape, such as an older version's, is ignored. */
  constructor(snapshot?: unknown) {
    this.#known = readReadyTimes(snapshot)
    this.#readyMs = this.#known
    this.#plan = untilKnown
    this.#fit()
  }

  /** For the next run: times until scores were ready, ascending; undefined with too few observations. */
  get snapshot(): { readyMs: readonly number[] } | undefined {
    if (!this.#isTrusted) return undefined
    const sorted = this.#readyMs.toSorted((left, right) => left - right)
    const at = (index: number): number => Math.floor(((index + 0.5) * sorted.length) / rememberedTimes)
    return { readyMs: Array.from({ length: rememberedTimes }, (_, index) => Math.ceil(sorted[at(index)] ?? 0)) }
  }

  /** `isPacing`: creates wait for their turn at the pace of the service, and each poll takes one. */
  firstPollAt(id: number, acceptedAt: number, isPacing = false): number {
    const index = this.#accepted
    this.#accepted += 1
    const every = isPacing ? watchEveryPacing : watchEvery
    if ((index < sentinels || index % every === 0) && this.#hasRoom()) {
      this.#watched.set(id, { index, afterMs: 0, untilMs: Number.POSITIVE_INFINITY })
    }
    return this.#patientAt(id, acceptedAt, 0, isPacing) ?? this.#nextAt(id, acceptedAt, 0)
  }

  nextPollAt(id: number, acceptedAt: number, now: number, isPacing = false): number {
    const ageMs = Math.max(0, now - acceptedAt)
    const watched = this.#watched.get(id)
    if (watched !== undefined) {
      watched.afterMs = ageMs
      this.#refit(now)
    }
    const planned = this.#nextAt(id, acceptedAt, ageMs)
    return isPacing ? Math.max(planned, now + Math.min(longestGapMs, ageMs / 2)) : planned
  }

  /** A later time for a due poll, when other scores have meanwhile shown that it is too early, or creates wait. */
  deferral(id: number, acceptedAt: number, now: number, isPacing = false): number | undefined {
    const ageMs = Math.max(0, now - acceptedAt)
    const patientAt = this.#patientAt(id, acceptedAt, ageMs, isPacing)
    if (patientAt !== undefined) return patientAt
    if (ageMs >= this.#firstAskMs(this.#watched.get(id))) return undefined
    return this.#nextAt(id, acceptedAt, ageMs)
  }

  onReady(id: number, acceptedAt: number, now: number): void {
    const watched = this.#watched.get(id)
    if (watched === undefined || isReady(watched)) return
    watched.untilMs = Math.max(watched.afterMs + 1, now - acceptedAt)
    this.#ready += 1
    // The plan is fitted at once to all observations that made it trusted.
    if (this.#ready === fewestToTrust) this.#fittedAt = Number.NEGATIVE_INFINITY
    this.#refit(now)
  }

  forget(id: number): void {
    this.#watched.delete(id)
  }

  get #isFirstRun(): boolean {
    return this.#known.length === 0
  }

  get #isTrusted(): boolean {
    return !this.#isFirstRun || this.#ready >= fewestToTrust
  }

  #isSentinel({ index }: WatchedSubmission): boolean {
    return this.#isFirstRun && index < sentinels
  }

  /** Age of the first poll. Some watched rows are polled sooner, or all observations would be the same. */
  #firstAskMs(watched: WatchedSubmission | undefined): number {
    if (watched === undefined) return this.#plan.firstMs
    if (this.#isSentinel(watched) || watched.afterMs > 0) return 0
    return this.#plan.firstMs * (0.75 + 0.5 * spread(watched.index))
  }

  #nextAt(id: number, acceptedAt: number, ageMs: number): number {
    return Math.ceil(acceptedAt + this.#nextAskMs(this.#watched.get(id), ageMs))
  }

  /** Undefined for a poll that is not postponed. Watched rows never are: the times are learned from them. */
  #patientAt(id: number, acceptedAt: number, ageMs: number, isPacing: boolean): number | undefined {
    if (!isPacing || !this.#isTrusted || ageMs >= this.#patientMs || this.#watched.has(id)) return undefined
    return Math.ceil(acceptedAt + Math.min(this.#patientMs, ageMs + patienceReviewMs))
  }

  #nextAskMs(watched: WatchedSubmission | undefined, ageMs: number): number {
    if (watched !== undefined && this.#isSentinel(watched)) return sentinelPollAge(watched.index, ageMs)
    const firstMs = this.#firstAskMs(watched)
    if (ageMs >= firstMs) return nextPollAge(this.#plan, ageMs)
    if (this.#isTrusted) return firstMs
    return Math.min(firstMs, ageMs + Math.max(shortestReviewMs, reviewShare * ageMs))
  }

  /** A pending oldest row keeps its place: newer ones would show only fast rows. */
  #hasRoom(): boolean {
    const waiting = [...this.#watched.values()].filter((one) => !isReady(one)).length
    if (waiting >= mostWaiting) return false
    if (this.#watched.size < mostWatched) return true
    const [oldest] = this.#watched
    return oldest !== undefined && isReady(oldest[1]) && this.#watched.delete(oldest[0])
  }

  #refit(now: number): void {
    const sinceMs = now - this.#fittedAt
    if (sinceMs >= 0 && sinceMs < refitMs) return
    this.#fittedAt = now
    const asked = [...this.#watched.values()].filter((one) => isReady(one) || one.afterMs > 0)
    this.#readyMs = [...this.#known, ...estimateReadyTimes(asked)]
    this.#fit()
  }

  #fit(): void {
    if (this.#readyMs.length === 0) return
    this.#plan = fitPlan(this.#readyMs)
    this.#patientMs = fitPatience(this.#readyMs)
  }
}

const rememberedSnapshot = z.object({ readyMs: z.array(z.number().positive()).length(rememberedTimes) })

/** Empty for any other shape. */
export function readReadyTimes(snapshot: unknown): readonly number[] {
  return rememberedSnapshot.safeParse(snapshot).data?.readyMs ?? []
}

function isReady({ untilMs }: ReadyObservation): boolean {
  return untilMs < Number.POSITIVE_INFINITY
}

function sentinelPollAge(index: number, ageMs: number): number {
  if (ageMs === 0) return soonestMs + (index / sentinels) * shortestGapMs
  return ageMs + Math.min(longestGapMs, Math.max(shortestGapMs, sentinelGrowth * ageMs))
}

/** Golden-ratio sequence: numbers in [0, 1), each far from the ones before. */
function spread(index: number): number {
  return (index * 0.618_033_988_75) % 1
}

const nearlyAll = 0.95

/** `snapshot`: poll snapshot of earlier runs. Pure. */
export function estimateScoreTiming(snapshot: unknown): ScoreTiming | undefined {
  const times = readReadyTimes(snapshot)
  if (times.length === 0) return undefined
  const plan = fitPlan(times)
  const seenMs = times.map((ms) => simulatePlan(plan, ms).askMs).toSorted((left, right) => left - right)
  return {
    callsEach: meanCalls(plan, times),
    patientCallsEach: meanCalls({ firstMs: fitPatience(times), gapMs: longestGapMs }, times),
    readyMs: seenMs[Math.ceil(nearlyAll * seenMs.length) - 1] ?? 0,
  }
}

function meanCalls(plan: PollPlan, times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + simulatePlan(plan, ms).calls, 0) / times.length
}
