import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDatePattern, parseDatePatterns, readDateTime, toIsoDate, toLongDate } from '../../rooms/sheet/values.ts'
import type { Cell } from '../../rooms/sheet.ts'

const text = (v: string): Cell => ({ t: 's', v })
const date = (v: string): Cell => ({ t: 'd', v, f: 'dd/mm/yyyy' })
const dayFirst = parseDatePattern('DD/MM/YYYY')
const midnight = '2026-03-01T00:00:00.000Z'

describe('readDateTime', () => {
  it.each<[Cell, string]>([
    [date('2026-03-01T00:00:00'), midnight],
    [date('2026-03-01T00:00:00.000'), midnight],
    [text('2026-03-01'), midnight],
    [text(' 2026-03-01\u00a0'), midnight],
    [text('2026-03-01T00:00'), midnight],
    [text('2026-03-01 00:00:00'), midnight],
    [text('2026-03-01T00:00:00.000'), midnight],
    [text('20260301'), midnight],
    [{ t: 'n', v: 20_260_301 }, midnight],
    [text('2024-02-29'), '2024-02-29T00:00:00.000Z'],
    [text('1900-01-01'), '1900-01-01T00:00:00.000Z'],
    [text('2200-12-31'), '2200-12-31T00:00:00.000Z'],
    [text('="2026-03-01"'), midnight],
  ])('%j is midnight UTC', (cell, value) => {
    expect(readDateTime(cell)).toEqual({ ok: true, value })
    expect(readDateTime(cell, { pattern: dayFirst })).toEqual({ ok: true, value })
  })

  it.each([
    ['2026-03-01T00:00:00.000Z', midnight],
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01t10:00:00z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T00:00:00+02:00', '2026-03-01T00:00:00.000+02:00'],
    ['2026-03-01T00:00:00-0530', '2026-03-01T00:00:00.000-05:30'],
    ['2026-03-01 09:30:15.1234567+14', '2026-03-01T09:30:15.123+14:00'],
    ['2026-03-01T10:00:00+00:00', '2026-03-01T10:00:00.000Z'],
  ])('%s keeps its offset, and so its instant', (written, value) => {
    expect(readDateTime(text(written))).toEqual({ ok: true, value })
  })

  it.each<[Cell, string]>([
    [date('2026-03-01T14:30:00'), '14:30'],
    [date('2026-03-01T23:59:59.999'), '23:59:59.999'],
    [text('2026-03-01T14:30'), '14:30'],
    [text('2026-03-01 00:00:05'), '00:00:05'],
    [text('01/03/2026 14:30'), '14:30'],
    [text('01/03/2026 2:30 PM'), '2:30 PM'],
  ])('%j leaves the time of day out and says so', (cell, time) => {
    const warning = { rule: `The time of day (${time}) was left out.` }
    expect(readDateTime(cell, { pattern: dayFirst })).toMatchObject({ ok: true, value: midnight, warning })
  })

  it.each(['01/03/2026', '1/3/2026', '01/03/2026 00:00', '01/03/2026 12:00:00 AM', '2026-03-01'])(
    '%s is read by the pattern, or as ISO',
    (written) => {
      expect(readDateTime(text(written), { pattern: dayFirst })).toEqual({ ok: true, value: midnight })
    },
  )

  it('reads eight digits by the pattern where they are no ISO date', () => {
    const pattern = parseDatePattern('DDMMYYYY')
    expect(readDateTime(text('01032026'), { pattern })).toEqual({ ok: true, value: midnight })
    expect(readDateTime(text('01032026'))).toMatchObject({ ok: false, hint: expect.stringContaining('DDMMYYYY') })
  })

  it('shows both readings of an ambiguous date', () => {
    expect(readDateTime(text('03/04/2026'))).toMatchObject({
      ok: false,
      rule: 'must be a date written as 2026-03-01, or a date cell: “03/04/2026” can be 3 April 2026 (DD/MM/YYYY) or 4 March 2026 (MM/DD/YYYY)',
      hint: 'Say which it is with ‹dateFormat› DD/MM/YYYY or ‹dateFormat› MM/DD/YYYY.',
      remedy: { kind: 'dateOrder', patterns: ['DD/MM/YYYY', 'MM/DD/YYYY'] },
      code: 'date-text-ambiguous',
    })
  })

  it.each([
    ['3.4.26', '3 April 2026 (DD.MM.YY) or 4 March 2026 (MM.DD.YY)'],
    ['03-04-2026 10:00', '3 April 2026 (DD-MM-YYYY) or 4 March 2026 (MM-DD-YYYY)'],
  ])('%s without a pattern can be %s', (written, readings) => {
    expect(readDateTime(text(written))).toMatchObject({ ok: false, rule: expect.stringContaining(readings) })
  })

  it.each([
    ['13/04/2026', '‹dateFormat› DD/MM/YYYY reads it as 13 April 2026.'],
    ['08/08/2026', '‹dateFormat› DD/MM/YYYY reads it as 8 August 2026.'],
    ['04/13/2026', '‹dateFormat› MM/DD/YYYY reads it as 13 April 2026.'],
    ['1 March 2026', '‹dateFormat› "D MMMM YYYY" reads it as 1 March 2026.'],
    ['March 1, 2026', '‹dateFormat› "MMMM D, YYYY" reads it as 1 March 2026.'],
    ['1-Mar-26', '‹dateFormat› D-MMM-YY reads it as 1 March 2026.'],
    ['01. March 2026', '‹dateFormat› "D. MMMM YYYY" reads it as 1 March 2026.'],
    ['2026/03/01', '‹dateFormat› YYYY/MM/DD reads it as 1 March 2026.'],
    ['2026-3-1', '‹dateFormat› YYYY-MM-DD reads it as 1 March 2026.'],
    ['13/04/2026 14:30', '‹dateFormat› DD/MM/YYYY reads it as 13 April 2026.'],
  ])('%s without a pattern is refused with the pattern that reads it', (written, hint) => {
    expect(readDateTime(text(written))).toMatchObject({
      ok: false,
      rule: 'must be a date written as 2026-03-01, or a date cell',
      hint,
      remedy: { kind: 'dateOrder', patterns: [/^‹dateFormat› "?(.*?)"? reads/.exec(hint)?.[1]] },
      code: 'date-text-clear',
    })
  })

  it.each([
    ['16.07.2026', '2026-07-16'],
    ['28 Jul 2026', '2026-07-28'],
    ['28 july 2026', '2026-07-28'],
    ['07/16/2026', '2026-07-16'],
    ['08.08.2026', '2026-08-08'],
    ['2026-07-09', '2026-07-09'],
  ])('%s is read by whichever of several patterns it is written in', (written, day) => {
    const pattern = parseDatePatterns(['DD.MM.YYYY', 'D MMM YYYY', 'MM/DD/YYYY', 'MM.DD.YYYY'])
    expect(readDateTime(text(written), { pattern })).toEqual({ ok: true, value: `${day}T00:00:00.000Z` })
  })

  it('refuses what two of several patterns read differently, with both readings', () => {
    const pattern = parseDatePatterns(['DD.MM.YYYY', 'MM.DD.YYYY'])
    expect(readDateTime(text('03.04.2026'), { pattern })).toMatchObject({
      ok: false,
      rule: 'must be a date that can be read in one way only: “03.04.2026” can be 3 April 2026 (DD.MM.YYYY) or 4 March 2026 (MM.DD.YYYY)',
      hint: 'Write it as 2026-04-03 or 2026-03-04, or name one of the two patterns only.',
    })
  })

  it.each<[Cell, string]>([
    [text('2026-02-30'), 'must be a date that exists: February 2026 has no day 30'],
    [text('2026-13-01'), 'must be a date that exists: there is no month 13'],
    [text('2026-02-30T10:00:00Z'), 'must be a date that exists: February 2026 has no day 30'],
    [text('1899-12-31'), 'must be a date that exists: the year 1899 is not between 1900 and 2200'],
    [text('2201-01-01'), 'must be a date that exists: the year 2201 is not between 1900 and 2200'],
    [date('9999-12-31T00:00:00'), 'must be a date that exists: the year 9999 is not between 1900 and 2200'],
    [text('2026-03-01T24:00'), 'must be a date with a time between'],
    [text('2026-03-01T10:00+15:00'), 'must be a date with an offset that exists, not +15:00'],
    [date('1899-12-31T08:30:00'), 'must be a date'],
    [{ t: 'n', v: 46_082 }, 'must be a date, not the number 46082'],
    [{ t: 'n', v: 2026 }, 'must be a date, not the number 2026'],
    [{ t: 'n', v: 1.5e9 }, 'must be a date, not the number 1500000000'],
    [{ t: 'b', v: true }, 'must be a date'],
    [{ t: 'e', v: '#VALUE!' }, 'must hold a value, not the error #VALUE!'],
    [text('#N/A'), 'must hold a value, not the error #N/A'],
    [text('\u200b'), 'must not be empty'],
    [text('TBC'), 'must be a date written as 2026-03-01, or a date cell'],
    [text('March 2026'), 'must be a date written as 2026-03-01, or a date cell'],
    [text('2026-W10-7'), 'must be a date written as 2026-03-01, or a date cell'],
    [text('31/02/2026'), 'must be a date written as 2026-03-01, or a date cell'],
    [text('46082'), 'must be a date, not the number 46082'],
  ])('%j is refused', (cell, rule) => {
    expect(readDateTime(cell)).toMatchObject({ ok: false, rule: expect.stringContaining(rule) })
  })

  it.each<[Cell, string]>([
    [{ t: 'n', v: 46_082 }, '46082 is 2026-03-01. Format the column as a date'],
    [date('1899-12-31T08:30:00'), 'The cell holds a time of day only (08:30).'],
  ])('%j is refused with what it holds', (cell, hint) => {
    expect(readDateTime(cell)).toMatchObject({ ok: false, hint: expect.stringContaining(hint) })
  })

  it.each([
    [
      '04/13/2026',
      'must be a date that exists: read as DD/MM/YYYY, there is no month 13',
      'Read as MM/DD/YYYY it would be 13 April 2026: check it, then write it as 2026-04-13.',
    ],
    ['31/02/2026', 'must be a date that exists: read as DD/MM/YYYY, February 2026 has no day 31', 'Write it as'],
    [
      '1 March 2026',
      'must be a date written as DD/MM/YYYY or as 2026-03-01',
      'Read as D MMMM YYYY it would be 1 March',
    ],
    ['soon', 'must be a date written as DD/MM/YYYY or as 2026-03-01', 'Write it as YYYY-MM-DD'],
  ])('%s is refused against the pattern', (written, rule, hint) => {
    const reading = readDateTime(text(written), { pattern: dayFirst })
    expect(reading).toMatchObject({ ok: false, rule, hint: expect.stringContaining(hint) })
  })
})

