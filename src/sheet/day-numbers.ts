import { dayMs } from '../support/clock.ts'

/** Spreadsheets keep dates as days from a day 0 on; moments are what they mean as if the sheet were in UTC. */
const dayZeroMs = Date.UTC(1899, 11, 30)
const dayZero1904Ms = Date.UTC(1904, 0, 1)
/** Excel counts a 29 February 1900 that never was: only from the day after it on do numbers and calendar agree. */
const leapDay = 60
export const firstOfMarch1900 = leapDay + 1

/** The moment of a date's number; undefined where there is no such date: below 0, and on Excel's 29 February 1900. */
export function momentOfDay(number: number, is1904 = false): number | undefined {
  if (!(number >= 0)) return undefined
  const ms = Math.round(number * dayMs)
  if (is1904) return dayZero1904Ms + ms
  if (number >= firstOfMarch1900) return dayZeroMs + ms
  return number < leapDay ? dayZeroMs + dayMs + ms : undefined
}

/** The moment of a time of day or a length of time: counted from 1899-12-30, which no date of a sheet reaches. */
export function momentOfTime(days: number): number {
  return dayZeroMs + Math.round(days * dayMs)
}

/** `momentOfTime` undone. */
export function daysOfTime(moment: number): number {
  return (moment - dayZeroMs) / dayMs
}

/** The number that a spreadsheet keeps for a moment, also for a time of day; undefined for dates before its first one. */
export function dayNumberOf(moment: number, is1904 = false): number | undefined {
  const days = daysOfTime(moment)
  if (days >= 0 && days < 1) return days
  if (is1904) return moment >= dayZero1904Ms ? (moment - dayZero1904Ms) / dayMs : undefined
  if (days >= firstOfMarch1900) return days
  // 1900-01-01 is day 1, though it is the second after day 0.
  return days >= 2 ? days - 1 : undefined
}
