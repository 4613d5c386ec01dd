import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitPatience, fitPlan, nextPollAge, type PollPlan, simulatePlan } from '../../rooms/pipeline/engine.ts'
import { distributions, drawReadyTimes } from './distributions.ts'

/** Calls and mean lag of a plan, and their sum where five seconds are as bad as a call. */
function costOf(plan: PollPlan, readyMs: readonly number[]): { calls: number; lagMs: number; cost: number } {
  const asked = readyMs.map((ms) => ({ ...simulatePlan(plan, ms), ms }))
  const calls = asked.reduce((sum, one) => sum + one.calls, 0) / readyMs.length
  const lagMs = asked.reduce((sum, one) => sum + one.askMs - one.ms, 0) / readyMs.length
  return { calls, lagMs, cost: calls + lagMs / 5_000 }
}

describe('the plan', () => {
  it.each([25, 5_000, 600_000])(
    'asks once where all take %i ms, with a little room, and again when as much time has passed',
    (ms) => {
      const { firstMs, gapMs } = fitPlan(Array.from({ length: 20 }, () => ms))
      expect(firstMs).toBe(Math.ceil(1.05 * ms))
      expect(gapMs).toBeLessThan(1.15 * Math.max(250, ms))
      expect(gapMs).toBeGreaterThan(Math.min(ms, 30_000) / 3)
    },
  )

  it('asks soon after both times where there are two', () => {
    const times = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 2_000 : 60_000))
    const { calls, lagMs } = costOf(fitPlan(times), times)
    expect(calls).toBeLessThanOrEqual(2.01)
    expect(lagMs).toBeLessThan(1_500)
  })

  it.each(distributions)('for $name costs less than asking at any even gap', ({ draw }) => {
    const [seen, others] = [drawReadyTimes(draw, 100), drawReadyTimes(draw, 5_000, 3)]
    const { cost } = costOf(fitPlan(seen), others)
    for (let gapMs = 1_000; gapMs < 30_000; gapMs *= 1.2) {
      expect(cost).toBeLessThan(1.05 * costOf({ firstMs: gapMs, gapMs }, others).cost)
    }
  })

  it('asks first when something was ready or later, and leaves nothing alone for over half a minute', () => {
    const times = fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(times, (readyMs) => {
        const { firstMs, gapMs } = fitPlan(readyMs)
        expect(firstMs).toBeGreaterThanOrEqual(Math.min(...readyMs))
        expect(gapMs).toBeGreaterThanOrEqual(250)
        expect(gapMs).toBeLessThanOrEqual(30_000)
      }),
      { seed: 5, numRuns: 40 },
    )
  })
})

describe('patience', () => {
  it.each(distributions)('asks once for nearly all where scores come after $name', ({ draw }) => {
    const [seen, others] = [drawReadyTimes(draw, 100), drawReadyTimes(draw, 5_000, 3)]
    const patientMs = fitPatience(seen)
    const early = others.filter((ms) => ms > patientMs).length / others.length
    expect(early).toBeLessThan(0.06)
    expect(patientMs).toBeLessThanOrEqual(1.06 * Math.max(...seen))
  })
})

describe('the next time to ask', () => {
  it.each([
    [0, 40_000],
    [39_900, 40_150],
    [40_000, 50_000],
    [41_000, 50_000],
    [47_400, 50_000],
    [47_600, 60_000],
    [50_000, 60_000],
    [1e9, 1e9 + 10_000],
  ])('after %i ms is at %i ms', (ageMs, expected) => {
    expect(nextPollAge({ firstMs: 40_000, gapMs: 10_000 }, ageMs)).toBe(expected)
  })
})
