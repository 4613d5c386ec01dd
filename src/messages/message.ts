import type { Face } from './face.ts'

export type Sentence<Facts> = string | ((facts: Facts, face: Face) => string)

export interface Words<Facts> {
  /** The fact. Of a problem in a cell: the rule, a sentence without its subject. */
  text: Sentence<Facts>
  /** The next step; none when the text says it all. */
  hint?: Sentence<Facts>
}

export interface Entry<Facts> extends Words<Facts> {
  /** Where the page says something else than the same without the clauses that name an option or a command. */
  page?: Partial<Words<Facts>>
  /** Facts of a single row. Problems that differ in nothing else are one problem of many rows. */
  own?: readonly (keyof Facts)[]
  /** Of many rows whose own facts differ. */
  many?: Partial<Words<Facts>>
  /** A name for several codes that the page shows as one problem. @default the code */
  cause?: string | ((facts: Facts) => string)
}

/** A message with its code: facts, and what each face says. */
export function define<Facts extends object = Record<never, never>>(entry: Entry<Facts>): Entry<Facts> {
  return entry
}
