import { expect, it } from 'vitest'
import { parsePeriod, startOfPeriod } from '../rooms/settings.ts'

it.each([
  ['P7Y', 7, 0, 0],
  ['P1Y6M', 1, 6, 0],
  ['P12W', 0, 0, 84],
  ['P90D', 0, 0, 90],
  ['P1Y2M3W4D', 1, 2, 0 + 25],
  ['P007Y', 7, 0, 0],
])('%s is a period', (text, years, months, days) => {
  expect(parsePeriod(text)).toEqual({ years, months, days })
})

it.each([
  '',
  'P',
  'P0Y',
  'P0D',
  '7Y',
  'p7y',
  'P7',
  'P-7Y',
  'P1.5Y',
  'P1,5Y',
  'PT1H',
  'P1DT1H',
  'P6M1Y',
  ' P7Y',
  'P7Y ',
  'P7Y\n',
  'P٧Y',
  'P99999Y',
])('%j is none', (text) => expect(parsePeriod(text)).toBeUndefined())

it.each([
  ['2026-11-25T14:00:00.000Z', 'P7Y', '2019-11-25'],
  ['2026-11-25T00:00:00.000Z', 'P90D', '2026-08-27'],
  ['2026-11-25T23:59:59.999Z', 'P1D', '2026-11-24'],
  // Leap days.
  ['2024-02-29T12:00:00.000Z', 'P1Y', '2023-02-28'],
  ['2024-02-29T12:00:00.000Z', 'P4Y', '2020-02-29'],
  ['2024-03-01T12:00:00.000Z', 'P1D', '2024-02-29'],
  ['2023-03-01T12:00:00.000Z', 'P1D', '2023-02-28'],
  ['2025-03-01T12:00:00.000Z', 'P366D', '2024-02-29'],
  ['2104-02-29T00:00:00.000Z', 'P4Y', '2100-02-28'],
  // Ends of months.
  ['2026-03-31T00:00:00.000Z', 'P1M', '2026-02-28'],
  ['2024-03-31T00:00:00.000Z', 'P1M', '2024-02-29'],
  ['2026-01-31T00:00:00.000Z', 'P2M', '2025-11-30'],
  ['2026-03-31T00:00:00.000Z', 'P1M1D', '2026-02-27'],
  ['2026-01-01T00:00:00.000Z', 'P13M', '2024-12-01'],
  // Before 1970, and two digits of a year are no 1900s.
  ['2026-01-01T00:00:00.000Z', 'P100Y', '1926-01-01'],
  ['2026-01-01T00:00:00.000Z', 'P1950Y', '0076-01-01'],
])('%s less %s is %s', (now, text, start) => {
  const period = parsePeriod(text)
  const found = period && startOfPeriod(Date.parse(now), period)
  expect(new Date(found ?? Number.NaN).toISOString()).toBe(`${start}T00:00:00.000Z`)
})

it.each(['P2026Y', 'P9999Y', 'P999999D'])('there is no day %s before', (text) => {
  const period = parsePeriod(text)
  expect(period && startOfPeriod(Date.parse('2026-01-01T00:00:00.000Z'), period)).toBeUndefined()
})
