import { createHistogram } from 'node:perf_hooks'
import { increase } from '../figures/score-sums.ts'
import type { TrafficReport } from '../model/events.ts'
import type { RequestEnd } from './limiter.ts'

const longestMs = 3_600_000

/** Counts of one run, in constant memory. Pure. */
export class Traffic {
  readonly #times = createHistogram({ highest: longestMs })
  readonly #refused = new Map<string, number>()
  #requests = 0
  #retries = 0

  record(end: RequestEnd, tookMs: number): void {
    this.#requests += 1
    if (end.kind === 'refused') increase(this.#refused, String(end.status ?? 'other'))
    if (end.kind === 'answered') this.#times.record(Math.min(longestMs, Math.max(1, Math.round(tookMs))))
  }

  recordRetry(): void {
    this.#retries += 1
  }

  get report(): TrafficReport {
    const times = this.#times
    return {
      requests: this.#requests,
      refused: Object.fromEntries(this.#refused),
      retries: this.#retries,
      latencyMs: times.count === 0 ? undefined : { p50: times.percentile(50), p95: times.percentile(95) },
    }
  }
}
