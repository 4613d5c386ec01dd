import type { Cell } from '../cell.ts'
import { toOneLine } from '../fold-text.ts'
import { type DatePattern, findDateFault, isSameDate, listDateReadings, matchDate, matchDates } from './date-pattern.ts'

/**
 * Evidence of one text for the order of day and month in its column, given the pattern in use.
 * `decides`: readable in this order only. `open`: readable in another order too, as another date. `contradicts`:
 * readable only in another order. `silent`: no evidence.
 */
type DateOrderEvidence = { kind: 'decides' | 'open' | 'silent' } | { kind: 'contradicts'; pattern: string }

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
  /** Texts that are also readable in another order. */
  open = 0
  /** First cell that only this pattern can read. */
  decidedBy: string | undefined
  /** First cell that only another order can read. */
  contradiction: { cell: string; pattern: string } | undefined
  readonly #pattern: DatePattern

  constructor(pattern: DatePattern) {
    this.#pattern = pattern
  }

  observe(text: string, cell: string): void {
    const hint = classifyDateOrder(text, this.#pattern)
    if (hint.kind === 'open') this.open += 1
    if (hint.kind === 'decides') this.decidedBy ??= cell
    if (hint.kind === 'contradicts') this.contradiction ??= { cell, pattern: hint.pattern }
  }
}

const shownProofs = 2

/** Collects text dates of a sheet without a date format. Memory does not grow with the rows. */
export class TextDateDetector {
  #count = 0
  readonly #fields = new Set<string>()
  /** Pattern → field → first cell that only this pattern can read. */
  readonly #proofs = new Map<string, Map<string, string>>()
  /** Patterns that all read some cell. */
  readonly #open = new Map<string, readonly string[]>()

  observe(field: string, text: string, cell: string): void {
    if (text.length > longestDate) return
    const readings = listDateReadings(text)
    const [first] = readings
    if (first === undefined) return
    this.#count += 1
    this.#fields.add(field)
    const patterns = readings.map(({ pattern }) => pattern)
    if (patterns.length > 1 && readings.some(({ date }) => !isSameDate(date, first.date))) {
      this.#open.set(patterns.join(), patterns)
    } else if (patterns.length === 1) {
      const proofs = this.#proofs.get(first.pattern) ?? new Map<string, string>()
      if (!proofs.has(field)) proofs.set(field, cell)
      this.#proofs.set(first.pattern, proofs)
    }
  }

  /** Patterns that the texts prove, and those of texts that are left open. */
  get patterns(): string[] {
    return [...new Set([...this.#proofs.keys(), ...this.#undecided.flat()])]
  }

  get #undecided(): (readonly string[])[] {
    return [...this.#open.values()].filter((patterns) => !patterns.some((one) => this.#proofs.has(one)))
  }

  /** Undefined below two, since the refusal of one explains itself. */
  explain() {
    if (this.#count < 2) return undefined
    const proven = [...this.#proofs.keys()]
    const [undecided] = this.#undecided
    const isTorn = proven.some((pattern) => this.#proofs.has(withDaysForMonths(pattern)))
    const proofs = [...this.#proofs].map(([pattern, cells]) => ({
      pattern,
      cells: [...cells.values()].slice(0, shownProofs),
    }))
    const found = { count: this.#count, fields: [...this.#fields], proofs }
    if (isTorn) return { ...found, kind: 'torn', choices: [] }
    if (undecided !== undefined) {
      return { ...found, kind: 'open', choices: undecided.map((pattern) => [...proven, pattern]) }
    }
    return { ...found, kind: proven.length > 0 ? 'proven' : 'several', choices: proven.length > 0 ? [proven] : [] }
  }
}

/** `MM.DD.YYYY` for `DD.MM.YYYY`; unchanged when the month is a name. */
function withDaysForMonths(pattern: string): string {
  if (!/MM/.test(pattern) || /MMM|^YYYY/.test(pattern)) return ''
  return pattern.replace(/DD|MM/g, (part) => (part === 'DD' ? 'MM' : 'DD'))
}

const twoNumbersAndYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}/
const fewestDates = 2

/**
 * Finds dates of one column whose day and month a program probably swapped. A program that reads 05/02/2026 month first makes a date of it, and leaves 13/02/2026 as text. Then all texts have
 * one order, and no date is after the 12th of a month.
 */
export class DaySwapDetector {
  #dates = 0
  #isCleared = false
  #textCell: string | undefined

  observe(cell: Cell, address: string): void {
    if (this.#isCleared) return
    if (cell.t === 'd') {
      this.#dates += 1
      this.#isCleared = Number(cell.v.slice(8, 10)) > 12
    } else if (cell.t === 's') {
      const text = toOneLine(cell.v.slice(0, 40))
      if (!twoNumbersAndYear.test(text)) return
      const readings = listDateReadings(text)
      this.#isCleared = readings.length > 1
      if (readings.length === 1) this.#textCell ??= address
    }
  }

  /** `textCell`: the first date that the program could not read in its own order and left as text. */
  find(): { count: number; textCell: string } | undefined {
    if (this.#isCleared || this.#textCell === undefined || this.#dates < fewestDates) return undefined
    return { count: this.#dates, textCell: this.#textCell }
  }
}
