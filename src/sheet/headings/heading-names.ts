import { BatchError } from '../../support/errors.ts'
import { foldHeading, foldText, foldWholeHeading } from '../fold-text.ts'

export interface HeadingColumn {
  /** 0-based. */
  index: number
  /** As written, on one line and trimmed. */
  heading: string
  /** Undefined for a column without a field. */
  field: string | undefined
}

export interface FieldHeading {
  field: string
  aliases: readonly string[]
  /** Aliases in other languages: one list per language, in the same order for all fields. */
  translations?: readonly (readonly string[])[]
  /** Aliases that yield to any other column of the field. */
  people?: readonly string[] | undefined
  /** Headings of another person: columns with them, or spelled like them, are never offered. */
  others?: readonly string[] | undefined
  isRequired: boolean
  /** Holds an identifier: a column of names is never offered for it. */
  isIdentifier?: boolean
  /** The usual value of all rows when the column is missing. */
  usual?: string | undefined
  /** The only values that it may have, where they are known. */
  choices?: readonly string[]
}

/** Folding a list takes longer than searching a sheet for its names, and lists never change. */
const foldedLists = new WeakMap<readonly string[], readonly string[]>()

export function foldAll(names: readonly string[]): readonly string[] {
  const known = foldedLists.get(names)
  if (known !== undefined) return known
  const folded = names.map(foldHeading)
  foldedLists.set(names, folded)
  return folded
}

/** Headings with all remarks are shorter; longer texts are not compared. */
const longestName = 1_000

/** In place of a field: the column is carried to the output and not sent. */
export const notRead = ''

export class HeadingNames {
  readonly #fields = new Map<string, string>()

  constructor(fields: readonly FieldHeading[]) {
    for (const { field } of fields) this.#fields.set(foldHeading(field), field)
    for (const { field, aliases, translations = [], people = [] } of fields) {
      for (const list of [aliases, ...translations, people]) for (const alias of foldAll(list)) this.#add(alias, field)
    }
  }

  #add(alias: string, field: string): void {
    const other = this.#fields.get(alias) ?? field
    if (other !== field) throw new BatchError('defect', `the alias “${alias}” belongs to ${other} and to ${field}`)
    if (alias !== '') this.#fields.set(alias, field)
  }

  /** Tries the heading with its bracketed remark first: "To (country)" differs from "To (date)". */
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

  /** Undefined unless the whole text is a field's name or alias; bracketed remarks are ignored. */
  named(name: string): string | undefined {
    return this.#fields.get(foldHeading(name))
  }
}

/** What headings are compared with. */
export interface HeadingContext {
  fields: readonly FieldHeading[]
  names: HeadingNames
  /** Own heading → field, or `''` for none (`--columns`); wins over names and aliases. */
  own: ReadonlyMap<string, string>
}

/**
 * Finds headings as `--columns` writes them. Exact ones win; only without one, those that differ in punctuation or a
 * remark. Folds on first use: most runs have no `--columns`, and folding is slow.
 */
export function indexHeadings<T extends { heading: string }>(headings: readonly T[]): (own: string) => readonly T[] {
  const [same, alike] = [new Map<string, T[]>(), new Map<string, T[]>()]
  return (own) => {
    for (const column of same.size > 0 ? [] : headings) {
      if (column.heading.length > longestName) continue
      gather(same, foldText(column.heading), column)
      gather(alike, foldHeading(column.heading), column)
    }
    const folded = foldHeading(own)
    return same.get(foldText(own)) ?? (folded === '' ? undefined : alike.get(folded)) ?? []
  }
}

export function gather<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
