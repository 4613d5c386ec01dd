import { dayMs } from '../support/clock.ts'

/** A span of ISO 8601 in whole calendar units; at least one is above 0. */
export interface CalendarPeriod {
  years: number
  months: number
  days: number
}

export const expectedPeriod = 'a period such as P7Y, P18M or P90D'

/** `P7Y`, `P1Y6M`, `P12W`, `P90D`; undefined for other texts, also for times of day, fractions and an empty span. */
export function parsePeriod(text: string): CalendarPeriod | undefined {
  const found = /^P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?$/.exec(text)
  if (found === null) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0] = found.slice(1).map((digits = '0') => Number(digits))
  const period = { years, months, days: weeks * 7 + days }
  return years + months + period.days > 0 ? period : undefined
}

/** The same time of day a period later. */
export function endOfPeriod(now: number, text: string): number {
  const { years, months, days } = parsePeriod(text) ?? { years: 0, months: 0, days: 0 }
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() + years * 12 + months)
  return date.getTime() + days * dayMs
}

/**
 * The start of the day in UTC that lies a period before the day of `now`: years and months first, then days. A day that
 * its month does not have is the last of that month. Undefined before the year 1.
 */
export function startOfPeriod(now: number, { years, months, days }: CalendarPeriod): number | undefined {
  const today = new Date(now)
  const month = today.getUTCFullYear() * 12 + today.getUTCMonth() - years * 12 - months
  if (month < 12) return undefined
  const [year, inYear] = [Math.floor(month / 12), month % 12]
  const date = new Date(0)
  date.setUTCFullYear(year, inYear + 1, 0)
  const day = Math.min(today.getUTCDate(), date.getUTCDate())
  date.setUTCFullYear(year, inYear, day - days)
  return date.getUTCFullYear() < 1 ? undefined : date.getTime()
}
