import { expect, it } from 'vitest'
import { simulateStrays } from '../../pipeline/engine/simulate-service.ts'

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

/** How many times as long as without them. */
function cost(maxInFlight: number, latencyMs: number, retryAfterMs: number | undefined): number[] {
  const scene = { rows: 5_000, latencyMs, maxInFlight, retryAfterMs, seed: 1 }
  const healthyMs = simulateStrays({ ...scene, refusedShare: 0 })
  return seeds
    .map((seed) => simulateStrays({ ...scene, refusedShare: 0.01, seed }) / healthyMs)
    .toSorted((one, other) => one - other)
}

it.each([
  [8, 20, 1_000],
  [8, 50, 1_000],
  [16, 20, 1_000],
  [32, 100, 1_000],
  [16, 20, undefined],
])(
  'one create in a hundred that is refused costs little: %i in flight, %i ms, Retry-After %s',
  (maxInFlight, latencyMs, retryAfterMs) => {
    const costs = cost(maxInFlight, latencyMs, retryAfterMs)
    expect(costs.at(costs.length / 2), costs.map((each) => each.toFixed(2)).join(' ')).toBeLessThan(1.3)
    // Where several come together by chance they look like a limit, and a limit is looked for.
    expect(costs.filter((each) => each > 1.5).length, costs.map((each) => each.toFixed(2)).join(' ')).toBeLessThan(4)
  },
)
