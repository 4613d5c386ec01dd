import { dayMs } from '../../support/clock.ts'
import { type Cell, emptyCell, isUncomputed } from '../cell.ts'
import { dayNumberOf, momentOfDay, momentOfTime } from '../day-numbers.ts'
import { formatFor, type NumberFormat } from '../number-format/classify.ts'
import { decodeOfficeEscapes, XmlError } from '../package/xml-entities.ts'
import type { StringStore } from './string-store.ts'

type SharedTexts = Pick<StringStore, 'get'>

interface RawCell {
  /** The attribute `t`; `n` when missing. */
  type: string
  /** The text of `v`, or of `is`, which makes the type `inlineStr`. */
  text: string
  format: NumberFormat
}

/**
 * A number that its date format cannot show stays a number.
 * @throws XmlError when the shared text does not exist.
 */
export function readCell({ type, text, format }: RawCell, strings: SharedTexts, is1904: boolean): Cell {
  switch (type) {
    case 's':
      return text === '' ? emptyCell : readSharedText(strings, text.trim() === '' ? Number.NaN : Number(text))
    case 'str':
    case 'inlineStr':
      return { t: 's', v: decodeOfficeEscapes(text) }
    case 'b':
      return text.trim() === '' ? emptyCell : { t: 'b', v: /^(?:1|true|on)$/i.test(text.trim()) }
    case 'e':
      return text === '' ? emptyCell : { t: 'e', v: text }
    case 'd':
      return readIsoDate(text, format, is1904)
    default:
      return readNumber(text, format, is1904)
  }
}

/** True also for a formula without a calculated value. */
export function hasContent(cell: Cell): boolean {
  if (cell.t === 'z') return isUncomputed(cell)
  return cell.t !== 's' || cell.v !== ''
}

/** @throws XmlError when the shared text does not exist. */
export function readSharedText(strings: SharedTexts, index: number): Cell {
  const text = strings.get(index)
  if (text === undefined) throw new XmlError('malformed', 'a cell names a shared text that does not exist')
  return { t: 's', v: text }
}

function readIsoDate(text: string, format: NumberFormat, is1904: boolean): Cell {
  const date = isoToDate(text.trim())
  if (date === undefined) return readNumber(text, format, is1904)
  // Without a date format, spreadsheet programs show the day's number here too.
  const number = format.kind === 'number' ? dayNumberOf(Date.parse(`${date}Z`), is1904) : undefined
  return number === undefined ? { t: 'd', v: date, ...codeOf(format) } : { t: 'n', v: number, ...codeOf(format) }
}

function readNumber(text: string, format: NumberFormat, is1904: boolean): Cell {
  const value = Number(text)
  if (value === 0 && text.trim() === '') return emptyCell
  return Number.isFinite(value) ? toNumberCell(value, format, is1904) : { t: 's', v: text }
}

export function toNumberCell(value: number, format: NumberFormat, is1904: boolean): Cell {
  if (format.code === undefined) return { t: 'n', v: value }
  const own = format.sections === undefined ? format : formatFor(value, format)
  const date = own.kind === 'number' ? undefined : serialToDate(value, own, is1904)
  return date === undefined ? { t: 'n', v: value, f: format.code } : { t: 'd', v: date, f: format.code }
}

function codeOf(format: NumberFormat): { f?: string } {
  return format.code === undefined ? {} : { f: format.code }
}

const endMs = Date.UTC(10_000, 0, 1)

/** `2026-03-01T09:30:00[.mmm]`; undefined when Excel shows no date: negative, past 9999, its 29 February 1900. */
export function serialToDate(serial: number, format: NumberFormat, is1904: boolean): string | undefined {
  const { kind, hasFraction } = format
  const isTime = kind === 'duration' || (serial >= 0 && serial < 1 && (!is1904 || kind === 'time'))
  const moment = isTime ? momentOfTime(serial) : momentOfDay(serial, is1904)
  if (moment === undefined) return undefined
  const ms = snapToSecond(moment, hasFraction)
  return ms < endMs && ms > -endMs ? toLocalIso(ms) : undefined
}

/** A moment this near to a whole second is read as that second, so two that are one may differ by it. */
export const snapMs = 5

/** A serial number with seven decimals gives 9:29:59.997, where half past nine is shown. */
function snapToSecond(ms: number, hasFraction: boolean): number {
  const whole = Math.round(ms / 1000) * 1000
  return !hasFraction && Math.abs(ms - whole) <= snapMs ? whole : ms
}

/** UTC fields without a zone; milliseconds only when not zero. */
function toLocalIso(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const clockMs = ms - day * dayMs
  const date = toIsoDate(day)
  if (clockMs === 0) return `${date}T00:00:00`
  const seconds = Math.floor(clockMs / 1000)
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  const fraction = clockMs % 1000
  return fraction === 0 ? `${date}T${clock}` : `${date}T${clock}.${`${fraction}`.padStart(3, '0')}`
}

/**
 * `dayNumber` counts from 1970-01-01; computed in eras of 400 years that start on 1 March. A Date takes five times as
 * long, which is measurable in a sheet of dates.
 */
function toIsoDate(dayNumber: number): string {
  const days = dayNumber + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year < 1000 ? `${year}`.padStart(4, '0') : year}-${twoDigits(month)}-${twoDigits(day)}`
}

const numerals: readonly string[] = Array.from({ length: 100 }, (_, value) => `${value}`.padStart(2, '0'))

function twoDigits(value: number): string {
  return numerals[value] ?? ''
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
const isoTime = /^T?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?Z?$/i

/** For `t="d"` cells; undefined unless ISO 8601. The zone is dropped, since cells have none. */
export function isoToDate(text: string): string | undefined {
  const date = isoDate.exec(text)
  if (date !== null) {
    const [, year = '', month = '', day = '', hour, minute, second, fraction] = date
    const ms = Date.UTC(Number(year), Number(month) - 1, Number(day))
    const isReal = new Date(ms).toISOString().startsWith(`${year}-${month}-${day}`)
    return isReal ? addClock(ms, hour, minute, second, fraction) : undefined
  }
  const time = isoTime.exec(text)
  return time === null ? undefined : addClock(momentOfTime(0), time[1], time[2], time[3], time[4])
}

function addClock(dayStartMs: number, hour = '0', minute = '0', second = '0', fraction = '0'): string | undefined {
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined
  const ms = Math.round(Number(`0.${fraction}`) * 1000)
  return toLocalIso(dayStartMs + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms)
}
