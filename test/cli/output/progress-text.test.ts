import { describe, expect, it } from 'vitest'
import { describeProgress, describeTime, drawBar, RateMeter } from '../../../src/cli/output/progress-text.ts'
import type { Progress } from '../../../src/pipeline/options.ts'

function progress(settled: number, rows = 5_000, stage: Progress['stage'] = 'send'): Progress {
  return { stage, rows, settled, inFlight: 8, pending: 40, counts: new Map() }
}

describe('progress', () => {
  it('says rate, in flight, pending and time left', () => {
    expect(describeProgress(progress(2_000), 50)).toBe(
      '2,000 of 5,000 rows, 50/s, 8 in flight, 40 pending, 1 min 0 s left',
    )
  })

  it('says nothing of the time left while nothing moves', () => {
    expect(describeProgress(progress(0), 0)).toBe('0 of 5,000 rows, 0.0/s, 8 in flight, 40 pending')
  })

  it('names the stage while it reads and writes', () => {
    expect(describeProgress(progress(0, 700, 'load'), 0)).toBe('reading: 700 rows')
    expect(describeProgress(progress(500, 700, 'write'), 0)).toBe('writing: 500 of 700 rows')
  })

  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [5, 10, 50],
    [10, 10, 100],
    [11, 10, 100],
  ])('a bar of %i of %i stands at %i%%', (settled, rows, percent) => {
    const bar = drawBar(progress(settled, rows))
    expect(bar).toMatch(new RegExp(`^[█░]{24} ${percent}%$`))
  })

  it.each([
    [0.2, '1 s'],
    [59, '59 s'],
    [61, '1 min 1 s'],
    [3_600, '1 h 0 min'],
    [7_384, '2 h 3 min'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(describeTime(seconds)).toBe(text)
  })
})

describe('the rate', () => {
  it('is that of the last twenty seconds, and starts anew with each stage', () => {
    const meter = new RateMeter()
    expect(meter.perSecond(0)).toBe(0)
    for (let second = 0; second <= 60; second++)
      meter.note(second * 1_000, progress(second < 40 ? 0 : (second - 40) * 10))
    expect(meter.perSecond(60_000)).toBe(10)
    meter.note(61_000, progress(0, 5_000, 'write'))
    expect(meter.perSecond(61_000)).toBe(0)
  })
})
