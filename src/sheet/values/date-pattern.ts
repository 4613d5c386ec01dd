import { find } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import { momentOfDay } from '../day-numbers.ts'
import { toOneLine } from '../fold-text.ts'

/** A day of the Gregorian calendar; no time, no zone. */
export interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')

const firstYear = 1900
const lastYear = 2200

/** A clause without its subject; undefined for a valid date. */
export function findDateFault({ year, month, day }: CalendarDate): string | undefined {
  if (month < 1 || month > 12) return `there is no month ${month}`
  if (year < firstYear || year > lastYear) return `the year ${year} is not between ${firstYear} and ${lastYear}`
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day >= 1 && day <= days) return undefined
  return `${monthNames[month - 1]} ${year} has no day ${day}`
}

export function toIsoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

export function isSameDate(left: CalendarDate, right: CalendarDate): boolean {
  return toIsoDate(left) === toIsoDate(right)
}

/** `1 March 2026`, which is unambiguous. */
export function toLongDate({ year, month, day }: CalendarDate): string {
  return `${day} ${monthNames[month - 1]} ${year}`
}

/** 1900 date system; undefined outside 1900 to 2200. */
export function fromSerial(serial: number): CalendarDate | undefined {
  const moment = serial >= 1 && serial <= 200_000 ? momentOfDay(Math.floor(serial)) : undefined
  if (moment === undefined) return undefined
  const date = new Date(moment)
  const found = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  return findDateFault(found) === undefined ? found : undefined
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** One or several forms of text dates; made by `parseDatePattern`. */
export interface DatePattern {
  /** As given, e.g. `DD/MM/YYYY`, or `DD/MM/YYYY or D MMM YYYY`; or `day-number`. */
  text: string
  forms: readonly DateForm[]
}

interface DateForm {
  text: string
  /** Groups `year`, `month` and `day`, and `time` for a time that a program added; or `serial`. */
  expression: RegExp
}

const unitOf = new Map(Object.entries({ Y: 'year', M: 'month', D: 'day' }))
const time = String.raw`(?:[ T,]+(?<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?))?`

/**
 * Accepts YYYY, YY, MMMM, MMM, MM, M, DD, D (in any case) and any separators except letters. Two-digit years: 00–68 are
 * 20xx, 69–99 are 19xx. MMM and MMMM read both March and Mar. Next to a separator a leading zero may be missing.
 * @throws BatchError `usage` for any other pattern.
 */
export function parseDatePattern(pattern: string): DatePattern {
  const form = parseForm(pattern)
  return { text: form.text, forms: [form] }
}

/** Combines patterns; each is tried. Undefined for an empty list. */
export function parseDatePatterns(patterns: readonly string[]): DatePattern | undefined {
  if (patterns.length === 0) return undefined
  const forms = patterns.map(parseForm)
  return { text: forms.map(({ text }) => text).join(' or '), forms }
}

/** A pattern of its own: days as spreadsheet programs count them, 46084 for 2026-03-03. */
export const dayNumbers = 'day-number'
const dayNumber = /^(?<serial>\d{5}(?:[.,]\d+)?)$/

export function matchDayNumber(text: string): Pick<DateMatch, 'date' | 'time'> | undefined {
  const serial = Number(dayNumber.exec(text)?.[1]?.replace(',', '.') ?? 0)
  const date = fromSerial(serial)
  return date && { date, time: new Date(momentOfDay(serial) ?? 0).toISOString().slice(11, 16) }
}

function parseForm(pattern: string): DateForm {
  const text = toOneLine(pattern)
  if (text.toLowerCase() === dayNumbers) return { text: dayNumbers, expression: dayNumber }
  const pieces = text.match(/([A-Za-z])\1*|[^A-Za-z]/gi)?.map((run) => run.toUpperCase()) ?? []
  const seen = new Set<string>()
  let source = ''
  for (const [index, piece] of pieces.entries()) {
    const unit = unitOf.get(piece.charAt(0))
    if (unit === undefined) {
      if (/[\p{L}\p{N}]/u.test(piece)) throw refusePattern(text, `“${piece}” is no part of a date`)
      source += piece.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
      continue
    }
    if (seen.has(unit)) throw refusePattern(text, `the ${unit} appears in it twice`)
    seen.add(unit)
    const isGlued = isNumeric(pieces[index - 1]) || isNumeric(pieces[index + 1])
    const digits = expressionOf(piece, isGlued)
    if (digits === undefined) throw refusePattern(text, explainPiece(piece, isGlued))
    source += `(?<${unit}>${digits})`
  }
  for (const unit of unitOf.values()) if (!seen.has(unit)) throw refusePattern(text, `the ${unit} is missing`)
  return { text, expression: new RegExp(`^${source}${time}$`, 'iu') }
}

export interface DateMatch {
  date: CalendarDate
  /** The time that a program added after the date. */
  time: string
  form: DateForm
}

/** One match per form that fits, even when the date does not exist. */
export function matchDates(text: string, { forms }: DatePattern): DateMatch[] {
  const line = toOneLine(text)
  return forms.flatMap((form) => {
    const groups = form.expression.exec(line)?.groups
    const { year, month, day, time = '', serial = '' } = groups ?? {}
    const byNumber = matchDayNumber(serial)
    if (byNumber !== undefined) return { ...byNumber, form }
    if (year === undefined || month === undefined || day === undefined) return []
    return { date: { year: readYear(year), month: readMonth(month), day: Number(day) }, time, form }
  })
}

/** The first match that is a valid date, else the first; undefined when no form fits. */
export function matchDate(text: string, pattern: DatePattern): DateMatch | undefined {
  const matches = matchDates(text, pattern)
  return matches.find(({ date }) => findDateFault(date) === undefined) ?? matches[0]
}

/** Adjacent numbers need a fixed number of digits. */
function isNumeric(piece: string | undefined): boolean {
  return piece !== undefined && unitOf.has(piece.charAt(0)) && !piece.startsWith('MMM')
}

/** Beside a separator; undefined for what is no part of a date. */
const expressions: ReadonlyMap<string, string> = new Map([
  ['YYYY', String.raw`\d{4}`],
  ['YY', String.raw`\d{2}`],
  ...['MMMM', 'MMM'].map(
    (name) => [name, [...monthNames, 'Sept', ...monthNames.map((month) => month.slice(0, 3))].join('|')] as const,
  ),
  ...['MM', 'DD', 'M', 'D'].map((number) => [number, String.raw`\d{1,2}`] as const),
])

function expressionOf(piece: string, isGlued: boolean): string | undefined {
  if (!isGlued || !/^[MD]{1,2}$/.test(piece)) return expressions.get(piece)
  return piece.length === 2 ? String.raw`\d{2}` : undefined
}

function explainPiece(piece: string, isGlued: boolean): string {
  return isGlued && piece.length === 1
    ? `“${piece}” needs a separator beside it, or two digits`
    : `“${piece}” is no way to write a part of a date`
}

function readYear(text: string): number {
  const year = Number(text)
  if (text.length > 2) return year
  return year <= 68 ? 2000 + year : 1900 + year
}

function readMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text)
  const start = text.slice(0, 3).toLowerCase()
  return monthNames.findIndex((name) => name.toLowerCase().startsWith(start)) + 1
}

function refusePattern(pattern: string, fault: string): BatchError {
  return new BatchError('usage', find('date-pattern', { pattern, fault }))
}

const numeric = /^(\d{1,4})([-/. ]|\. )(\d{1,2})\2(\d{1,4})(?![\d:])/
const named = /^(\d{1,2})([-/. ]|\. )([a-z]{3,9})\.?(\2|, ?| )(\d{4}|\d{2})(?![\d:])/i
const namedFirst = /^([a-z]{3,9})\.?([- ])(\d{1,2})(, ?|[- ])(\d{4}|\d{2})(?![\d:])/i
const compact = /^\d{8}(?!\d)/

/** Every usual reading that is a valid date, day first before month first. */
export function listDateReadings(text: string): { pattern: string; date: CalendarDate }[] {
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
