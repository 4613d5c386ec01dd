import { toOneLine } from '../fold-text.ts'
import { type CalendarDate, findDateFault } from './calendar.ts'
import { matchDate, parseDatePattern } from './date-pattern.ts'

export interface DateReading {
  pattern: string
  date: CalendarDate
}

const numeric = /^(\d{1,4})([-/. ]|\. )(\d{1,2})\2(\d{1,4})(?![\d:])/
const named = /^(\d{1,2})([-/. ]|\. )([a-z]{3,9})\.?(\2|, ?| )(\d{4}|\d{2})(?![\d:])/i
const namedFirst = /^([a-z]{3,9})\.?([- ])(\d{1,2})(, ?|[- ])(\d{4}|\d{2})(?![\d:])/i
const compact = /^\d{8}(?!\d)/

/** Every usual reading that is a valid date, day first before month first. */
export function listDateReadings(text: string): DateReading[] {
  return suggestPatterns(toOneLine(text)).flatMap((pattern) => {
    const date = matchDate(text, parseDatePattern(pattern))?.date
    return date === undefined || findDateFault(date) !== undefined ? [] : { pattern, date }
  })
}

function suggestPatterns(text: string): string[] {
  const digits = numeric.exec(text)
  if (digits !== null) {
    const [, first = '', separator = '', , last = ''] = digits
    if (first.length === 4) return [['YYYY', 'MM', 'DD'].join(separator)]
    const year = last.length === 4 ? 'YYYY' : 'YY'
    return [['DD', 'MM', year].join(separator), ['MM', 'DD', year].join(separator)]
  }
  const dayFirst = named.exec(text)
  if (dayFirst !== null) {
    const [, , before = '', month = '', after = '', year = ''] = dayFirst
    return [`D${before}${nameToken(month)}${after}${year.length === 4 ? 'YYYY' : 'YY'}`]
  }
  const monthFirst = namedFirst.exec(text)
  if (monthFirst !== null) {
    const [, month = '', before = '', , after = '', year = ''] = monthFirst
    return [`${nameToken(month)}${before}D${after}${year.length === 4 ? 'YYYY' : 'YY'}`]
  }
  return compact.test(text) ? ['DDMMYYYY', 'MMDDYYYY'] : []
}

function nameToken(month: string): string {
  return month.length > 3 ? 'MMMM' : 'MMM'
}
