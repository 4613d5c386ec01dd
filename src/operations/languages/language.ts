/** Data only. A new language is one more such object, listed in `all.ts`. */
export interface Language {
  /** ISO 639 code; country names in this language are understood too. */
  code: string
  /** Headings by operation and field, matched without case, accents, spaces and punctuation. */
  headings: Readonly<Record<HeadedOperation, Readonly<Record<string, Listed>>>>
  /** Words in cells for a value of a closed list. */
  values: Readonly<Record<SynonymValue, Listed>>
  rows: {
    /** Beginnings of a row of totals. */
    totals: Listed
    /** Beginnings of a note, before a colon or more words. */
    notes: Listed
  }
  /** Letters with a second spelling: Zürich and Zuerich. */
  spellings?: Readonly<Record<string, string>>
}

export type HeadedOperation = 'assess' | 'decide' | 'invite'

export type SynonymValue =
  | 'Yes'
  | 'No'
  | 'Unsure'
  | 'Low'
  | 'Mid'
  | 'Senior'
  | 'Work From Anywhere'
  | 'Hire From Anywhere'

/** Several texts, separated by bars to be read at a glance. */
type Listed = string
