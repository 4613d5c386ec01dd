import { dayNumberOf, daysOfTime, firstOfMarch1900 } from '../day-numbers.ts'

const zero = 48
const naive = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?$/

/**
 * Serial number of a date text (`2026-03-01T00:00:00`), independent of the machine's time zone. Undefined for dates
 * that spreadsheets do not have. A duration may pass one day, or be negative.
 */
export function toDateSerial(text: string, isDuration: () => boolean = () => false): number | undefined {
  const time = readTime(text)
  if (time === undefined) return undefined
  const number = dayNumberOf(time)
  const isEarly = number === undefined || (number >= 1 && number < firstOfMarch1900)
  return isEarly && isDuration() ? daysOfTime(time) : number
}

function readTime(text: string): number | undefined {
  if (!naive.test(text)) return undefined
  const day = twoDigits(text, 8)
  const milliseconds = text.length === 19 ? 0 : Number(text.slice(20).padEnd(3, '0'))
  const time = Date.UTC(
    100 * twoDigits(text, 0) + twoDigits(text, 2),
    twoDigits(text, 5) - 1,
    day,
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    milliseconds,
  )
  return day <= 28 || new Date(time).getUTCDate() === day ? time : undefined
}

/** Avoids a substring per field: a sheet has hundreds of thousands of dates. */
function twoDigits(text: string, at: number): number {
  return 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * zero
}

/** A format that shows every field of the value. */
export function dateFormat(text: string, serial: number, isDuration: () => boolean): string {
  if (serial < firstOfMarch1900 && isDuration()) return clockOf(text).replace('hh', '[h]')
  if (serial < 1) return clockOf(text)
  if (!hasTimeOfDay(text)) return 'yyyy-mm-dd'
  return /:00(?:\.0*)?$/.test(text) ? 'yyyy-mm-dd hh:mm' : `yyyy-mm-dd ${clockOf(text)}`
}

function clockOf(text: string): string {
  return /\.0*[1-9]/.test(text) ? 'hh:mm:ss.000' : 'hh:mm:ss'
}

function hasTimeOfDay(text: string): boolean {
  return !/T00:00(?::00(?:\.0*)?)?$/.test(text)
}

/** `2026-03-01`, or `2026-03-01T13:30:00` with a time of day. */
export function toCsvDate(text: string): string {
  return hasTimeOfDay(text) ? text.replace(/\.0+$/, '') : text.slice(0, 10)
}
