/** A new language is one more file of this form, listed in `all.ts`. */
export interface Language {
  /** ISO 639 code; country names in this language are understood too. */
  code: string
  /** Headings by operation and field, matched without case, accents, spaces and punctuation. */
  headings: Readonly<Record<HeadedOperation, Readonly<Record<string, readonly string[]>>>>
  /** Words in cells for a value of a closed list. */
  values: Readonly<Record<SynonymValue, readonly string[]>>
  rows: {
    /** Beginnings of a row of totals. */
    totals: readonly string[]
    /** Beginnings of a note, before a colon or more words. */
    notes: readonly string[]
    /** Beginnings of a remark that a trip does not take place. */
    cancelled: readonly string[]
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
