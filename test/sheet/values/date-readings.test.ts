import { describe, expect, it } from 'vitest'
import { listDateReadings, toIsoDate } from '../../rooms/sheet/values.ts'

describe('listDateReadings', () => {
  it.each([
    ['03/04/2026', ['DD/MM/YYYY 2026-04-03', 'MM/DD/YYYY 2026-03-04']],
    ['31.12.26', ['DD.MM.YY 2026-12-31']],
    ['3. 4. 2026', ['DD. MM. YYYY 2026-04-03', 'MM. DD. YYYY 2026-03-04']],
    ['2026.03.01', ['YYYY.MM.DD 2026-03-01']],
    ['1 Sept 2026', ['D MMMM YYYY 2026-09-01']],
    ['1-mar-2026 10:00', ['D-MMM-YYYY 2026-03-01']],
    ['Mar 1, 26', ['MMM D, YY 2026-03-01']],
    ['13042026', ['DDMMYYYY 2026-04-13']],
    ['31/02/2026', []],
    ['3/4-2026', []],
    ['1 mars 2026', []],
    ['12:30:00', []],
    ['', []],
  ])('%j reads as %j', (text, readings) => {
    expect(listDateReadings(text).map(({ pattern, date }) => `${pattern} ${toIsoDate(date)}`)).toEqual(readings)
  })
})
