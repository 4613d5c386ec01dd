import { dayMs } from '../../support/clock.ts'

// A day is its number since 1970-01-01, a quarter is year × 4 + 0 to 3. Calendar dates have no time zone.

/** The written day of a date or date-time; its offset does not count. Undefined for an impossible day. */
export function dayOf(date: string): number | undefined {
  const text = date.slice(0, 10)
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Some engines read the 31st of a 30-day month as the first of the next.
  return new Date(ms).getUTCDate() === Number(text.slice(8)) ? ms / dayMs : undefined
}

/** By UTC. */
export function dayOfTime(epochMs: number): number {
  return Math.floor(epochMs / dayMs)
}

export function showDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

export function quarterOf(day: number): number {
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3)
}

/** `2026-Q1` */
export function showQuarter(quarter: number): string {
  return `${String(Math.floor(quarter / 4)).padStart(4, '0')}-Q${(quarter % 4) + 1}`
}

export function firstDayOf(quarter: number): number {
  return firstOfMonth(Math.floor(quarter / 4), (quarter % 4) * 3)
}

/** `Date.UTC` maps the years 0 to 99 to 1900 and later. `month` counts from 0, and may be 12. */
function firstOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1) / dayMs
}

/** A range with both ends included. */
export interface Days {
  first: number
  last: number
}

export function splitByQuarter({ first, last }: Days): { quarter: number; days: number }[] {
  const parts: { quarter: number; days: number }[] = []
  for (let from = first; from <= last; ) {
    const quarter = quarterOf(from)
    const to = Math.min(last, firstDayOf(quarter + 1) - 1)
    parts.push({ quarter, days: to - from + 1 })
    from = to + 1
  }
  return parts
}

/** Reads `2026-03-01`, `2026-03`, `2026-Q1` or `2026`; undefined for anything else. */
export function readSpan(text: string): Days | undefined {
  const day = text.length === 10 ? dayOf(text) : undefined
  if (day !== undefined) return { first: day, last: day }
  const [, year, month, quarter] = /^(\d{4})(?:-(0[1-9]|1[0-2])|-Q([1-4]))?$/i.exec(text) ?? []
  if (year === undefined) return undefined
  const begin = month !== undefined ? Number(month) - 1 : quarter !== undefined ? (Number(quarter) - 1) * 3 : 0
  const months = month !== undefined ? 1 : quarter !== undefined ? 3 : 12
  return { first: firstOfMonth(Number(year), begin), last: firstOfMonth(Number(year), begin + months) - 1 }
}
