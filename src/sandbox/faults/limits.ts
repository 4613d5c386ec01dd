import type { HiddenLimits } from './plan.ts'

export type LimitRefusal = { kind: 'rate'; retryAfterMs: number } | { kind: 'in-flight' }

/** A rate limit tells when to come back, as most services do; a limit of requests in flight cannot. */
const rateRetryAfterMs = 1_000

/** Token bucket and count of requests in flight. Takes the time as a parameter. */
export class RequestLimiter {
  readonly #limits: HiddenLimits
  #tokens: number
  #filledAt: number | undefined
  #inFlight = 0

  constructor(limits: HiddenLimits) {
    this.#limits = limits
    this.#tokens = limits.rate?.burst ?? 0
  }

  /** Admits a request, which counts until `leave`, or returns the reason for the refusal. */
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
