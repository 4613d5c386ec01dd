import { dayNumberOf, daysOfTime, firstOfMarch1900 } from '../day-numbers.ts'

const naive = /^([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/

/**
 * The serial number of a date cell's text (`2026-03-01T00:00:00`), in every time zone of the machine the same. Undefined
 * when spreadsheets have no such date. A length of time may have more days than one, or be negative.
 */
export function toDateSerial(text: string, isDuration: () => boolean = () => false): number | undefined {
  const time = readTime(text)
  if (time === undefined) return undefined
  const number = dayNumberOf(time)
  const isEarly = number === undefined || (number >= 1 && number < firstOfMarch1900)
  return isEarly && isDuration() ? daysOfTime(time) : number
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
  if (serial < firstOfMarch1900 && isDuration()) return clock.replace('hh', '[h]')
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
