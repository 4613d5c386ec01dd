import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextAsk, type PollPlan, planAsks } from '../../../src/pipeline/poll/poll-plan.ts'
import { ages, type ReadyShares } from '../../../src/pipeline/poll/ready-times.ts'
import { distributions, drawReadyTimes } from './distributions.ts'

/** Shares of exactly these ready times. */
function sharesOf(readyMs: readonly number[]): ReadyShares {
  const shares = ages.map(() => 0)
  for (const ms of readyMs) {
    const cell = ages.findIndex((age) => age >= ms)
    shares[cell] = (shares[cell] ?? 0) + 1 / readyMs.length
  }
  return shares
}

function costOf(plan: PollPlan, readyMs: readonly number[]): { calls: number; lagMs: number } {
  let [calls, lagMs] = [0, 0]
  for (const ms of readyMs) {
    let ageMs = 0
    while (ageMs < ms) {
      ageMs = nextAsk(plan, ageMs)
      calls += 1
    }
    lagMs += ageMs - ms
  }
  return { calls: calls / readyMs.length, lagMs: lagMs / readyMs.length }
}

describe('a plan', () => {
  it('asks once where all take the same time, just after it', () => {
    const plan = planAsks(sharesOf([5_000]), 2.2)
    expect(plan[0]).toBeGreaterThanOrEqual(5_000)
    expect(plan[0]).toBeLessThan(5_200)
  })

  it('asks at both times where there are two', () => {
    const times = [2_000, 60_000]
    const { calls, lagMs } = costOf(planAsks(sharesOf(times), 2.2), times)
    expect(calls).toBeLessThanOrEqual(2.01)
    expect(lagMs).toBeLessThan(1_500)
  })

  it.each(distributions)('for $name keeps to its calls and has less lag than any even gap of as many', ({ draw }) => {
    const [seen, others] = [drawReadyTimes(draw, 5_000), drawReadyTimes(draw, 5_000, 3)]
    const { calls, lagMs } = costOf(planAsks(sharesOf(seen), 2.5), others)
    expect(calls).toBeLessThan(2.6)
    for (let gapMs = 1_000; gapMs < 30_000; gapMs *= 1.2) {
      const even = costOf(
        Array.from({ length: 2_000 }, (_, index) => (index + 1) * gapMs),
        others,
      )
      if (even.calls <= calls) expect(lagMs).toBeLessThan(even.lagMs * 1.02)
    }
  })

  it('has ages in order, a quarter of a second apart at least', () => {
    const times = fc.array(fc.integer({ min: 100, max: 600_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(times, fc.double({ min: 1, max: 5, noNaN: true }), (readyMs, calls) => {
        const plan = planAsks(sharesOf(readyMs), calls)
        const gaps = plan.slice(1).map((age, index) => age - (plan[index] ?? 0))
        expect(Math.min(250, ...gaps)).toBeGreaterThanOrEqual(250)
      }),
      { seed: 5, numRuns: 40 },
    )
  })
})

describe('the next time to ask', () => {
  it.each([
    [0, 40_000],
    [39_999, 40_000],
    [40_000, 50_000],
    [50_000, 80_000],
    [1e9, 1e9 + 30_000],
  ])('after %i ms is at %i ms: what the plan says, and half a minute later at most', (ageMs, expected) => {
    expect(nextAsk([40_000, 50_000, 400_000], ageMs)).toBe(expected)
  })
})
