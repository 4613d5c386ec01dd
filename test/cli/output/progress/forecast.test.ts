import { describe, expect, it } from 'vitest'
import { Forecast } from '../../../rooms/cli/output.ts'

/** Told every half second how many are done, up to a time. */
function follow(doneAt: (second: number) => number, seconds: number): Forecast {
  const forecast = new Forecast()
  for (let at = 0; at <= seconds * 1_000; at += 500) forecast.addSample(at, doneAt(at / 1_000))
  return forecast
}

const total = 10_000

describe('the time left', () => {
  it.each<[string, (second: number) => number, number, number | undefined]>([
    ['nothing is known at the start', () => 0, 0, undefined],
    ['a steady rate, but for too short a time', (second) => 10 * second, 14, undefined],
    ['a steady rate', (second) => 10 * second, 20, 980],
    ['a steady rate with too few done', (second) => second, 15, undefined],
    ['a slow one, once enough are done', (second) => Math.floor(second / 10), 400, 99_600],
    ['a rate that grows', (second) => second ** 2 / 4, 20, undefined],
    ['one that was slow at the start', (second) => (second < 20 ? 0 : 10 * (second - 20)), 60, 960],
    ['one that stopped', (second) => Math.min(300, 10 * second), 50, undefined],
  ])('%s', (_, doneAt, seconds, expected) => {
    const left = follow(doneAt, seconds).secondsLeft(seconds * 1_000, total)
    if (expected === undefined) expect(left).toBeUndefined()
    else expect((left ?? 0) / expected).toBeCloseTo(1, 0.7)
  })

  it('is never less than nothing', () => {
    expect(follow((second) => 10 * second, 20).secondsLeft(20_000, 100)).toBe(0)
  })
})

describe('the rate', () => {
  it('is that of the last twenty seconds, and starts anew when told so', () => {
    const forecast = follow((second) => (second < 40 ? 0 : (second - 40) * 10), 60)
    expect(forecast.perSecond(60_000)).toBe(10)
    forecast.restart()
    expect(forecast.perSecond(60_000)).toBe(0)
  })

  it('takes no harm from a clock that is set back, nor from hours of marks', () => {
    const forecast = follow((second) => 10 * second, 5_000)
    forecast.addSample(1_000, 50_010)
    expect(forecast.perSecond(5_000_000)).toBeCloseTo(10, 0)
    expect(forecast.secondsLeft(5_000_000, 60_000)).toBeCloseTo(1_000, -1)
  })
})
