import { describe, expect, it } from 'vitest'
import { classifyFormat, type NumberFormat } from '../../rooms/sheet/number-format.ts'
import { isoToDate, serialToDate } from '../../rooms/sheet/reading.ts'

function format(code: string): NumberFormat {
  return { code, ...classifyFormat(code) }
}

describe('serialToDate', () => {
  it.each([
    [46082, 'dd/mm/yyyy', false, '2026-03-01T00:00:00'],
    [46082.395833333336, 'dd/mm/yyyy hh:mm', false, '2026-03-01T09:30:00'],
    [46082.3958333, 'dd/mm/yyyy hh:mm', false, '2026-03-01T09:30:00'],
    [46082.3958333, 'dd/mm/yyyy hh:mm:ss.000', false, '2026-03-01T09:29:59.997'],
    [44620, 'yyyy', true, '2026-03-01T00:00:00'],
    [1, 'd/m/yy', false, '1900-01-01T00:00:00'],
    [59, 'd/m/yy', false, '1900-02-28T00:00:00'],
    [60, 'd/m/yy', false, undefined],
    [61, 'd/m/yy', false, '1900-03-01T00:00:00'],
    [0, 'd/m/yy', true, '1904-01-01T00:00:00'],
    [0.5, 'h:mm', false, '1899-12-30T12:00:00'],
    [0.5, 'h:mm', true, '1899-12-30T12:00:00'],
    [1.5, '[h]:mm', false, '1899-12-31T12:00:00'],
    [-0.25, '[h]:mm', false, '1899-12-29T18:00:00'],
    [-1, 'd/m/yy', false, undefined],
    [2958465, 'd/m/yy', false, '9999-12-31T00:00:00'],
    [2958466, 'd/m/yy', false, undefined],
    [1e300, 'd/m/yy', false, undefined],
  ])('%d as %s (1904: %s) is %s', (serial, code, is1904, date) => {
    expect(serialToDate(serial, format(code), is1904)).toBe(date)
  })
})

describe('isoToDate', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00'],
    ['2026-03-01T09:30:00', '2026-03-01T09:30:00'],
    ['2026-03-01T09:30:00.250Z', '2026-03-01T09:30:00.250'],
    ['2026-03-01T09:30:00+02:00', '2026-03-01T09:30:00'],
    ['09:30:15', '1899-12-30T09:30:15'],
    ['2026-02-30', undefined],
    ['2026-03-01T25:00', undefined],
    ['46082', undefined],
    ['soon', undefined],
  ])('%s is %s', (text, date) => {
    expect(isoToDate(text)).toBe(date)
  })
})
