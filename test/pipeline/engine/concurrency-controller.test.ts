import { expect, it } from 'vitest'
import { ConcurrencyController } from '../../rooms/pipeline/engine.ts'

/** The limit after each of some answers that came 100 ms apart while it was used up. */
function answer(knob: ConcurrencyController, from: number, to: number): Map<number, number> {
  const limits = new Map<number, number>()
  for (let now = from; now <= to; now += 100) {
    knob.grow(now, knob.limit)
    limits.set(now, knob.limit)
  }
  return limits
}

it('is cut below what was refused, comes back to it, and tries one more after two and a half seconds', () => {
  const knob = new ConcurrencyController(32, 10)
  knob.cut(0, 11)
  expect(knob.limit).toBe(9)
  const limits = answer(knob, 100, 2_500)
  expect([limits.get(500), limits.get(2_400), limits.get(2_500)]).toEqual([10, 10, 11])
})

it('waits longer each time that one more was refused, up to a minute', () => {
  const knob = new ConcurrencyController(32, 4)
  const waits: number[] = []
  for (let now = 0; waits.length < 7; ) {
    knob.cut(now, 5)
    const cutAt = now
    while (knob.limit < 5) {
      now += 100
      knob.grow(now, knob.limit)
    }
    waits.push(now - cutAt)
  }
  expect(waits).toEqual([2_500, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
})

it('takes its steps faster and faster while nobody is refused, and is free after three: the limit has moved', () => {
  const knob = new ConcurrencyController(32, 4)
  knob.cut(0, 5)
  const limits = answer(knob, 100, 10_000)
  expect([limits.get(2_500), limits.get(3_500), limits.get(4_500), limits.get(9_500)]).toEqual([5, 6, 7, 32])
})

it('is never more than its cap, nor less than one', () => {
  const knob = new ConcurrencyController(3, 8)
  expect(knob.limit).toBe(3)
  for (let times = 0; times < 20; times += 1) knob.shrink()
  expect(knob.limit).toBe(1)
  knob.cut(0, 1)
  expect(knob.limit).toBe(1)
  answer(knob, 0, 60_000)
  expect(knob.limit).toBe(3)
})
