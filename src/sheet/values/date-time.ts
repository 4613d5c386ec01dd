import { find } from '../../messages/catalogue.ts'
import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { plainNumber } from '../number-format/show-number.ts'
import {
  type CalendarDate,
  type DateMatch,
  type DatePattern,
  dayNumbers,
  findDateFault,
  fromSerial,
  isSameDate,
  listDateReadings,
  matchDates,
  matchDayNumber,
  toIsoDate,
  toLongDate,
} from './date-pattern.ts'
import { displayCell, displayTime, shorten } from './display.ts'
import { accept, plainText, type ReadResult, type Refusal, refuseUnreadable, refuseValue } from './text.ts'

const isoText =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,30}))?)?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isoCompact = /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/

/**
 * Reads a calendar date as midnight UTC (`2026-03-01T00:00:00.000Z`), independent of the machine's time zone. A time of
 * day without a zone is dropped with a warning.
 * Text with an offset keeps date, time and offset, as `2026-03-01T09:30:00.000+02:00` (`Z` for UTC): both the instant
 * and the local day stay.
 * `pattern`: of text dates (`--date-format`); ISO 8601 is always read.
 */
export function readDateTime(cell: Cell, options: { pattern?: DatePattern | undefined } = {}): ReadResult<string> {
  // The steps below take 2 µs more, and most text dates are such a day.
  if (cell.t === 's' && options.pattern === undefined && isIsoDay(cell.v)) {
    const [year, month, day] = [cell.v.slice(0, 4), cell.v.slice(5, 7), cell.v.slice(8)]
    return toMidnight(dateOf({ year, month, day }), '')
  }
  const unreadable = refuseUnreadable(cell)
  if (unreadable !== undefined) return unreadable
  switch (cell.t) {
    case 'd':
      return readDateCell(cell.v)
    case 'n':
      return readDateNumber(cell.v, displayCell(cell), options.pattern)
    case 's':
      return readDateText(plainText(cell.v), options.pattern)
    default:
      return refuseValue(find('no-date'))
  }
}

/** `2026-03-01`, whether or not the calendar has that day. */
export function isIsoDay(text: string): boolean {
  return isoDay.test(text)
}

function readDateCell(value: string): ReadResult<string> {
  const [date = '', time = ''] = value.split('T')
  const [year, month, day] = date.split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return refuseValue(find('no-date'))
  if (year < 1900) {
    const shown = displayTime(time)
    return refuseValue(shown === '' ? find('date-zero') : find('date-time-only', { time: shown }))
  }
  return toMidnight({ year, month, day }, displayTime(time))
}

/** Numbers without a date format are refused, except those like 20260301: it shows a date and is not a day number. */
function readDateNumber(value: number, shown: string, pattern: DatePattern | undefined): ReadResult<string> {
  const compact = readCompact(String(value))
  if (compact !== undefined) return toMidnight(compact, '')
  const number = plainNumber(value)
  const date = fromSerial(value)
  if (date === undefined) return refuseValue(find('date-number', { shown }))
  const isTold = pattern?.forms.some(({ text }) => text === dayNumbers) === true && matchDayNumber(number) !== undefined
  return isTold ? readDateText(number, pattern) : refuseDayNumber(shown, number, date)
}

function refuseDayNumber(shown: string, number: string, date: CalendarDate): Refusal {
  const remedy = matchDayNumber(number) && ({ kind: 'dateOrder', patterns: [dayNumbers] } as const)
  return refuseValue(find('date-day-number', { shown, number, date: toIsoDate(date) }), remedy)
}

function readDateText(raw: string, pattern: DatePattern | undefined): ReadResult<string> {
  const text = toOneLine(raw)
  const patternMatches = pattern === undefined ? [] : matchDates(text, pattern)
  const patternMatch = patternMatches.find(({ date }) => findDateFault(date) === undefined) ?? patternMatches[0]
  if (patternMatch !== undefined)
    return refuseAmbiguous(text, patternMatch, patternMatches) ?? readPatternMatch(text, patternMatch)
  const iso = isoText.exec(text)
  if (iso !== null) return readIso(iso.groups)
  const compact = readCompact(text)
  if (compact !== undefined) return toMidnight(compact, '')
  const number = matchDayNumber(text)
  if (number !== undefined) return refuseDayNumber(text, text, number.date)
  return pattern === undefined ? refuseText(text) : refuseOtherFormat(text, pattern)
}

