import { expect, it } from 'vitest'
import { measurePace } from '../../rooms/web/runs.ts'

it.each([
  [4_999, 100, 50, null],
  [60_000, 4, 50, null],
  [5_000, 5, 55, { perMinute: 60, secondsLeft: 55 }],
  [60_000, 120, 30, { perMinute: 120, secondsLeft: 15 }],
  [600_000, 6, 0, { perMinute: 1, secondsLeft: 0 }],
])('in %s ms, %s rows, and %s left: %s', (elapsedMs, settled, left, pace) => {
  expect(measurePace(elapsedMs, settled, left)).toEqual(pace)
})
