import { describe, expect, it } from 'vitest'
import {
  ages,
  estimateReadyShares,
  type Prior,
  type ReadyShares,
  type Sighting,
  unknownShares,
} from '../../../src/pipeline/poll/ready-times.ts'

const ignorance: Prior = { shares: unknownShares, weight: 0.5 }

/** The share that is ready at an age. */
function shareAt(shares: ReadyShares, ageMs: number): number {
  return shares.reduce((sum, share, cell) => sum + ((ages[cell] ?? 0) <= ageMs ? share : 0), 0)
}

function ready(afterMs: number, untilMs: number): Sighting {
  return { afterMs, untilMs }
}

function pending(ageMs: number): Sighting {
  return { afterMs: ageMs, untilMs: Number.POSITIVE_INFINITY }
}

describe('the estimate of ready times', () => {
  it('is what was thought before, when nothing was seen', () => {
    const shares = estimateReadyShares([], ignorance)
    expect(shareAt(shares, 60_000)).toBeCloseTo(shareAt(unknownShares, 60_000), 9)
  })

  it('finds the one time that explains intervals that overlap there', () => {
    const asks = Array.from({ length: 20 }, (_, index) => 4_000 + index * 97)
    const seen = asks.map((ask) => (ask < 5_000 ? ready(ask, ask * 1.4) : ready(ask / 1.4, ask)))
    const shares = estimateReadyShares(seen, ignorance)
    expect(shareAt(shares, 4_700)).toBeLessThan(0.1)
    expect(shareAt(shares, 5_400)).toBeGreaterThan(0.9)
  })

  it('counts what is still pending: it is ready later than that', () => {
    const fast = Array.from({ length: 10 }, () => ready(1_500, 2_000))
    const slow = Array.from({ length: 10 }, () => pending(30_000))
    expect(shareAt(estimateReadyShares(fast, ignorance), 3_000)).toBeGreaterThan(0.95)
    const shares = estimateReadyShares([...fast, ...slow], ignorance)
    expect(shareAt(shares, 3_000)).toBeCloseTo(0.5, 1)
    expect(shareAt(shares, 29_000)).toBeCloseTo(0.5, 1)
  })

  it('gives up what was thought before as sightings outnumber it', () => {
    const known = estimateReadyShares(
      Array.from({ length: 100 }, () => ready(4_500, 5_000)),
      ignorance,
    )
    const prior = { shares: known, weight: 30 }
    const slower = (count: number) => Array.from({ length: count }, () => ready(15_000, 20_000))
    expect(shareAt(estimateReadyShares(slower(3), prior), 6_000)).toBeGreaterThan(0.8)
    expect(shareAt(estimateReadyShares(slower(200), prior), 6_000)).toBeLessThan(0.2)
  })

  it.each([
    ['nothing', []],
    ['an instant', [ready(0, 1)]],
    ['a year', [ready(3e10, 3.1e10), pending(3e10)]],
  ])('is a distribution in which nothing is impossible, after %s', (_, seen) => {
    const shares = estimateReadyShares(seen, ignorance)
    expect(shareAt(shares, Number.POSITIVE_INFINITY)).toBeCloseTo(1, 6)
    expect(Math.min(...shares)).toBeGreaterThan(0)
  })
})
