import type { HiddenLimits } from './plan.ts'

/** Why a request is not let in, with the wait that the answer names. */
export type LimitRefusal = { kind: 'rate'; retryAfterMs: number } | { kind: 'in-flight' }

/** A rate says when to come back, as most services do; a number in flight cannot know. */
const rateRetryAfterMs = 1_000

/** Keeps a service's limits: a token bucket, and a count of what is in flight. Pure but for what it was told. */
export class RequestLimiter {
  readonly #limits: HiddenLimits
  #tokens: number
  #filledAt: number | undefined
  #inFlight = 0

  constructor(limits: HiddenLimits) {
    this.#limits = limits
    this.#tokens = limits.rate?.burst ?? 0
  }

  /** Lets a request in, which then counts until `leave`; or says why not. */
  enter(nowMs: number): LimitRefusal | undefined {
    const { rate, inFlight } = this.#limits
    if (inFlight !== undefined && this.#inFlight >= inFlight) return { kind: 'in-flight' }
    if (rate !== undefined) {
      const elapsedMs = Math.max(0, nowMs - (this.#filledAt ?? nowMs))
      this.#tokens = Math.min(rate.burst, this.#tokens + (elapsedMs * rate.perSecond) / 1000)
      this.#filledAt = nowMs
      if (this.#tokens < 1) return { kind: 'rate', retryAfterMs: rateRetryAfterMs }
      this.#tokens -= 1
    }
    this.#inFlight += 1
    return undefined
  }

  leave(): void {
    this.#inFlight -= 1
  }
}
