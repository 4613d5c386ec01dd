import { momentOfDay } from '../day-numbers.ts'

/** A day of the Gregorian calendar; no time, no zone. */
export interface CalendarDate {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

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
