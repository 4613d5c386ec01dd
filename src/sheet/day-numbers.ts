import { dayMs } from '../support/clock.ts'

/** Spreadsheets store dates as days since day 0; the sheet is read as UTC. */
const dayZeroMs = Date.UTC(1899, 11, 30)
const dayZero1904Ms = Date.UTC(1904, 0, 1)
/** Excel counts a 29 February 1900, which did not exist: numbers match the calendar only from the next day on. */
const leapDay = 60
export const firstOfMarch1900 = leapDay + 1

/** Undefined when there is no such date: below 0, and Excel's 29 February 1900. */
export function momentOfDay(number: number, is1904 = false): number | undefined {
  if (!(number >= 0)) return undefined
  const ms = Math.round(number * dayMs)
  if (is1904) return dayZero1904Ms + ms
  if (number >= firstOfMarch1900) return dayZeroMs + ms
  return number < leapDay ? dayZeroMs + dayMs + ms : undefined
}

/** Times of day and durations count from 1899-12-30, which no date of a sheet reaches. */
export function momentOfTime(days: number): number {
  return dayZeroMs + Math.round(days * dayMs)
}

/** Inverse of `momentOfTime`. */
export function daysOfTime(moment: number): number {
  return (moment - dayZeroMs) / dayMs
}

/** For dates and times of day; undefined before the first date. */
export function dayNumberOf(moment: number, is1904 = false): number | undefined {
  const days = daysOfTime(moment)
  if (days >= 0 && days < 1) return days
  if (is1904) return moment >= dayZero1904Ms ? (moment - dayZero1904Ms) / dayMs : undefined
  if (days >= firstOfMarch1900) return days
  // 1900-01-01 is day 1, although it is the second day after day 0.
  return days >= 2 ? days - 1 : undefined
}
