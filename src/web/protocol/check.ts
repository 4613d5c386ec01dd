/** A warning does not keep a row from being sent; what the service refused before is sent as it is. */
export type ProblemKind = 'wrong' | 'refused' | 'doubtful'

export interface ProblemGroupState {
  /** The same after a correction of others. */
  key: string
  kind: ProblemKind
  field: string
  text: string
  count: number
  /** Position of the first of them. */
  row: number
  column: number
  /** Equal texts in its cells, the most frequent first; empty where no cell is wrong. */
  values: readonly { written: string; count: number; use: string | null }[]
  /** The field has no column: one value for all rows is needed. */
  needsDefault: boolean
  /**
   * Possible orders of day, month and year, with the cells they suit. `isProven`: a cell has no other order. `meaning`:
   * the date of the example.
   */
  patterns: readonly { pattern: string; example: string; meaning: string; count: number; isProven: boolean }[]
}

export interface CheckState {
  /** Grows with each check: rows read under an earlier version are out of date. */
  version: number
  rows: number
  ready: number
  wrong: number
  skipped: number
  /** Edited rows that await the full check. */
  open: number
  /** Rows that are sent in spite of a warning. */
  doubtful: number
  /** Rows that the service refused unchanged. */
  refused: number
  /** Rows with a result already, from a run of this page: they are not sent again. */
  sent: number
  undoable: number
  redoable: number
  edited: number
  /** Rows of decisions without one, here or recorded; they are not among `skipped`. */
  undecided: number
  /** Values by which decisions can be chosen. */
  facts: Readonly<Record<'destination' | 'manager', readonly string[]>>
  columns: readonly { heading: string; field: string | null }[]
  groups: readonly ProblemGroupState[]
  /** Cells that were replaced by a kept value. */
  fixes: readonly { field: string; written: string; meant: string; count: number }[]
  notes: readonly string[]
}