/** ISO 8601 without hyphens. A valid date between 1900 and 2200 in this form cannot be DDMMYYYY or MMDDYYYY too. */
function readCompact(text: string): CalendarDate | undefined {
  const found = isoCompact.exec(text)
  const date = found === null ? undefined : dateOf(found.groups)
  return date !== undefined && findDateFault(date) === undefined ? date : undefined
}

/** Used without a copy: spreading the groups takes longer than reading the date. */
type Groups = Readonly<Record<string, string | undefined>>

function readIso(groups: Groups = {}): ReadResult<string> {
  const { hour, minute = '00', second = '00', fraction = '', zone } = groups
  const date = dateOf(groups)
  if (hour === undefined) return toMidnight(date, '')
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return refuseValue(find('date-time-range'))
  const time = `${hour}:${minute}:${second}`
  if (zone === undefined) return toMidnight(date, displayTime(`${time}.${fraction}0`))
  const offset = writeOffset(zone)
  if (offset === undefined) return refuseValue(find('date-offset', { zone }))
  const fault = findDateFault(date)
  if (fault !== undefined) return refuseValue(find('date-impossible', { fault }))
  return accept(`${toIsoDate(date)}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
}

/** Offsets in use are between −12:00 and +14:00. */
function writeOffset(zone: string): string | undefined {
  if (zone.toUpperCase() === 'Z') return 'Z'
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', ''))]
  if (hours * 60 + minutes > 14 * 60 || minutes > 59) return undefined
  if (hours === 0 && minutes === 0) return 'Z'
  return `${zone.slice(0, 3)}:${String(minutes).padStart(2, '0')}`
}

/** Two of several patterns read the text as different dates. */
function refuseAmbiguous(text: string, first: DateMatch, ways: readonly DateMatch[]): Refusal | undefined {
  const second = ways.find(({ date }) => findDateFault(date) === undefined && !isSameDate(date, first.date))
  if (second === undefined) return undefined
  const [one, other] = [first, second].map(({ date, form }) => nameReading({ date, pattern: form.text }))
  if (one === undefined || other === undefined) return undefined
  return refuseValue(find('date-ambiguous', { text: shorten(text, 30), first: one, second: other }))
}

function readPatternMatch(text: string, found: DateMatch): ReadResult<string> {
  const fault = findDateFault(found.date)
  if (fault === undefined) return toMidnight(found.date, isMidnight(found.time) ? '' : found.time)
  return refuseValue(find('date-impossible-by-pattern', { pattern: found.form.text, fault, other: otherReading(text) }))
}

function isMidnight(time: string): boolean {
  return !/[1-9]/.test(time) || /^12:00(?::00(?:\.0+)?)? ?AM$/i.test(time)
}

function refuseOtherFormat(text: string, pattern: DatePattern): Refusal {
  const found = find('date-other-pattern', { pattern: pattern.text, other: otherReading(text) })
  const patterns = listDateReadings(text).map((reading) => reading.pattern)
  return refuseValue(found, patterns.length === 0 ? undefined : { kind: 'dateOrder', patterns })
}

function otherReading(text: string) {
  const [other] = listDateReadings(text)
  return other && nameReading(other)
}

function nameReading({ pattern, date }: { pattern: string; date: CalendarDate }) {
  return { pattern, long: toLongDate(date), iso: toIsoDate(date) }
}

/** Without a pattern only ISO text is accepted, however clear: rows below may be ambiguous. */
function refuseText(text: string): Refusal {
  const [first, second] = listDateReadings(text)
  if (first === undefined) return refuseValue(find('date-text'))
  const { pattern, date } = first
  if (second === undefined || isSameDate(date, second.date)) {
    return refuseValue(find('date-text-clear', { pattern, date: toLongDate(date) }), {
      kind: 'dateOrder',
      patterns: [pattern],
    })
  }
  const facts = { text: shorten(text, 30), first: nameReading(first), second: nameReading(second) }
  return refuseValue(find('date-text-ambiguous', facts), { kind: 'dateOrder', patterns: [pattern, second.pattern] })
}

function toMidnight(date: CalendarDate, time: string): ReadResult<string> {
  const fault = findDateFault(date)
  if (fault !== undefined) return refuseValue(find('date-impossible', { fault }))
  return accept(`${toIsoDate(date)}T00:00:00.000Z`, time === '' ? undefined : find('time-left-out', { time }))
}

function dateOf({ year, month, day }: Groups = {}): CalendarDate {
  return { year: Number(year), month: Number(month), day: Number(day) }
}
