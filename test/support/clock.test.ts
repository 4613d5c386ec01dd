import { describe, expect, it } from 'vitest'
import { followForwards } from '../../src/support/clock.ts'

describe('the time that follows a clock forwards', () => {
  it.each([
    ['goes with it', [10, 10, 10], [10, 10, 10], [1_010, 1_020, 1_030]],
    ['goes on steadily when it is set back', [10, -5_000, 10], [10, 10, 10], [1_010, 1_020, 1_030]],
    [
      'follows when it is set forwards, or the machine was suspended',
      [10, 5_000, 10],
      [10, 10, 10],
      [1_010, 6_010, 6_020],
    ],
    [
      'does not run ahead where the two tick unevenly',
      [0, 1, 0, 1],
      [0.6, 0.4, 0.6, 0.4],
      [1_000, 1_001, 1_001, 1_002],
    ],
  ])('%s', (_title, wallSteps, steadySteps, expected) => {
    let wall = 1_000
    let steady = 0
    const now = followForwards(
      () => wall,
      () => steady,
    )
    const seen = wallSteps.map((step, index) => {
      wall += step
      steady += steadySteps[index] ?? 0
      return now()
    })
    expect(seen).toEqual(expected)
  })
})
