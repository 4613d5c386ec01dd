import { Limiter, type LimiterSettings, type Ticket, type Verdict } from '../../../src/pipeline/submit/limiter.ts'
import { seededRandom } from '../../../src/support/random.ts'

/** A limit that nobody is told: asked at the start of each request, told of its end. */
export interface HiddenLimit {
  admits(now: number): boolean
  release(): void
  /** What a client could at most get a second. */
  perSecond: number
}

export function limitInFlight(most: number, latencyMs: number): HiddenLimit {
  let inFlight = 0
  return {
    perSecond: (most * 1000) / latencyMs,
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

export function limitRate(perSecond: number, burst: number): HiddenLimit {
  let tokens = burst
  let filledAt = 0
  return {
    perSecond,
    admits(now) {
      tokens = Math.min(burst, tokens + ((now - filledAt) * perSecond) / 1000)
      filledAt = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    release() {},
  }
}

export interface Simulated {
  /** Share of what the hidden limit allows that was used in the second half, when all is learned. */
  used: number
  /** Share of all requests that were refused. */
  refused: number
  /** When each request started. */
  starts: number[]
}

export interface Scene {
  limit: HiddenLimit
  latencyMs: number
  seconds: number
  retryAfterMs?: number
  settings?: Partial<LimiterSettings>
}

/** A limiter with endless demand against a service, in virtual time. */
export function simulate({ limit, latencyMs, seconds, retryAfterMs, settings }: Scene): Simulated {
  const limiter = new Limiter({ maxInFlight: 32, maxPerSecond: undefined, random: seededRandom(11), ...settings })
  const endMs = seconds * 1000
  const flying: { endsAt: number; ticket: Ticket; isAdmitted: boolean }[] = []
  const starts: number[] = []
  let refusals = 0
  let late = 0
  for (let now = 0; now < endMs; now += 1) {
    for (const flight of flying.filter(({ endsAt }) => endsAt <= now)) {
      const verdict: Verdict = flight.isAdmitted ? { kind: 'answered' } : { kind: 'refused', retryAfterMs }
      limiter.finish(flight.ticket, now, flying.length, verdict)
      if (flight.isAdmitted) limit.release()
      if (flight.isAdmitted && now > endMs / 2) late += 1
      flying.splice(flying.indexOf(flight), 1)
    }
    while (limiter.waitMs(now, flying.length) <= 0) {
      const isAdmitted = limit.admits(now)
      if (!isAdmitted) refusals += 1
      starts.push(now)
      flying.push({ endsAt: now + (isAdmitted ? latencyMs : 5), ticket: limiter.start(now), isAdmitted })
    }
  }
  return { used: late / ((limit.perSecond * seconds) / 2), refused: refusals / starts.length, starts }
}
