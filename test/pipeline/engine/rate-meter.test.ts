import { expect, it } from 'vitest'
import { RateMeter } from '../../rooms/pipeline/engine.ts'

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
  for (let times = 0; times < 10; times += 1) meter.subtract(1_000, 950)
  expect(meter.mean(1_000)).toBe(10)
  meter.add(-3_600_000, 1)
  expect(meter.perSecond(0)).toBeLessThan(1_000)
})

it('owes nothing when others take back what they did long ago', () => {
  const meter = new RateMeter()
  meter.add(0, 20)
  meter.add(30_000, -6)
  run(meter, 30_000, 30_500, 100)
  expect(meter.perSecond(30_500)).toBeGreaterThan(3)
})

it('takes back no more than is left of it, nor what a restart has forgotten', () => {
  const meter = new RateMeter()
  run(meter, 0, 500, 50)
  run(meter, 30_000, 31_000, 100)
  const before = meter.perSecond(31_000)
  for (let at = 0; at < 500; at += 50) meter.subtract(31_000, at)
  expect(meter.perSecond(31_000)).toBeCloseTo(before ?? 0, 6)
  meter.restart(32_000)
  run(meter, 32_000, 32_500, 100)
  const anew = meter.perSecond(32_500)
  meter.subtract(32_500, 31_000)
  expect([anew, meter.perSecond(32_500)]).toEqual([expect.any(Number), anew])
})
