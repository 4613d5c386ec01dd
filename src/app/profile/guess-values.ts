import type { Problem } from '../../contract/outcome.ts'
import { causeOf } from '../../messages/catalogue.ts'
import type { Field } from '../../pipeline/model/operation.ts'
import type { OperationProfile } from '../../settings/option-types.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { TextDateDetector } from '../../sheet/values/date-order.ts'
import { formatGuess } from './profile.ts'

/** Most texts of a field in a draft; a column with more is probably another field. */
const mostListed = 100

interface ListedText {
  written: string
  meant: string
  count: number
}

/** What the problems of rows say about the values that a sheet needs. */
export class ValueGuesses {
  readonly #fields: ReadonlyMap<string, Field>
  /** Field → folded text. */
  readonly #texts = new Map<string, Map<string, ListedText>>()
  readonly #missing = new Set<string>()
  readonly #dates = new TextDateDetector()

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
    } else if (causeOf(problem) === 'text-date' && remedy?.kind === 'dateOrder') this.#dates.observe(name, value, '')
    else if (isListed(field, value) && remedy?.kind !== 'map')
      this.#addText(name, value, remedy?.kind === 'use' ? remedy.value : '')
  }

  #addText(field: string, written: string, meant: string): void {
    const texts = this.#texts.get(field) ?? new Map<string, ListedText>()
    this.#texts.set(field, texts)
    const known = texts.get(foldText(written))
    if (known !== undefined) known.count += 1
    else if (texts.size < mostListed) texts.set(foldText(written), { written, meant, count: 1 })
  }

  /** A value for all rows is left for a person to fill in; texts come with the most frequent first. */
  get settings(): Pick<Required<OperationProfile>, 'set' | 'values' | 'dateFormats'> {
    const lists = [...this.#texts].map(([name, texts]) => {
      const all = [...texts.values()].toSorted((left, right) => right.count - left.count)
      const isTicked = all.some(({ written, meant }) => meant === 'Yes' && written.length === 1)
      const guess = ({ written, meant }: ListedText): string => formatGuess(written === '' && isTicked ? 'No' : meant)
      return [name, Object.fromEntries(all.map((each) => [each.written, guess(each)]))] as const
    })
    return {
      set: Object.fromEntries([...this.#missing].map((name) => [name, formatGuess()])),
      values: Object.fromEntries(lists),
      dateFormats: this.#dates.patterns.map((pattern) => formatGuess(pattern)),
    }
  }
}

/** A fix list suits a value of a closed list, and a text without digits in a number column: no date fits all rows. */
function isListed({ about: { kind, values } }: Field, value: string): boolean {
  if (value.endsWith('…')) return false
  if (value === '') return values.includes('Yes') && values.includes('No')
  return kind === 'choice' || kind === 'listed' || (kind === 'integer' && !/\d/.test(value))
}
