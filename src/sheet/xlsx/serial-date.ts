import type { NumberFormat } from '../number-format/classify.ts'

const dayMs = 86_400_000
/** Day 0 of a serial: dates from 1900-03-01 on, dates before it (Excel counts a 29 February 1900), and the 1904 system. */
const epoch1900Ms = Date.UTC(1899, 11, 30)
const epochBeforeMarchMs = Date.UTC(1899, 11, 31)
const epoch1904Ms = Date.UTC(1904, 0, 1)
const endMs = Date.UTC(10_000, 0, 1)

/**
 * The date that a number shows under a date format, as `2026-03-01T09:30:00[.mmm]`; undefined when Excel shows none
 * (negative, past 9999, its 29 February 1900). A time of day or a length of time counts from 1899-12-30, which no date
 * of a sheet reaches.
 */
export function serialToDate(serial: number, format: NumberFormat, is1904: boolean): string | undefined {
  const epochMs = epochOf(serial, format, is1904)
  if (epochMs === undefined) return undefined
  const ms = epochMs + snapToSecond(Math.round(serial * dayMs), format.hasFraction)
  if (!(ms < endMs && ms > -endMs)) return undefined
  return toLocalIso(ms)
}

function epochOf(serial: number, format: NumberFormat, is1904: boolean): number | undefined {
  if (format.kind === 'duration') return epoch1900Ms
  if (serial < 0) return undefined
  if (serial < 1 && (!is1904 || format.kind === 'time')) return epoch1900Ms
  if (is1904) return epoch1904Ms
  if (serial < 60) return epochBeforeMarchMs
  return serial < 61 ? undefined : epoch1900Ms
}

/** Seven digits after the point are 9:29:59.997 where half past nine was meant and is shown. */
function snapToSecond(ms: number, hasFraction: boolean): number {
  const whole = Math.round(ms / 1000) * 1000
  return !hasFraction && Math.abs(ms - whole) <= 5 ? whole : ms
}

/** The moment's UTC digits without a zone; milliseconds only when there are any. */
export function toLocalIso(ms: number): string {
  const day = Math.floor(ms / dayMs)
  const clockMs = ms - day * dayMs
  const date = toIsoDate(day)
  if (clockMs === 0) return `${date}T00:00:00`
  const seconds = Math.floor(clockMs / 1000)
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  const fraction = clockMs % 1000
  return fraction === 0 ? `${date}T${clock}` : `${date}T${clock}.${`${fraction}`.padStart(3, '0')}`
}

/** The calendar date of a day counted from 1970-01-01, by whole eras of 400 years that start on a 1 March: no Date objects. */
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

/** The number that a spreadsheet program holds for a date of our form. */
export function dateToSerial(date: string, is1904: boolean): number {
  return (Date.parse(`${date}Z`) - (is1904 ? epoch1904Ms : epoch1900Ms)) / dayMs
}

const numerals: readonly string[] = Array.from({ length: 100 }, (_, value) => `${value}`.padStart(2, '0'))

function twoDigits(value: number): string {
  return numerals[value] ?? ''
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
const isoTime = /^T?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?Z?$/i

/** The value of a `t="d"` cell in our form; undefined when it is no ISO 8601 date or time. A zone is left out: cells have none. */
export function isoToDate(text: string): string | undefined {
  const date = isoDate.exec(text)
  if (date !== null) {
    const [, year = '', month = '', day = '', hour, minute, second, fraction] = date
    const ms = Date.UTC(Number(year), Number(month) - 1, Number(day))
    const isReal = new Date(ms).toISOString().startsWith(`${year}-${month}-${day}`)
    return isReal ? addClock(ms, hour, minute, second, fraction) : undefined
  }
  const time = isoTime.exec(text)
  return time === null ? undefined : addClock(epoch1900Ms, time[1], time[2], time[3], time[4])
}

function addClock(dayStartMs: number, hour = '0', minute = '0', second = '0', fraction = '0'): string | undefined {
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined
  const ms = Math.round(Number(`0.${fraction}`) * 1000)
  return toLocalIso(dayStartMs + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms)
}
