/** The fields of a request that say from when to when it is, and which requests count: those with a value in a field. */
export interface PeriodFields {
  start: string
  end: string
  only: readonly [field: string, value: string]
}

export interface PeriodRow {
  sheet: number
  rowNumber: number
}

/** Two rows of one subject whose times overlap, and from when to when they do. */
export interface Overlap {
  subject: string
  rows: readonly [PeriodRow, PeriodRow]
  from: string
  to: string
}

export interface Overlaps {
  /**
   * The rows of a run that begin before an earlier one of the same subject ends: the first of them, and how many there
   * are. Where one ends on the day on which the next begins, nothing overlaps; equal rows are duplicates, not this.
   */
  list(runId: number, fields: PeriodFields, limit: number): Promise<{ count: number; first: Overlap[] }>
}
