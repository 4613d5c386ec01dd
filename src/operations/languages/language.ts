/** What people of one language write into sheets: nothing but data. A further language is one more of these, in `all.ts`. */
export interface Language {
  /** As ISO 639 has it; countries are called by their names in it, too. */
  code: string
  /** By operation and field: headings in use. They are matched without case, accents, spaces and punctuation. */
  headings: Readonly<Record<HeadedOperation, Readonly<Record<string, Listed>>>>
  /** What stands in cells for a value of a closed list. */
  values: Readonly<Record<SynonymValue, Listed>>
  rows: {
    /** How a row of totals begins. */
    totals: Listed
    /** How a note begins, before a colon or more words. */
    notes: Listed
  }
  /** Letters that are also written otherwise: Zürich and Zuerich. */
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

/** Several texts with a bar between each two, to be read at a glance. */
type Listed = string
