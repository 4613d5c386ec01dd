import { describe, expect, it } from 'vitest'
import { describeProgress, drawBar, layoutProgress } from '../../../rooms/cli/output.ts'
import { describeTime } from '../../../rooms/messages.ts'
import type { Progress } from '../../../rooms/pipeline/model.ts'

function progress(settled: number, changes: Partial<Progress> = {}): Progress {
  const counts = new Map([['scored', settled]])
  return { stage: 'send', rows: 1_000, settled, inFlight: 8, pending: 651, counts, ...changes }
}

const unknown = { perSecond: 0, secondsLeft: undefined }
const known = { perSecond: 50, secondsLeft: 765 }

describe('progress', () => {
  it('says what is done, created, how fast, and how long it takes', () => {
    expect(describeProgress(progress(100), known)).toBe(
      '100 of 1,000 done, 751 created, 50/s, 8 in flight, 12 min 45 s left',
    )
  })

  it('counts what was created before anything is done', () => {
    expect(describeProgress(progress(0), unknown)).toBe('0 of 1,000 done, 651 created, 8 in flight')
  })

  it('says nothing of what was created where nothing is waited for', () => {
    expect(describeProgress(progress(7, { pending: 0 }), unknown)).toBe('7 of 1,000 done, 8 in flight')
  })

  it('names the stage while it reads and writes', () => {
    expect(describeProgress(progress(0, { stage: 'load', rows: 700 }), known)).toBe('reading: 700 rows')
    expect(describeProgress(progress(500, { stage: 'write', rows: 700 }), known)).toBe('writing: 500 of 700 rows')
  })

  it.each([
    [0, 0, 0],
    [0, 10, 0],
    [5, 10, 50],
    [10, 10, 100],
    [11, 10, 100],
  ])('a bar of %i of %i stands at %i%%', (settled, rows, percent) => {
    expect(drawBar(progress(settled, { rows }), 24)).toMatch(new RegExp(`^[█░]{24} ${percent}%$`))
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

describe('on a terminal', () => {
  it.each([
    [40, '0 of 1,000 done, 651 created'],
    [60, '░░░░░░░░ 0% 0 of 1,000 done, 651 created, 12 min 45 s left'],
    [80, '░░░░░░░░ 0% 0 of 1,000 done, 651 created, 50/s, 8 in flight, 12 min 45 s left'],
    [120, '░░░░░░░░░░░░░░░░░░░░░░░░ 0% 0 of 1,000 done, 651 created, 50/s, 8 in flight, 12 min 45 s left'],
  ])('%i columns hold %s', (columns, line) => {
    expect(layoutProgress(progress(0), known, columns)).toBe(line)
  })

  it('of any width from 40 to 200 columns the line fits, and says how much is done', () => {
    const million = { rows: 1_000_000, pending: 123_456, inFlight: 128 }
    const scenes = [progress(0), progress(999), progress(654_321, million), progress(3, { stage: 'load' })]
    for (let columns = 40; columns <= 200; columns += 1) {
      for (const scene of scenes) {
        for (const speed of [unknown, known, { perSecond: 0.1, secondsLeft: 100_000 }]) {
          const line = layoutProgress(scene, speed, columns)
          expect(line.length).toBeLessThan(columns)
          expect(line).toContain(
            scene.stage === 'load' ? 'reading: 1,000 rows' : `${scene.settled.toLocaleString('en')} of`,
          )
          expect(line).toMatch(/done|rows/)
        }
      }
    }
  })

  it('of hardly any width it is cut, never wrapped', () => {
    expect(layoutProgress(progress(0), known, 10)).toBe('0 of 1,00')
  })
})
