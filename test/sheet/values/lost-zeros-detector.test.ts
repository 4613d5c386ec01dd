import { describe, expect, it } from 'vitest'
import { LostZerosDetector } from '../../rooms/sheet/values.ts'

function watch(ids: readonly string[]) {
  const zeros = new LostZerosDetector()
  for (const [index, id] of ids.entries()) zeros.observe(id, `A${index + 2}`)
  return zeros.find()
}

const count = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

describe('ids that may have lost their zeros', () => {
  it.each([
    ['are shorter than others that are filled up with zeros', ['00123', '00456', '789', '12345'], ['A4']],
    ['are a few among many of one length', [...count(10_000, 10_099), '789'], ['A102']],
  ])('%s', (_, ids, cells) => {
    expect(watch(ids)).toEqual({ count: 1, cells, usualLength: 5 })
  })

  it('are shorter than those filled up with zeros, also where most have lost them', () => {
    expect(watch(['00123', '456', '789', '234', '12345'])).toEqual({
      count: 3,
      cells: ['A3', 'A4', 'A5'],
      usualLength: 5,
    })
  })

  it.each([
    ['numbers counted up from 1', count(1, 1000)],
    ['numbers counted up from 1, up to 9,999', count(1, 9999)],
    ['ids of one length', count(1000, 1100)],
    ['a handful of lengths', ['12', '123', '1234', '12345']],
    ['ids with letters', ['E1', 'E22', 'E333']],
    ['longer ids among the usual ones', ['0012', '0013', '12345']],
    ['no ids', []],
  ])('%s are not suspected', (_, ids) => {
    expect(watch(ids)).toBeUndefined()
  })

  it('are counted, and the first five named', () => {
    const ids = ['000001', '000002', ...['12', '13', '14', '15', '16', '17'], ...count(100_000, 100_050)]
    expect(watch(ids)).toEqual({ count: 6, cells: ['A4', 'A5', 'A6', 'A7', 'A8'], usualLength: 6 })
  })
})
