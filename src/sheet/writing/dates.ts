const naive = /^([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/
const dayMs = 86_400_000
/** Day 0 of spreadsheets, which take 1900 for a leap year: serials agree with the calendar from 1900-03-01 on. */
const dayZero = Date.UTC(1899, 11, 30)
const marchFirst = 61

/**
 * The serial number of a date cell's text (`2026-03-01T00:00:00`), in every time zone of the machine the same. Undefined
 * when spreadsheets have no such date. A time of day without a date (`1899-12-30T13:30:00`) is a fraction of a day; so is
 * a length of time, which may have more days or be negative.
 */
export function toDateSerial(text: string, isDuration: () => boolean = () => false): number | undefined {
  const time = readTime(text)
  if (time === undefined) return undefined
  const days = (time - dayZero) / dayMs
  if (days >= marchFirst || (days >= 0 && days < 1)) return days
  if (isDuration()) return days
  // 1900-01-01 is day 1, though it is the second after day 0; before it there is none.
  return days >= 2 ? days - 1 : undefined
}

function readTime(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction = '0'] = naive.exec(text) ?? []
  if (year === undefined) return undefined
  const milliseconds = Number(fraction.padEnd(3, '0'))
  const time = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  )
  return new Date(time).getUTCDate() === Number(day) ? time : undefined
}

/** A format that shows all there is. */
export function formatOfDate(text: string, serial: number, isDuration: () => boolean): string {
  const clock = /\.0*[1-9]/.test(text) ? 'hh:mm:ss.000' : 'hh:mm:ss'
  if (serial < marchFirst && isDuration()) return clock.replace('hh', '[h]')
  if (serial < 1) return clock
  if (!hasTimeOfDay(text)) return 'yyyy-mm-dd'
  return `yyyy-mm-dd ${/:00(?:\.0*)?$/.test(text) ? 'hh:mm' : clock}`
}

function hasTimeOfDay(text: string): boolean {
  return !/T00:00(?::00(?:\.0*)?)?$/.test(text)
}

/** `2026-03-01`, or `2026-03-01T13:30:00` when there is a time of day. */
export function toCsvDate(text: string): string {
  return hasTimeOfDay(text) ? text.replace(/\.0+$/, '') : text.slice(0, 10)
}
