import type { Problem } from '../../contract/outcome.ts'
import { causeOf } from '../../messages/catalogue.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { isSameDate, listDateReadings } from '../../sheet/values/date-pattern.ts'
import type { FixEntries } from '../fix-lists.ts'
import { formatGuess } from './profile.ts'

/** Most texts of a field in a draft; a column with more is probably another field. */
const mostListed = 100

export class ValueGuesses {
  readonly #fields: ReadonlyMap<string, Field>
  /** Field → written text → count and likely meaning. */
  readonly #texts = new Map<string, Map<string, { count: number; meant: string | undefined }>>()
  readonly #missing = new Set<string>()
  /** Patterns that a date proves; `#open` has the sets of patterns that one date leaves open. */
  readonly #proven = new Set<string>()
  readonly #open = new Map<string, readonly string[]>()

  constructor(fields: readonly Field[]) {
    this.#fields = new Map(fields.map((field) => [field.name, field]))
  }

  /** Takes a row's problem that another value in its cell would solve. */
  add(problem: Problem): void {
    const { field: name, column, value, remedy } = problem
    const field = this.#fields.get(name)
    if (field === undefined) return
    if (column === undefined) {
      if (remedy?.kind === 'default') this.#missing.add(name)
    } else if (causeOf(problem) === 'text-date' && remedy?.kind === 'dateOrder') this.#addDate(value)
    else if (isListed(field, value) && remedy?.kind !== 'map')
      this.#addText(name, value, remedy?.kind === 'use' ? remedy.value : undefined)
  }

  #addText(field: string, written: string, meant: string | undefined): void {
    const texts = this.#texts.get(field) ?? new Map<string, { count: number; meant: string | undefined }>()
    this.#texts.set(field, texts)
    const known = [...texts.keys()].find((text) => foldText(text) === foldText(written))
    if (known === undefined && texts.size >= mostListed) return
    const text = texts.get(known ?? written) ?? { count: 0, meant }
    text.count += 1
    texts.set(known ?? written, text)
  }

  #addDate(text: string): void {
    const readings = listDateReadings(text)
    const [first] = readings
    const patterns = readings.map(({ pattern }) => pattern)
    if (first !== undefined && patterns.length === 1) this.#proven.add(first.pattern)
    else if (readings.some(({ date }) => !isSameDate(date, first?.date ?? date)))
      this.#open.set(patterns.join(), patterns)
  }

  /** One value for all rows, left for a person to fill in. */
  get set(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#missing].map((name) => [name, formatGuess()]))
  }

  /** The most frequent first. */
  get values(): FixEntries {
    const lists = [...this.#texts].map(([name, texts]) => {
      const isTicked = [...texts].some(([text, { meant }]) => meant === 'Yes' && text.length === 1)
      const entries = [...texts]
        .toSorted(([, left], [, right]) => right.count - left.count)
        .map(([written, { meant }]) => [written, formatGuess(written === '' && isTicked ? 'No' : meant)] as const)
      return [name, Object.fromEntries(entries)] as const
    })
    return Object.fromEntries(lists)
  }

  /** Patterns that the dates prove; if they prove nothing, all possible ones. */
  get dateFormats(): readonly string[] {
    const undecided = [...this.#open.values()].filter((patterns) => !patterns.some((one) => this.#proven.has(one)))
    return [...new Set([...this.#proven, ...undecided.flat()])].map((pattern) => formatGuess(pattern))
  }
}

/** A fix list suits a value of a closed list, and a text without digits in a number column: no date fits all rows. */
function isListed({ about }: Field, value: string): boolean {
  if (value.endsWith('…')) return false
  if (value === '') return isYesNo(about)
  if (about.kind === 'choice' || about.kind === 'listed') return true
  return about.kind === 'integer' && !/\d/.test(value)
}

function isYesNo({ values }: Field['about']): boolean {
  return values.includes('Yes') && values.includes('No')
}
