import { describe, expect, it } from 'vitest'
import { estimateReadyTimes, type ReadyObservation } from '../../rooms/pipeline/engine.ts'

function ready(afterMs: number, untilMs: number): ReadyObservation {
  return { afterMs, untilMs }
}

function pending(ageMs: number): ReadyObservation {
  return { afterMs: ageMs, untilMs: Number.POSITIVE_INFINITY }
}

describe('the guess of ready times', () => {
  it.each<[string, ReadyObservation[], number[]]>([
    ['nothing, of nothing', [], []],
    ['the call that found it ready, of one alone', [ready(1_000, 1_400)], [1_400]],
    [
      'the one time that explains all',
      [ready(4_000, 5_600), ready(4_900, 6_800), ready(3_000, 5_100)],
      [5_100, 5_100, 5_100],
    ],
    ['different times of what cannot be the same', [ready(1_000, 1_400), ready(4_000, 5_600)], [5_600, 1_400]],
    [
      'twice its age, of one that is pending while nothing took longer',
      [ready(1_000, 1_400), pending(3_000)],
      [6_000, 1_400],
    ],
    ['what others took, of one that is pending at a lesser age', [ready(1_000, 1_400), pending(900)], [1_400, 1_400]],
    [
      'what the slow half takes, of one that is pending since the fast half was ready',
      [ready(1, 2), pending(5), pending(40)],
      [80, 80, 2],
    ],
  ])('is %s', (_, sightings, expected) => {
    expect(estimateReadyTimes(sightings)).toEqual(expected)
  })

  it('finds a constant time however the calls fell', () => {
    const asks = Array.from({ length: 20 }, (_, index) => 4_000 + index * 97)
    const seen = asks.map((ask) => (ask < 5_000 ? ready(ask, ask * 1.4) : ready(ask / 1.4, ask)))
    for (const ms of estimateReadyTimes(seen)) expect(Math.abs(ms - 5_000)).toBeLessThan(100)
  })
})
