import type { TextDates } from '../../messages/dates.ts'
import { isSameDate } from './calendar.ts'
import { listDateReadings } from './date-readings.ts'

const shownProofs = 2
/** Longer texts are not dates. */
const longestDate = 200

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
  explain(): TextDates | undefined {
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
    return proven.length > 0
      ? { ...found, kind: 'proven', choices: [proven] }
      : { ...found, kind: 'several', choices: [] }
  }
}

/** `MM.DD.YYYY` for `DD.MM.YYYY`; unchanged when the month is a name. */
function withDaysForMonths(pattern: string): string {
  if (!/MM/.test(pattern) || /MMM|^YYYY/.test(pattern)) return ''
  return pattern.replace(/DD|MM/g, (part) => (part === 'DD' ? 'MM' : 'DD'))
}
