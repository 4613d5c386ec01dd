import { describe, expect, it } from 'vitest'
import { matchDate, parseDatePattern, toIsoDate } from '../../rooms/sheet/values.ts'
import { BatchError } from '../../rooms/support.ts'

function read(text: string, pattern: string): string | undefined {
  const found = matchDate(text, parseDatePattern(pattern))
  return found && toIsoDate(found.date) + (found.time && ` ${found.time}`)
}

describe('matchDate', () => {
  it.each([
    ['DD/MM/YYYY', '03/04/2026', '2026-04-03'],
    ['DD/MM/YYYY', '3/4/2026', '2026-04-03'],
    ['MM/DD/YYYY', '03/04/2026', '2026-03-04'],
    ['dd.mm.yyyy', '03.04.2026', '2026-04-03'],
    ['D. M. YYYY', '3. 4. 2026', '2026-04-03'],
    ['D.M.YY', '3.4.26', '2026-04-03'],
    ['DD-MMM-YY', '03-APR-26', '2026-04-03'],
    ['DD MMM YYYY', '3 Sept 2026', '2026-09-03'],
    ['D MMMM YYYY', '3 april 2026', '2026-04-03'],
    ['D MMMM YYYY', '3\u00a0 April 2026 ', '2026-04-03'],
    ['D MMMM YYYY', '3 Apr 2026', '2026-04-03'],
    ['MMMM D, YYYY', 'April 3, 2026', '2026-04-03'],
    ['YYYY/MM/DD', '2026/04/03', '2026-04-03'],
    ['DDMMYYYY', '03042026', '2026-04-03'],
    ['YYMMDD', '260403', '2026-04-03'],
    ['DMMMYYYY', '3Apr2026', '2026-04-03'],
    ['DD/MM/YY', '01/01/68', '2068-01-01'],
    ['DD/MM/YY', '01/01/69', '1969-01-01'],
    ['DD/MM/YYYY', '03/04/2026 14:30', '2026-04-03 14:30'],
    ['MM/DD/YYYY', '4/3/2026, 2:30:00 PM', '2026-04-03 2:30:00 PM'],
    ['DD/MM/YYYY', '31/02/2026', '2026-02-31'],
    ['DD/MM/YYYY', '03-04-2026', undefined],
    ['DD/MM/YYYY', '03/04/26', undefined],
    ['DD/MM/YYYY', '03/04/2026 or so', undefined],
    ['DD/MM/YYYY', 'x03/04/2026', undefined],
    ['DD.MM.YYYY', '03x04x2026', undefined],
    ['DDMMYYYY', '3042026', undefined],
    ['D MMM YYYY', '3 Avr 2026', undefined],
  ])('%s reads %j as %s', (pattern, text, date) => {
    expect(read(text, pattern)).toBe(date)
  })
})

describe('parseDatePattern', () => {
  it.each([
    ['DD/MM', 'the year is missing'],
    ['', 'the year is missing'],
    ['MM/YYYY', 'the day is missing'],
    ['DD/YYYY', 'the month is missing'],
    ['DD/MM/YYYY/DD', 'the day appears in it twice'],
    ['YY YYYY MM DD', 'the year appears in it twice'],
    ['DD/MM/YYY', '“YYY” is no way to write'],
    ['DDD/MM/YYYY', '“DDD” is no way to write'],
    ['DD/MMMMM/YYYY', '“MMMMM” is no way to write'],
    ['DMYYYY', '“D” needs a separator'],
    ['DD/MM/YYYY HH:mm', '“HH” is no part of a date'],
    ['%d/%m/%Y', '“Y” is no way to write'],
    ['DD/MM/20YY', '“2” is no part of a date'],
    ['TT.MM.JJJJ', '“TT” is no part of a date'],
  ])('refuses %j: %s', (pattern, fault) => {
    expect(() => parseDatePattern(pattern)).toThrow(BatchError)
    expect(() => parseDatePattern(pattern)).toThrow(`dates cannot be read as “${pattern}” (‹dateFormat›): ${fault}`)
    expect(() => parseDatePattern(pattern)).toThrow(expect.objectContaining({ code: 'usage' }))
  })

  it('takes marks of expressions for themselves', () => {
    expect(read('(3|4|2026)', '(D|M|YYYY)')).toBe('2026-04-03')
    expect(read('3+4*2026', 'D+M*YYYY')).toBe('2026-04-03')
  })
})
