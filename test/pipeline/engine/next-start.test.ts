import { expect, it } from 'vitest'
import { nextStart } from '../../rooms/pipeline/engine.ts'

it.each([
  ['in time', 100, 100, 10, 110],
  ['that a timer let go late keeps the plan', 100, 102, 10, 110],
  ['late by a tenth of a long gap, too', 100, 110, 100, 200],
  ['after idle time makes up for nothing', 100, 103, 10, 113],
  ['before its time, as a probe, is followed by no burst', 100, 90, 10, 110],
])('a start %s', (_, dueAt, now, gapMs, next) => {
  expect(nextStart(dueAt, now, gapMs)).toBe(next)
})
