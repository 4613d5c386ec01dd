import { longestGapMs, nextAsk, type PollPlan, planAsks } from './poll-plan.ts'
import { ages, estimateReadyShares, type Prior, type ReadyShares, type Sighting, unknownShares } from './ready-times.ts'

/** What a run learned, for the next one. */
export interface PollMemory {
  shares: ReadyShares
}

/** Calls for each assessment; one is what an oracle needs that knows the ready time. */
export const callsAtMost = 2.2
const sentinels = 20
const watchEvery = 10
const mostWatched = 300
/** Sentinels are asked at ages that grow by this, each of them at other ones. */
const sentinelStep = 1.4
const firstSentinelMs = 250
/** A few of them begin sooner, in longer steps: some services have the scores at once. */
const hastyEvery = 4
const firstHastyMs = 25
const hastyStep = 2.5
/** Until so many were seen the plan may change any moment, and each row looks at it again after a share of its age. */
const fewestToTrust = 10
const reviewShare = 0.12
const shortestReviewMs = 500
/** A fit takes some milliseconds: often in the beginning, seldom later. */
const shortestRefitMs = 250
const longestRefitMs = 10_000
const refitGrowth = 1.15
/** How many sightings it takes to outweigh what was thought before. */
const ignorance: Prior = { shares: unknownShares, weight: 0.5 }
const memoryWeight = 30

let unknownPlan: PollPlan | undefined

/** The same for every run that knows nothing. */
function planForUnknown(): PollPlan {
  unknownPlan ??= planAsks(unknownShares, callsAtMost)
  return unknownPlan
}

interface Watched extends Sighting {
  /** Counts what was accepted. */
  index: number
  firstAskMs: number
  isReady: boolean
}

/**
 * Learns when it pays to ask whether scores are ready. The first twenty, the sentinels, are asked closely; what they
 * and every tenth of the others show, pending ones too, gives the plan for all. Pure but for what it was told, and its
 * size does not grow with the rows.
 */
export class PollSchedule {
  readonly #prior: Prior
  #shares: ReadyShares
  #plan: PollPlan
  #accepted = 0
  #ready = 0
  #fittedAt: number | undefined
  #refitMs = shortestRefitMs
  /** In the order they were accepted. */
  readonly #watched = new Map<number, Watched>()

  /** `memory`: from an earlier run; what is no such thing, an older shape of it for one, is passed over. */
  constructor(memory?: unknown) {
    const known = readShares(memory)
    this.#prior = known === undefined ? ignorance : { shares: known, weight: memoryWeight }
    this.#shares = this.#prior.shares
    this.#plan = known === undefined ? planForUnknown() : planAsks(this.#shares, callsAtMost)
  }

