import type { TrafficReport } from '../model/events.ts'
import type { RequestEnd } from './limiter.ts'

/** Each class of the histogram is 5 % above the one before. */
const step = Math.log(1.05)
const classes = Math.ceil(Math.log(3_600_000) / step)

/** Counts of one run, in constant memory. Pure. */
export class Traffic {
  readonly #times = new Uint32Array(classes + 1)
  readonly #refused = new Map<string, number>()
  #requests = 0
  #answers = 0
  #retries = 0

  record(end: RequestEnd, tookMs: number): void {
    this.#requests += 1
    if (end.kind === 'refused') {
      const key = String(end.status ?? 'other')
      this.#refused.set(key, (this.#refused.get(key) ?? 0) + 1)
    }
    if (end.kind !== 'answered') return
    this.#answers += 1
    const index = Math.min(classes, Math.max(0, Math.ceil(Math.log(Math.max(1, tookMs)) / step)))
    this.#times[index] = (this.#times[index] ?? 0) + 1
  }

  recordRetry(): void {
    this.#retries += 1
  }

  get report(): TrafficReport {
    return {
      requests: this.#requests,
      refused: Object.fromEntries(this.#refused),
      retries: this.#retries,
      latencyMs: this.#answers === 0 ? undefined : { p50: this.#below(0.5), p95: this.#below(0.95) },
    }
  }

  /** Percentile of the latencies, exact to 5 %. */
  #below(share: number): number {
    let left = share * this.#answers
    const index = this.#times.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return Math.round(Math.exp(Math.max(0, index) * step))
  }
}
