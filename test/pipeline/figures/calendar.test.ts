import { describe, expect, it } from 'vitest'
import {
  dayOf,
  dayOfTime,
  firstDayOf,
  quarterOf,
  readSpan,
  showDay,
  showQuarter,
  splitByQuarter,
} from '../../rooms/pipeline/figures.ts'

function day(text: string): number {
  return dayOf(text) ?? Number.NaN
}

describe('a day', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31T00:00:00.000Z', -1],
    ['2000-02-29', 11_016],
    ['2026-03-01T00:00:00.000Z', 20_513],
    ['2026-03-01T23:59:00+14:00', 20_513],
    ['2026-03-01T00:00:00-12:00', 20_513],
    ['2026-02-29', undefined],
    ['2026-02-30', undefined],
    ['2026-04-31', undefined],
    ['2026-13-01', undefined],
    ['1 March 2026', undefined],
    ['', undefined],
  ])('of %s is number %s, whatever the offset or the time zone of the machine', (text, number) => {
    expect(dayOf(text)).toBe(number)
  })

  it('of a moment is that of UTC', () => {
    expect(showDay(dayOfTime(Date.UTC(2026, 2, 31, 23, 59, 59, 999)))).toBe('2026-03-31')
    expect(showDay(dayOfTime(Date.UTC(2026, 3, 1)))).toBe('2026-04-01')
  })

  it('is in the quarter whose first day it does not lie before', () => {
    for (let number = day('1999-12-01'); number < day('2029-02-01'); number += 1) {
      const quarter = quarterOf(number)
      if (number < firstDayOf(quarter) || number >= firstDayOf(quarter + 1))
        expect(showDay(number)).toBe('in its quarter')
    }
  })
})

describe('days over the end of a quarter', () => {
  it.each([
    ['2026-03-31', '2026-03-31', [['2026-Q1', 1]]],
    [
      '2026-03-31',
      '2026-04-01',
      [
        ['2026-Q1', 1],
        ['2026-Q2', 1],
      ],
    ],
    [
      '2025-12-30',
      '2026-01-02',
      [
        ['2025-Q4', 2],
        ['2026-Q1', 2],
      ],
    ],
    ['2024-02-01', '2024-02-29', [['2024-Q1', 29]]],
    [
      '2026-06-30',
      '2026-10-01',
      [
        ['2026-Q2', 1],
        ['2026-Q3', 92],
        ['2026-Q4', 1],
      ],
    ],
    [
      '2023-01-01',
      '2023-12-31',
      [
        ['2023-Q1', 90],
        ['2023-Q2', 91],
        ['2023-Q3', 92],
        ['2023-Q4', 92],
      ],
    ],
    ['2024-01-01', '2024-03-31', [['2024-Q1', 91]]],
    ['2026-03-02', '2026-03-01', []],
    [
      '0099-12-31',
      '0100-01-01',
      [
        ['0099-Q4', 1],
        ['0100-Q1', 1],
      ],
    ],
  ])('%s to %s are split there', (first, last, parts) => {
    const split = splitByQuarter({ first: day(first), last: day(last) })
    expect(split.map(({ quarter, days }) => [showQuarter(quarter), days])).toEqual(parts)
  })
})

describe('a span', () => {
  it.each([
    ['2026-03-01', '2026-03-01', '2026-03-01'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2026-12', '2026-12-01', '2026-12-31'],
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['2026-q4', '2026-10-01', '2026-12-31'],
    ['2026', '2026-01-01', '2026-12-31'],
  ])('%s is from %s to %s', (text, first, last) => {
    const span = readSpan(text)
    expect([showDay(span?.first ?? 0), showDay(span?.last ?? 0)]).toEqual([first, last])
  })

  it.each(['', '26', '2026-13', '2026-Q5', '2026-02-30', '01.02.2026', 'Q1 2026', '2026-1'])('%j is none', (text) => {
    expect(readSpan(text)).toBeUndefined()
  })
})