  /** What was learned, for the next run; undefined when too little was. */
  get memory(): PollMemory | undefined {
    if (!this.#isTrusted) return undefined
    return { shares: this.#shares.map((share) => Number(share.toPrecision(4))) }
  }

  firstPollAt(id: number, acceptedAt: number): number {
    const index = this.#accepted
    this.#accepted += 1
    if (index < sentinels || index % watchEvery === 0) this.#watch(id, index)
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

  /** For one that is due: a later time, when it has shown meanwhile that it is too early to ask for any. */
  deferral(id: number, acceptedAt: number, now: number): number | undefined {
    const ageMs = Math.max(0, now - acceptedAt)
    if (ageMs >= this.#firstAskMs(this.#watched.get(id))) return undefined
    return this.#nextAt(id, acceptedAt, ageMs)
  }

  onReady(id: number, acceptedAt: number, now: number): void {
    const watched = this.#watched.get(id)
    if (watched === undefined || watched.isReady) return
    watched.untilMs = Math.max(watched.afterMs + 1, now - acceptedAt)
    watched.isReady = true
    this.#ready += 1
    // What is trusted from now on must know of all that made it so.
    if (this.#ready === fewestToTrust) this.#fittedAt = undefined
    this.#refit(now)
  }

  /** No longer asked for in this run. */
  forget(id: number): void {
    this.#watched.delete(id)
  }

  get #isTrusted(): boolean {
    return this.#prior !== ignorance || this.#ready >= fewestToTrust
  }

  /** The age at which to ask first: for what is watched no later than was thought when it was accepted. */
  #firstAskMs(watched: Watched | undefined): number {
    const [planned = 0] = this.#plan
    if (watched === undefined) return planned
    if (this.#isSentinel(watched) || watched.afterMs > 0) return 0
    return this.#isTrusted ? Math.min(watched.firstAskMs, vary(planned, 0, watched.index)) : watched.firstAskMs
  }

  #nextAt(id: number, acceptedAt: number, ageMs: number): number {
    return Math.ceil(acceptedAt + this.#nextAskMs(this.#watched.get(id), ageMs))
  }

  #isSentinel({ index }: Watched): boolean {
    return index < sentinels && this.#prior === ignorance
  }

  #nextAskMs(watched: Watched | undefined, ageMs: number): number {
    const planned = nextAsk(this.#plan, ageMs)
    const reviewMs = this.#isTrusted
      ? Number.POSITIVE_INFINITY
      : ageMs + Math.max(shortestReviewMs, reviewShare * ageMs)
    if (watched === undefined) return Math.min(planned, reviewMs)
    if (this.#isSentinel(watched)) return askSentinel(watched.index, ageMs)
    if (watched.afterMs > 0) return vary(planned, ageMs, watched.index)
    return Math.min(this.#firstAskMs(watched), reviewMs)
  }

  #watch(id: number, index: number): void {
    if (this.#watched.size >= mostWatched) {
      const [oldest] = this.#watched
      // While the oldest one is pending, later ones would only show what is fast.
      if (oldest === undefined || !oldest[1].isReady) return
      this.#watched.delete(oldest[0])
    }
    const firstAskMs = vary(this.#plan[0] ?? 0, 0, index)
    this.#watched.set(id, { index, firstAskMs, afterMs: 0, untilMs: Number.POSITIVE_INFINITY, isReady: false })
  }

  #refit(now: number): void {
    const sinceMs = now - (this.#fittedAt ?? Number.NEGATIVE_INFINITY)
    if (sinceMs >= 0 && sinceMs < this.#refitMs) return
    this.#fittedAt = now
    this.#refitMs = Math.min(longestRefitMs, this.#refitMs * refitGrowth)
    const asked = [...this.#watched.values()].filter(({ afterMs, isReady }) => isReady || afterMs > 0)
    this.#shares = estimateReadyShares(asked, this.#prior)
    this.#plan = planAsks(this.#shares, callsAtMost)
  }
}

function askSentinel(index: number, ageMs: number): number {
  const firstMs = index % hastyEvery === 0 ? firstHastyMs : firstSentinelMs
  let askMs = firstMs * sentinelStep ** spread(index)
  while (askMs <= ageMs) {
    const step = askMs < firstSentinelMs ? hastyStep : sentinelStep
    askMs = Math.min(askMs * step, askMs + longestGapMs)
  }
  return askMs
}

/** A quarter earlier to a quarter later: asked at the same ages all would show the same, and never that it is faster. */
function vary(planned: number, ageMs: number, index: number): number {
  const varied = planned * (0.75 + 0.5 * spread(index))
  return varied > (ageMs + planned) / 2 ? varied : planned
}

/** Numbers between 0 and 1, each far from the ones before. */
function spread(index: number): number {
  return (index * 0.618_033_988_75) % 1
}

/** The shares in a memory; undefined for what is no such thing. */
export function readShares(memory: unknown): ReadyShares | undefined {
  if (typeof memory !== 'object' || memory === null || !('shares' in memory)) return undefined
  const { shares } = memory
  const isUsable = Array.isArray(shares) && shares.length === ages.length && shares.every((share) => share > 0)
  return isUsable ? shares : undefined
}
