import { toOneLine } from '../fold-text.ts'
import { findDateFault, isSameDate } from './calendar.ts'
import { type DatePattern, matchDate, matchDates } from './date-pattern.ts'
import { listDateReadings } from './date-readings.ts'

/**
 * Evidence of one text for the order of day and month in its column, given the pattern in use.
 * `decides`: readable in this order only. `open`: readable in another order too, as another date. `contradicts`:
 * readable only in another order. `silent`: no evidence.
 */
export type DateOrderEvidence = { kind: 'decides' | 'open' | 'silent' } | { kind: 'contradicts'; pattern: string }

/** Longer texts are not dates. */
const longestDate = 200

export function classifyDateOrder(raw: string, pattern: DatePattern): DateOrderEvidence {
  if (raw.length > longestDate) return { kind: 'silent' }
  const text = toOneLine(raw)
  const readings = listDateReadings(text)
  const own = matchDate(text, pattern)?.date
  if (own === undefined || findDateFault(own) !== undefined) {
    // A leading year or a month's name is no evidence for the order of two numbers.
    const other = readings.find(({ pattern }) => !/^YYYY|MMM/.test(pattern))
    return other === undefined ? { kind: 'silent' } : { kind: 'contradicts', pattern: other.pattern }
  }
  // A text that two of the patterns read differently is refused elsewhere.
  const others = matchDates(text, pattern).filter(({ date }) => findDateFault(date) === undefined)
  if (others.some(({ date }) => !isSameDate(date, own))) return { kind: 'silent' }
  if (readings.some(({ date }) => !isSameDate(date, own))) return { kind: 'open' }
  // 05/05/2026 is the same day in either order.
  return { kind: readings.length > 1 ? 'silent' : 'decides' }
}

/** Evidence of all dates in one column. Memory does not grow with the rows. */
export class DateOrderChecker {
  readonly #pattern: DatePattern
  #open = 0
  #decidedBy: string | undefined
  #contradiction: { cell: string; pattern: string } | undefined

  constructor(pattern: DatePattern) {
    this.#pattern = pattern
  }

  /** Texts that are also readable in another order. */
  get open(): number {
    return this.#open
  }

  /** First cell that only this pattern can read. */
  get decidedBy(): string | undefined {
    return this.#decidedBy
  }

  /** First cell that only another order can read. */
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