describe('any calendar date from 1900 to 2200', () => {
  const anyDate = fc
    .integer({ min: Date.UTC(1900, 0, 1) / 86_400_000, max: Date.UTC(2200, 11, 31) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000))
    .map((utc) => ({ year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() }))

  it('is midnight UTC of that date from a date cell, ISO text, and text by a pattern', () => {
    const long = parseDatePattern('D MMMM YYYY')
    fc.assert(
      fc.property(anyDate, (day) => {
        const iso = toIsoDate(day)
        const expected = { ok: true, value: `${iso}T00:00:00.000Z` }
        expect(readDateTime(date(`${iso}T00:00:00`))).toEqual(expected)
        expect(readDateTime(text(iso))).toEqual(expected)
        expect(readDateTime(text(`${iso}T00:00:00.000Z`))).toEqual(expected)
        expect(readDateTime(text(toLongDate(day)), { pattern: long })).toEqual(expected)
        expect(readDateTime(text(iso.split('-').toReversed().join('/')), { pattern: dayFirst })).toEqual(expected)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('keeps its instant with any offset', () => {
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.nat(13), fc.nat(59))
    fc.assert(
      fc.property(anyDate, offset, fc.nat(86_399), (day, [sign, hours, minutes], second) => {
        const time = new Date(second * 1000).toISOString().slice(11, 19)
        const zone = `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
        const written = `${toIsoDate(day)}T${time}${zone}`
        const reading = readDateTime(text(written))
        expect(reading.ok && Date.parse(reading.value)).toBe(Date.parse(written))
      }),
      { seed: 7 },
    )
  })

  it('never fails on any text', () => {
    const written = fc.string({ unit: fc.constantFrom(...'0123456789-/.:TZ+ MarchD"='), maxLength: 30 })
    fc.assert(
      fc.property(written, (value) => {
        const reading = readDateTime(text(value), { pattern: dayFirst })
        if (reading.ok) expect(new Date(reading.value).getTime()).not.toBeNaN()
        else expect(reading.rule).toMatch(/^must /)
      }),
      { seed: 7, numRuns: 2000 },
    )
  })
})

describe('time zones of the machine', () => {
  it.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'])('%s changes nothing', (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toMatch(/Kiritimati|Los_Angeles|Kolkata|Calcutta/)
      for (const cell of [date('2026-03-01T00:00:00'), text('2026-03-01'), text('01/03/2026')]) {
        expect(readDateTime(cell, { pattern: dayFirst })).toEqual({ ok: true, value: midnight })
      }
      expect(readDateTime({ t: 'n', v: 46_082 })).toMatchObject({ hint: expect.stringContaining('2026-03-01') })
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })
})
