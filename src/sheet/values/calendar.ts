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
const dayMs = 86_400_000
/** Day 0 of the 1900 date system from its March on; before, Excel counts a 29 February 1900 that never was. */
const serialEpochMs = Date.UTC(1899, 11, 30)
const firstOfMarch1900 = 61

/** Why there is no such date, without its subject; undefined when there is. */
export function findDateFault({ year, month, day }: CalendarDate): string | undefined {
  if (month < 1 || month > 12) return `there is no month ${month}`
  if (year < firstYear || year > lastYear) return `the year ${year} is not between ${firstYear} and ${lastYear}`
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day >= 1 && day <= days) return undefined
  return `${monthNames[month - 1]} ${year} has no day ${day}`
}

/** `2026-03-01`. */
export function toIsoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

export function isSameDate(left: CalendarDate, right: CalendarDate): boolean {
  return toIsoDate(left) === toIsoDate(right)
}

/** `1 March 2026`, which nobody reads in two ways. */
export function toLongDate({ year, month, day }: CalendarDate): string {
  return `${day} ${monthNames[month - 1]} ${year}`
}

/** The date that a spreadsheet's day number stands for (1900 system); undefined when it is none between 1900 and 2200. */
export function fromSerial(serial: number): CalendarDate | undefined {
  const day = Math.floor(serial)
  if (!(day >= 1) || day > 200_000) return undefined
  const date = new Date(serialEpochMs + (day < firstOfMarch1900 ? day + 1 : day) * dayMs)
  const found = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  return findDateFault(found) === undefined ? found : undefined
}

/** The day number (1900 system) behind a date cell's text, with the time as its fraction; undefined before 1900. */
export function toSerial(dateTime: string): number | undefined {
  const ms = Date.parse(`${dateTime}Z`)
  const serial = (ms - serialEpochMs) / dayMs
  if (!(serial >= 2)) return undefined
  return serial < firstOfMarch1900 ? serial - 1 : serial
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
