import { fitPlan, longestGapMs, nextPollAge, type PollPlan, shortestGapMs } from './poll-plan.ts'
import { estimateReadyTimes, type ReadyObservation } from './ready-times.ts'

/** What a run learned, for the next one: times until scores were ready, from the shortest to the longest. */
export interface PollSnapshot {
  readyMs: readonly number[]
}

/** Only what is watched shows anything: the first ones, and every so many of the others. */
const sentinels = 20
const watchEvery = 20
const mostWatched = 60
/** Some services have the scores at once: sentinels are asked first between 25 ms and a second, each at another age. */
const soonestMs = 25
const soonestSpread = 40
const sentinelGrowth = 0.4
/** Until so many were seen ready, the plan may change any moment, and each row looks at it again after a share of its age. */
const fewestToTrust = 10
const reviewShare = 0.12
const shortestReviewMs = 500
/** A fit takes a millisecond. */
const refitMs = 250
const rememberedTimes = 20
const untilKnown: PollPlan = { firstMs: 5_000, gapMs: 5_000 }

interface WatchedSubmission extends ReadyObservation {
  /** Counts what was accepted. */
  index: number
}

/**
 * Learns when it pays to ask whether scores are ready. In a first run twenty sentinels are asked closely; what they and
 * every twentieth of the others show, pending ones too, gives the plan for all. Pure but for what it was told, and its
 * size does not grow with the rows.
 */
export class PollSchedule {
  /** From an earlier run; counted as so many sightings more. */
  readonly #known: readonly number[]
  #readyMs: readonly number[]
  #plan: PollPlan
  #accepted = 0
  #ready = 0
  #fittedAt = Number.NEGATIVE_INFINITY
  /** In the order they were accepted. */
  readonly #watched = new Map<number, WatchedSubmission>()

  /** `memory`: from an earlier run; anything else, such as an older form of it, is passed over. */
  constructor(memory?: unknown) {
    this.#known = readReadyTimes(memory)
    this.#readyMs = this.#known
    this.#plan = this.#isFirstRun ? untilKnown : fitPlan(this.#known)
  }

  /** What was learned, for the next run; undefined when too little was. */
  get snapshot(): PollSnapshot | undefined {
    if (!this.#isTrusted) return undefined
    const sorted = this.#readyMs.toSorted((left, right) => left - right)
    const at = (index: number): number => Math.floor(((index + 0.5) * sorted.length) / rememberedTimes)
    return { readyMs: Array.from({ length: rememberedTimes }, (_, index) => Math.ceil(sorted[at(index)] ?? 0)) }
  }

  firstPollAt(id: number, acceptedAt: number): number {
    const index = this.#accepted
    this.#accepted += 1
    if ((index < sentinels || index % watchEvery === 0) && this.#hasRoom()) {
      this.#watched.set(id, { index, afterMs: 0, untilMs: Number.POSITIVE_INFINITY })
    }
    return this.#nextAt(id, acceptedAt, 0)
  }

  /** When to ask again for one that was not ready at `now`. */
  nextPollAt(id: number, acceptedAt: number, now: number): number {
    const ageMs = Math.max(0, now - acceptedAt)
    const watched = this.#watched.get(id)
    if (watched !== undefined) {
      watched.afterMs = ageMs
      this.#refit(now)
    }
    return this.#nextAt(id, acceptedAt, ageMs)
  }

  /** For one that is due: a later time, when others have shown meanwhile that it is too early to ask for any. */
  deferral(id: number, acceptedAt: number, now: number): number | undefined {
    const ageMs = Math.max(0, now - acceptedAt)
    if (ageMs >= this.#firstAskMs(this.#watched.get(id))) return undefined
    return this.#nextAt(id, acceptedAt, ageMs)
  }

  onReady(id: number, acceptedAt: number, now: number): void {
    const watched = this.#watched.get(id)
    if (watched === undefined || isReady(watched)) return
    watched.untilMs = Math.max(watched.afterMs + 1, now - acceptedAt)
    this.#ready += 1
    // What is trusted from now on must know of all that made it so.
    if (this.#ready === fewestToTrust) this.#fittedAt = Number.NEGATIVE_INFINITY
    this.#refit(now)
  }

  /** No longer asked for in this run. */
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

  /** The age at which to ask first. Of those that are watched some are asked sooner, or all would show the same. */
  #firstAskMs(watched: WatchedSubmission | undefined): number {
    if (watched === undefined) return this.#plan.firstMs
    if (this.#isSentinel(watched) || watched.afterMs > 0) return 0
    return this.#plan.firstMs * (0.75 + 0.5 * spread(watched.index))
  }

  #nextAt(id: number, acceptedAt: number, ageMs: number): number {
    return Math.ceil(acceptedAt + this.#nextAskMs(this.#watched.get(id), ageMs))
  }

  #nextAskMs(watched: WatchedSubmission | undefined, ageMs: number): number {
    if (watched !== undefined && this.#isSentinel(watched)) return sentinelPollAge(watched.index, ageMs)
    const firstMs = this.#firstAskMs(watched)
    if (ageMs >= firstMs) return nextPollAge(this.#plan, ageMs)
    if (this.#isTrusted) return firstMs
    return Math.min(firstMs, ageMs + Math.max(shortestReviewMs, reviewShare * ageMs))
  }

  /** While the oldest one is pending it stays: later ones would only show what is fast. */
  #hasRoom(): boolean {
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
    if (this.#readyMs.length > 0) this.#plan = fitPlan(this.#readyMs)
  }
}

/** The times in a memory; none in anything else. */
export function readReadyTimes(memory: unknown): readonly number[] {
  if (typeof memory !== 'object' || memory === null || !('readyMs' in memory)) return []
  const { readyMs } = memory
  const isUsable =
    Array.isArray(readyMs) && readyMs.length === rememberedTimes && readyMs.every((ms) => Number.isFinite(ms) && ms > 0)
  return isUsable ? readyMs : []
}

function isReady({ untilMs }: ReadyObservation): boolean {
  return untilMs < Number.POSITIVE_INFINITY
}

function sentinelPollAge(index: number, ageMs: number): number {
  if (ageMs === 0) return soonestMs * soonestSpread ** spread(index)
  return ageMs + Math.min(longestGapMs, Math.max(shortestGapMs, sentinelGrowth * ageMs))
}

/** Numbers between 0 and 1, each far from the ones before. */
function spread(index: number): number {
  return (index * 0.618_033_988_75) % 1
}
