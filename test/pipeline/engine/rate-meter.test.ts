import { expect, it } from 'vitest'
import { RateMeter } from '../../../src/pipeline/engine/rate-meter.ts'

function run(meter: RateMeter, from: number, to: number, gapMs: number): void {
  for (let now = from; now < to; now += gapMs) meter.add(now, 1)
}

it('says how many a second there were lately, and in all', () => {
  const meter = new RateMeter()
  run(meter, 0, 5_000, 100)
  run(meter, 5_000, 10_000, 50)
  expect(meter.perSecond(10_000)).toBeCloseTo(20, -1)
  expect(meter.mean(10_000)).toBe(15)
})

it('says nothing from too few, also after a restart', () => {
  const meter = new RateMeter()
  run(meter, 0, 400, 100)
  expect(meter.perSecond(400)).toBeUndefined()
  run(meter, 400, 1_000, 100)
  expect(meter.perSecond(1_000)).toBeGreaterThan(8)
  meter.restart(1_000)
  expect([meter.perSecond(1_000), meter.mean(1_000)]).toEqual([undefined, undefined])
})

it('takes back what turned out not to count, and bears a clock that is set back', () => {
  const meter = new RateMeter()
  run(meter, 0, 1_000, 50)
  for (let times = 0; times < 10; times += 1) meter.add(1_000, -1)
  expect(meter.mean(1_000)).toBe(10)
  meter.add(-3_600_000, 1)
  expect(meter.perSecond(0)).toBeLessThan(1_000)
})
