/** A limit that nobody is told: asked at the start of each request, told of its end. */
import { Limiter, type LimiterSettings, type RequestEnd, type Ticket } from '../../rooms/pipeline/engine.ts'
import { seededRandom } from '../../support/seeded-random.mjs'
export interface HiddenLimit {
  admits(now: number): boolean
  release(): void
  /** How long until it admits again, for all it knows: what a Retry-After would say. */
  waitMs(now: number): number
  /** What a client could at most get a second. */
  perSecond(now: number): number
}

export function limitInFlight(most: number, latencyMs: number): HiddenLimit {
  let inFlight = 0
  return {
    perSecond: () => (most * 1000) / latencyMs,
    waitMs: () => 0,
    admits() {
      if (inFlight >= most) return false
      inFlight += 1
      return true
    },
    release() {
      inFlight -= 1
    },
  }
}

/** A bucket of `burst` tokens that fills at a steady rate. */
export function limitRate(perSecond: number, burst: number): HiddenLimit {
  let tokens = burst
  let filledAt = 0
  return {
    perSecond: () => perSecond,
    waitMs: () => ((1 - tokens) * 1000) / perSecond,
    admits(now) {
      tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000)
      filledAt = now
      if (tokens < 1 - 1e-9) return false
      tokens -= 1
      return true
    },
    release() {},
  }
}

/** So many in each window of the clock. */
export function limitWindow(most: number, windowMs: number): HiddenLimit {
  let [window, used] = [-1, 0]
  return {
    perSecond: () => (most * 1000) / windowMs,
    waitMs: (now) => windowMs - (now % windowMs),
    admits(now) {
      const current = Math.floor(now / windowMs)
      if (current !== window) [window, used] = [current, 0]
      if (used >= most) return false
      used += 1
      return true
    },
    release() {},
  }
}

/** Two limits at once. */
export function limitBoth(one: HiddenLimit, other: HiddenLimit): HiddenLimit {
  return {
    perSecond: (now) => Math.min(one.perSecond(now), other.perSecond(now)),
    waitMs: (now) => Math.max(one.waitMs(now), other.waitMs(now)),
    admits(now) {
      if (!one.admits(now)) return false
      if (other.admits(now)) return true
      one.release()
      return false
    },
    release() {
      one.release()
      other.release()
    },
  }
}

/** One limit, and another one between two moments. What is in flight at a change is let go by the one that holds then. */
export function limitForATime(usual: HiddenLimit, other: HiddenLimit, fromMs: number, toMs: number): HiddenLimit {
  const at = (now: number): HiddenLimit => (now >= fromMs && now < toMs ? other : usual)
  const admittedBy: HiddenLimit[] = []
  return {
    perSecond: (now) => at(now).perSecond(now),
    waitMs: (now) => at(now).waitMs(now),
    admits(now) {
      if (!at(now).admits(now)) return false
      admittedBy.push(at(now))
      return true
    },
    release: () => admittedBy.shift()?.release(),
  }
}

export interface Simulated {
  /** Share of what the hidden limit allows that was used, after the first ten seconds. */
  used: number
  /** Share of all requests that were refused, after the first ten seconds. */
  refused: number
  /** When each request started. */
  starts: number[]
  limiter: Limiter
}

export interface Scene {
  limit: HiddenLimit
  latencyMs: number
  seconds: number
  /** Whether a refusal says how long to wait, in whole seconds, or not. */
  saysRetryAfter?: boolean
  settings?: Partial<LimiterSettings>
}

export const learningMs = 10_000

/** How long the service takes: an answer half to one and a half times the latency, a refusal no time to speak of. */
export function createTimes(latencyMs: number, seed = 5): { answerMs(): number; refusalMs: number } {
  const random = seededRandom(seed)
  return {
    answerMs: () => Math.max(1, Math.round(latencyMs * (0.8 + 0.4 * random()))),
    refusalMs: Math.min(latencyMs, 20),
  }
}

