import { describe, expect, it } from 'vitest'
import { RateController } from '../../rooms/pipeline/engine.ts'

/** Lets so many seconds go by in which every request starts as soon as it may and is answered. */
function answer(pace: RateController, seconds: number): number {
  for (let now = 0; now < seconds; now += 1 / (pace.perSecond ?? 1)) pace.grow()
  return pace.perSecond ?? 0
}

describe('a cut', () => {
  it.each([
    ['what was borne and what was refused are one', 20, 20, 19],
    ['a hold hid half of it', 10, 20, 0.95 * Math.sqrt(200)],
    ['next to nothing was borne', 0.1, 20, 0.95 * 12],
    ['more was borne than the pace allows: a burst', 40, 20, 19],
    ['too few to tell', undefined, 20, 0.95 * 15],
  ])('goes below the limit that lies between: %s', (_, measured, before, expected) => {
    const pace = new RateController(before)
    pace.cut(measured)
    expect(pace.perSecond).toBeCloseTo(expected, 6)
  })

  it('sets a pace where none was', () => {
    const paces = [40, undefined, 0].map((measured) => {
      const pace = new RateController(undefined)
      pace.cut(measured)
      return pace.perSecond
    })
    expect(paces).toEqual([38, 5, 0.1])
  })
})

describe('growth', () => {
  it('is slow at the last refusal, and fast far from it', () => {
    const pace = new RateController(20)
    pace.cut(20)
    expect(answer(pace, 10)).toBeLessThan(20)
    expect(answer(pace, 10)).toBeLessThan(20.5)
    expect(answer(pace, 20)).toBeGreaterThan(40)
  })

  it.each<[string, (pace: RateController) => void]>([
    ['nothing was refused yet', (pace) => pace.startAt(5)],
    ['the first refusal came before anything was known', (pace) => pace.cut(5)],
  ])('doubles in two seconds where %s', (_, begin) => {
    const pace = new RateController(undefined)
    begin(pace)
    expect(answer(pace, 2)).toBeGreaterThan(2 * 4.75)
  })

  it('is as fast below one a second', () => {
    expect(answer(new RateController(0.1), 60)).toBeGreaterThan(0.2)
  })

  it('starts nothing by itself, and a start does not undo what was learned', () => {
    const none = new RateController(undefined)
    expect(answer(none, 5)).toBe(0)
    const learned = new RateController(3)
    learned.startAt(50)
    expect(learned.perSecond).toBe(3)
  })
})
