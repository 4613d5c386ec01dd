import { BatchError } from '../../support/errors.ts'
import { foldHeading, foldText, foldWholeHeading } from '../fold.ts'

/** A field to look for, by its own name or an alias. */
export interface FieldHeading {
  field: string
  aliases: readonly string[]
  isRequired: boolean
  /** The value that most sheets without such a column mean for all their rows. */
  usual?: string | undefined
}

/** A heading with all its remarks is shorter; longer texts are not compared with names. */
const longestName = 1_000

/** Which field a heading names. */
export class HeadingNames {
  readonly #fields = new Map<string, string>()

  constructor(fields: readonly FieldHeading[]) {
    for (const { field } of fields) this.#fields.set(foldHeading(field), field)
    for (const { field, aliases } of fields) for (const alias of aliases) this.#add(alias, field)
  }

  #add(alias: string, field: string): void {
    const folded = foldHeading(alias)
    const other = this.#fields.get(folded) ?? field
    if (other !== field) throw new BatchError('defect', `the alias “${alias}” belongs to ${other} and to ${field}`)
    if (folded !== '') this.#fields.set(folded, field)
  }

  /** With its bracketed remark before without: "To (country)" is not "To (date)". */
  fieldOf(heading: string): string | undefined {
    if (heading.length > longestName) return undefined
    const folded = foldHeading(heading)
    if (!/[()[\]{}]/.test(heading)) return this.#fields.get(folded)
    return this.#fields.get(foldWholeHeading(heading)) ?? this.#fields.get(folded)
  }

  /** The field that goes by this very name. */
  named(name: string): string | undefined {
    return this.#fields.get(foldHeading(name))
  }
}

/** The headings of a row by what `--columns` may call them. */
export class OwnHeadings<T extends { heading: string }> {
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
