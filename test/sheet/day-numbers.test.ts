import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumberOf, daysOfTime, momentOfDay, momentOfTime } from '../rooms/sheet.ts'

function iso(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 19)
}

describe('the moment of a day number', () => {
  it.each([
    [1, false, '1900-01-01T00:00:00'],
    [1.5, false, '1900-01-01T12:00:00'],
    [59.75, false, '1900-02-28T18:00:00'],
    [60, false, undefined],
    [60.999, false, undefined],
    [61, false, '1900-03-01T00:00:00'],
    [46_082.5, false, '2026-03-01T12:00:00'],
    [0, true, '1904-01-01T00:00:00'],
    [60, true, '1904-03-01T00:00:00'],
    [44_620, true, '2026-03-01T00:00:00'],
    [-0.1, false, undefined],
    [-1, true, undefined],
    [Number.NaN, false, undefined],
  ])('%d (1904: %s) is %s', (number, is1904, moment) => {
    expect(iso(momentOfDay(number, is1904))).toBe(moment)
  })

  it('gives the number back, in both systems and whatever the time', () => {
    const numbers = fc.double({ min: 1, max: 2_950_000, noNaN: true }).filter((number) => number < 60 || number >= 61)
    fc.assert(
      fc.property(numbers, fc.boolean(), (number, is1904) => {
        expect(dayNumberOf(momentOfDay(number, is1904) ?? Number.NaN, is1904)).toBeCloseTo(number, 7)
      }),
      { seed: 1900 },
    )
  })
})

describe('the day number of a moment', () => {
  it.each([
    ['1899-12-30T13:30:00', false, 0.5625],
    ['1899-12-30T13:30:00', true, 0.5625],
    ['1899-12-31T00:00:00', false, undefined],
    ['1900-01-14T00:00:00', false, 14],
    ['1900-03-01T00:00:00', false, 61],
    ['1850-01-01T00:00:00', false, undefined],
    ['1903-12-31T00:00:00', true, undefined],
    ['1904-01-02T00:00:00', true, 1],
  ])('%s (1904: %s) is %s', (moment, is1904, number) => {
    expect(dayNumberOf(Date.parse(`${moment}Z`), is1904)).toBe(number)
  })
})

it('a length of time counts from a day of its own, and may be negative', () => {
  expect(iso(momentOfTime(1.5))).toBe('1899-12-31T12:00:00')
  expect(daysOfTime(momentOfTime(-0.25))).toBe(-0.25)
})
