import { isSameDate } from './calendar.ts'
import { listDateReadings } from './date-readings.ts'
import { optionFor } from './date-time.ts'

const shownProofs = 2
/** Longer texts are not dates. */
const longestDate = 200

export interface TextDatesFound {
  count: number
  fields: readonly string[]
  /** `G4 and H6 prove DD.MM.YYYY`. */
  finding: string
  /** `add --date-format DD.MM.YYYY`. */
  advice: string
}

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

  /**
   * The evidence, and the option that reads the dates; undefined below two, since the refusal of one explains itself.
   */
  explain(): TextDatesFound | undefined {
    if (this.#count < 2) return undefined
    const found = { count: this.#count, fields: [...this.#fields] }
    const undecided = [...this.#open.values()].find((patterns) => !patterns.some((one) => this.#proofs.has(one)))
    const torn = [...this.#proofs.keys()].find((pattern) => this.#proofs.has(withDaysForMonths(pattern)))
    const proofs = this.#listProofs()
    if (torn !== undefined) return { ...found, finding: proofs, advice: 'correct them in the sheet' }
    const options = [...this.#proofs.keys()].map(optionFor)
    if (undecided !== undefined) {
      const either = undecided.map((pattern) => [...options, optionFor(pattern)].join(' ')).join(' or ')
      return { ...found, finding: 'no cell proves which number is the day', advice: `add ${either}` }
    }
    if (options.length > 0) return { ...found, finding: proofs, advice: `add ${options.join(' ')}` }
    return {
      ...found,
      finding: 'they may be read in several ways',
      advice: 'say with ‹dateFormat› how they are written',
    }
  }

  #listProofs(): string {
    return [...this.#proofs]
      .map(([pattern, cells]) => {
        const shown = [...cells.values()].slice(0, shownProofs)
        return `${shown.join(' and ')} ${shown.length === 1 ? 'proves' : 'prove'} ${pattern}`
      })
      .join(', ')
  }
}

/** `MM.DD.YYYY` for `DD.MM.YYYY`; unchanged when the month is a name. */
function withDaysForMonths(pattern: string): string {
  if (!/MM/.test(pattern) || /MMM|^YYYY/.test(pattern)) return ''
  return pattern.replace(/DD|MM/g, (part) => (part === 'DD' ? 'MM' : 'DD'))
}
