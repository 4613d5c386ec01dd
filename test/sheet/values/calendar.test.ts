import { describe, expect, it } from 'vitest'
import { findDateFault, fromSerial, toIsoDate, toLongDate } from '../../rooms/sheet/values.ts'

describe('findDateFault', () => {
  it.each([
    [2026, 3, 1, undefined],
    [2024, 2, 29, undefined],
    [2000, 2, 29, undefined],
    [1900, 1, 1, undefined],
    [2200, 12, 31, undefined],
    [2026, 2, 29, 'February 2026 has no day 29'],
    [2100, 2, 29, 'February 2100 has no day 29'],
    [2026, 4, 31, 'April 2026 has no day 31'],
    [2026, 4, 0, 'April 2026 has no day 0'],
    [2026, 13, 1, 'there is no month 13'],
    [2026, 0, 1, 'there is no month 0'],
    [1899, 12, 31, 'the year 1899 is not between 1900 and 2200'],
    [26, 3, 1, 'the year 26 is not between 1900 and 2200'],
  ])('%d-%d-%d: %s', (year, month, day, fault) => {
    expect(findDateFault({ year, month, day })).toBe(fault)
  })
})

describe('day numbers', () => {
  it.each([
    [1, '1900-01-01', '1 January 1900'],
    [59, '1900-02-28', '28 February 1900'],
    [61, '1900-03-01', '1 March 1900'],
    [46082, '2026-03-01', '1 March 2026'],
    [46082.75, '2026-03-01', '1 March 2026'],
  ])('%d is %s', (serial, iso, long) => {
    const date = fromSerial(serial)
    expect(date && toIsoDate(date)).toBe(iso)
    expect(date && toLongDate(date)).toBe(long)
  })

  it.each([0, -1, 0.5, 60, 60.5, 200_000, 20_260_301, Number.NaN, Number.POSITIVE_INFINITY])(
    '%d is no date',
    (serial) => {
      expect(fromSerial(serial)).toBeUndefined()
    },
  )
})
