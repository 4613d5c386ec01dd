import { describe, expect, it, vi } from 'vitest'
import { createForwardClock, formatDuration, parseDurationMs, systemClock } from '../rooms/support.ts'

describe('a sleep', () => {
  it('lasts as long as it should, also when that is more than a timer can hold', async () => {
    vi.useFakeTimers()
    try {
      let isOver = false
      void systemClock.sleep(3_000_000_000).then(() => {
        isOver = true
      })
      await vi.advanceTimersByTimeAsync(2_999_999_999)
      expect([isOver, vi.getTimerCount()]).toEqual([false, 1])
      await vi.advanceTimersByTimeAsync(1)
      expect([isOver, vi.getTimerCount()]).toEqual([true, 0])
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends early in any of its pieces, and leaves no timer', async () => {
    vi.useFakeTimers()
    try {
      const alarm = new AbortController()
      const sleep = systemClock.sleep(9_000_000_000, alarm.signal)
      await vi.advanceTimersByTimeAsync(3_000_000_000)
      alarm.abort()
      await sleep
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

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
    const now = createForwardClock(
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

it.each([
  ['250ms', 250],
  ['45s', 45_000],
  ['1.5 m', 90_000],
  [' 2h ', 7_200_000],
  ['0s', 0],
  ['', undefined],
  ['45', undefined],
  ['-1s', undefined],
  ['1d', undefined],
  ['1e3s', undefined],
])('a duration “%s” is %s milliseconds', (text, ms) => {
  expect(parseDurationMs(text)).toBe(ms)
})

it.each([
  [0, '0ms'],
  [250, '250ms'],
  [1_500, '1500ms'],
  [45_000, '45s'],
  [90_000, '90s'],
  [120_000, '2m'],
  [28_800_000, '8h'],
])('%i ms are shown as they are said: %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
  expect(parseDurationMs(text)).toBe(ms)
})
