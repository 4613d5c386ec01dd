import { toOneLine } from '../fold-text.ts'
import { findDateFault, isSameDate } from './calendar.ts'
import { type DatePattern, matchDate, matchDates } from './date-pattern.ts'
import { listDateReadings } from './date-readings.ts'

/**
 * What one text tells about the order of day and month in its column, given the pattern that somebody named:
 * `decides` it can be read in this order only; `open` in another order too, as another date; `contradicts` only in
 * another order; `silent` it tells nothing.
 */
export type DateOrderEvidence = { kind: 'decides' | 'open' | 'silent' } | { kind: 'contradicts'; pattern: string }

/** Longer texts are no dates. */
const longestDate = 200

export function classifyDateOrder(raw: string, pattern: DatePattern): DateOrderEvidence {
  if (raw.length > longestDate) return { kind: 'silent' }
  const text = toOneLine(raw)
  const readings = listDateReadings(text)
  const own = matchDate(text, pattern)?.date
  if (own === undefined || findDateFault(own) !== undefined) {
    // A year in front or the name of a month tells nothing of the order of two numbers.
    const other = readings.find(({ pattern }) => !/^YYYY|MMM/.test(pattern))
    return other === undefined ? { kind: 'silent' } : { kind: 'contradicts', pattern: other.pattern }
  }
  // What two of the patterns read differently is refused by itself.
  const others = matchDates(text, pattern).filter(({ date }) => findDateFault(date) === undefined)
  if (others.some(({ date }) => !isSameDate(date, own))) return { kind: 'silent' }
  if (readings.some(({ date }) => !isSameDate(date, own))) return { kind: 'open' }
  // 05/05/2026 is the same day in either order.
  return { kind: readings.length > 1 ? 'silent' : 'decides' }
}

/** What the dates of one column, taken together, say of a pattern. Memory does not grow with the rows. */
export class DateOrderChecker {
  readonly #pattern: DatePattern
  #open = 0
  #decidedBy: string | undefined
  #contradiction: { cell: string; pattern: string } | undefined

  constructor(pattern: DatePattern) {
    this.#pattern = pattern
  }

  /** Texts that could as well be read in another order. */
  get open(): number {
    return this.#open
  }

  /** The first cell that can only be read by the pattern. */
  get decidedBy(): string | undefined {
    return this.#decidedBy
  }

  /** The first cell that can only be read in another order. */
  get contradiction(): { cell: string; pattern: string } | undefined {
    return this.#contradiction
  }

  observe(text: string, cell: string): void {
    const hint = classifyDateOrder(text, this.#pattern)
    if (hint.kind === 'open') this.#open += 1
    if (hint.kind === 'decides') this.#decidedBy ??= cell
    if (hint.kind === 'contradicts') this.#contradiction ??= { cell, pattern: hint.pattern }
  }
}
