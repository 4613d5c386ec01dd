import { BatchError } from '../../support/errors.ts'
import { foldHeading, foldText, foldWholeHeading } from '../fold-text.ts'

/** A field to look for, by its own name or an alias. */
export interface FieldHeading {
  field: string
  aliases: readonly string[]
  /** The same in other languages, one list each, in one order for all fields. */
  translations?: readonly (readonly string[])[]
  isRequired: boolean
  /** The value that most sheets without such a column mean for all their rows. */
  usual?: string | undefined
}

/** Lists of names stay the same, and folding them takes longer than looking through a sheet for them. */
const foldedLists = new WeakMap<readonly string[], readonly string[]>()

/** The names as they are compared. */
export function foldAll(names: readonly string[]): readonly string[] {
  const known = foldedLists.get(names)
  if (known !== undefined) return known
  const folded = names.map(foldHeading)
  foldedLists.set(names, folded)
  return folded
}

/** A heading with all its remarks is shorter; longer texts are not compared with names. */
const longestName = 1_000

/** Which field a heading names. */
export class HeadingNames {
  readonly #fields = new Map<string, string>()

  constructor(fields: readonly FieldHeading[]) {
    for (const { field } of fields) this.#fields.set(foldHeading(field), field)
    for (const { field, aliases, translations = [] } of fields) {
      for (const list of [aliases, ...translations]) for (const alias of foldAll(list)) this.#add(alias, field)
    }
  }

  #add(alias: string, field: string): void {
    const other = this.#fields.get(alias) ?? field
    if (other !== field) throw new BatchError('defect', `the alias “${alias}” belongs to ${other} and to ${field}`)
    if (alias !== '') this.#fields.set(alias, field)
  }

  /** With its bracketed remark before without: "To (country)" is not "To (date)". */
  fieldOf(heading: string): string | undefined {
    if (heading.length > longestName) return undefined
    const folded = foldHeading(heading)
    const fieldNamed = /[()[\]{}]/.test(heading) ? this.#fields.get(foldWholeHeading(heading)) : undefined
    return fieldNamed ?? this.#fields.get(folded) ?? this.#fieldOfEach(heading)
  }

  /** Headings in two languages: "Zielland / Destination". */
  #fieldOfEach(heading: string): string | undefined {
    if (!/[/|]/.test(heading)) return undefined
    const fields = new Set(heading.split(/[/|]/).map((part) => this.#fields.get(foldHeading(part))))
    return fields.size === 1 ? [...fields][0] : undefined
  }

  /** The field that goes by this very name. */
  named(name: string): string | undefined {
    return this.#fields.get(foldHeading(name))
  }
}

/** The headings of a row by what `--columns` may call them. */
export class MappedHeadings<T extends { heading: string }> {
  readonly #headings: readonly T[]
  readonly #same = new Map<string, T[]>()
  readonly #alike = new Map<string, T[]>()

  constructor(headings: readonly T[]) {
    this.#headings = headings
  }

  /** On the first question: most people ask none, and folding is slow. */
  #fold(): void {
    if (this.#same.size > 0) return
    for (const column of this.#headings) {
      if (column.heading.length > longestName) continue
      gather(this.#same, foldText(column.heading), column)
      gather(this.#alike, foldHeading(column.heading), column)
    }
  }

  /** The columns with that very heading; only when there are none, those that differ in punctuation or a remark. */
  find(own: string): readonly T[] {
    this.#fold()
    const folded = foldHeading(own)
    return this.#same.get(foldText(own)) ?? (folded === '' ? undefined : this.#alike.get(folded)) ?? []
  }
}

function gather<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