/** What a service says with a refusal, as the client's transport reads it. */
export function retryAfterOf(limit: HiddenLimit, now: number, saysRetryAfter: boolean): number | undefined {
  return saysRetryAfter ? 1000 * Math.max(1, Math.ceil(limit.waitMs(now) / 1000)) : undefined
}

/** A limiter with endless demand against a service, in virtual time. */
export function simulate({ limit, latencyMs, seconds, saysRetryAfter = false, settings }: Scene): Simulated {
  const { maxInFlight = 32 } = settings ?? {}
  const limiter = new Limiter({ maxPerSecond: undefined, random: seededRandom(11), ...settings, maxInFlight })
  const times = createTimes(latencyMs)
  const endMs = seconds * 1000
  const flying: { endsAt: number; ticket: Ticket; isAdmitted: boolean; verdict: RequestEnd }[] = []
  const starts: number[] = []
  let [refusals, sent, answers, possible] = [0, 0, 0, 0]
  let isWide = false
  for (let now = 0; now < endMs; now += 1) {
    const isCounted = now >= learningMs
    if (isCounted) possible += Math.min(limit.perSecond(now), (maxInFlight * 1000) / latencyMs) / 1000
    for (const flight of flying.filter(({ endsAt }) => endsAt <= now)) {
      limiter.finish(flight.ticket, now, flying.length, flight.verdict)
      // The first one goes alone: the canary.
      if (flight.isAdmitted) isWide = true
      if (flight.isAdmitted) limit.release()
      if (flight.isAdmitted && isCounted) answers += 1
      flying.splice(flying.indexOf(flight), 1)
    }
    while (limiter.waitMs(now, flying.length) <= 0 && (isWide || flying.length === 0)) {
      const isAdmitted = limit.admits(now)
      if (isCounted) sent += 1
      if (isCounted && !isAdmitted) refusals += 1
      starts.push(now)
      const verdict: RequestEnd = isAdmitted
        ? { kind: 'answered' }
        : { kind: 'refused', retryAfterMs: retryAfterOf(limit, now, saysRetryAfter) }
      const endsAt = now + (isAdmitted ? times.answerMs() : times.refusalMs)
      flying.push({ endsAt, ticket: limiter.start(now, flying.length), isAdmitted, verdict })
    }
  }
  return { used: answers / possible, refused: refusals / sent, starts, limiter }
}

export interface StrayScene {
  rows: number
  latencyMs: number
  maxInFlight: number
  /** Of all requests, by chance. */
  refusedShare: number
  retryAfterMs: number | undefined
  seed: number
}

/** Milliseconds that so many rows take at a service without a limit; a row that is refused waits as was asked. */
export function simulateStrays({ rows, latencyMs, maxInFlight, refusedShare, retryAfterMs, seed }: StrayScene): number {
  const limiter = new Limiter({ maxPerSecond: undefined, random: seededRandom(11), maxInFlight })
  const random = seededRandom(seed)
  const times = createTimes(latencyMs)
  let flying: { endsAt: number; ticket: Ticket; verdict: RequestEnd }[] = []
  const readyAt: number[] = new Array<number>(rows).fill(0)
  let [now, done] = [0, 0]
  for (; done < rows; now += 1) {
    for (const { ticket, verdict } of flying.filter(({ endsAt }) => endsAt <= now)) {
      limiter.finish(ticket, now, flying.length, verdict)
      if (verdict.kind === 'refused') readyAt.push(now + (verdict.retryAfterMs ?? 250))
      else done += 1
    }
    flying = flying.filter(({ endsAt }) => endsAt > now)
    while (limiter.waitMs(now, flying.length) <= 0 && (done > 0 || flying.length === 0)) {
      const next = readyAt.findIndex((at) => at <= now)
      if (next < 0) break
      readyAt.splice(next, 1)
      const isRefused = random() < refusedShare
      const verdict: RequestEnd = isRefused ? { kind: 'refused', retryAfterMs } : { kind: 'answered' }
      const endsAt = now + (isRefused ? times.refusalMs : times.answerMs())
      flying.push({ endsAt, ticket: limiter.start(now, flying.length), verdict })
    }
  }
  return now
}
