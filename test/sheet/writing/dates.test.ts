import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dateFormat, toCsvDate, toDateSerial } from '../../rooms/sheet/writing.ts'

const zone = process.env['TZ']

afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('the serial number of a date', () => {
  it.each([
    ['1900-03-01T00:00:00', 61],
    ['2026-03-01T00:00:00', 46_082],
    ['2026-03-01T12:00:00', 46_082.5],
    ['2026-03-01T06:00:00.000', 46_082.25],
    ['2024-02-29T00:00:00', 45_351],
    ['9999-12-31T00:00:00', 2_958_465],
    ['1899-12-30T13:30:00', 0.5625],
    ['1900-02-28T00:00:00', 59],
    ['1900-01-01T12:00:00', 1.5],
  ])('%s is %d', (text, serial) => {
    expect(toDateSerial(text)).toBe(serial)
  })

  it.each([
    ['a day that spreadsheets do not count', '1899-12-31T12:00:00'],
    ['a leap day of 1900, which only spreadsheets have', '1900-02-29T00:00:00'],
    ['before 1900', '1850-01-01T00:00:00'],
    ['after 9999', '10000-01-01T00:00:00'],
    ['no such day', '2026-02-29T00:00:00'],
    ['no such month', '2026-13-01T00:00:00'],
    ['no such hour', '2026-01-01T24:00:00'],
    ['a year of two digits', '0026-03-01T00:00:00'],
    ['not a date', 'tomorrow'],
    ['an offset', '2026-03-01T00:00:00Z'],
  ])('does not exist: %s', (_, text) => {
    expect(toDateSerial(text)).toBeUndefined()
  })

  it.each([
    ['1899-12-31T06:00:00', 1.25],
    ['1900-01-29T12:00:00', 30.5],
    ['1899-12-29T12:00:00', -0.5],
    ['2026-03-01T00:00:00', 46_082],
  ])('of a length of time, %s, is %d', (text, serial) => {
    expect(toDateSerial(text, () => true)).toBe(serial)
  })

  it.each([['Pacific/Kiritimati'], ['America/Los_Angeles'], ['Europe/Berlin']])('is the same in %s', (name) => {
    process.env['TZ'] = name
    expect(toDateSerial('2026-03-29T02:30:00')).toBe(46_110 + 2.5 / 24)
  })

  it('gives the date back', () => {
    const dates = fc.date({
      min: new Date('1900-03-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        const serial = toDateSerial(date.toISOString().slice(0, -1)) ?? Number.NaN
        expect(Math.round((serial - 25_569) * 86_400_000)).toBe(date.getTime())
      }),
      { seed: 20260301 },
    )
  })
})

describe('the format of a date that has none', () => {
  it.each([
    ['2026-03-01T00:00:00', 'yyyy-mm-dd'],
    ['2026-03-01T09:30:00', 'yyyy-mm-dd hh:mm'],
    ['2026-03-01T09:30:05', 'yyyy-mm-dd hh:mm:ss'],
    ['2026-03-01T09:30:00.250', 'yyyy-mm-dd hh:mm:ss.000'],
    ['1899-12-30T09:30:00', 'hh:mm:ss'],
    ['1899-12-30T09:30:00.007', 'hh:mm:ss.000'],
  ])('shows all of %s', (text, format) => {
    expect(dateFormat(text, toDateSerial(text) ?? Number.NaN, () => false)).toBe(format)
  })

  it('of a length of time counts past a day', () => {
    expect(dateFormat('1899-12-31T06:00:00', 1.25, () => true)).toBe('[h]:mm:ss')
  })
})

describe('a date in CSV', () => {
  it.each([
    ['2026-03-01T00:00:00', '2026-03-01'],
    ['2026-03-01T00:00:00.000', '2026-03-01'],
    ['2026-03-01T13:30:00', '2026-03-01T13:30:00'],
    ['2026-03-01T13:30:00.000', '2026-03-01T13:30:00'],
    ['2026-03-01T13:30:00.250', '2026-03-01T13:30:00.250'],
  ])('%s is %s', (text, expected) => {
    expect(toCsvDate(text)).toBe(expected)
  })
})
