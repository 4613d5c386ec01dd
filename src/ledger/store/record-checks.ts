import type { AttemptFacts } from '../port/attempts.ts'
import type { Nullable } from './queryable.ts'

export interface Located {
  id?: number | null
  rowNumber?: number | null
  row_number?: number
}

export interface RowContents {
  sheet: number
  row_number: number
  cells: string
  warnings: string | null
}

/**
 * Checksums of records, where the ledger keeps its own; all of it is empty in a database, which verifies its pages.
 * Columns and assignments begin with a comma.
 */
export interface RecordChecks {
  /** Of a submission of this table; without the content it is enough for polling, and costs half. */
  columns(table?: string, hasContent?: boolean): string
  /** Returns what was found, without these columns. @throws BatchError `ledger` when they do not match. */
  verify<Found extends Located>(found: Found): Found
  rowColumns: string
  verifyRow(found: RowContents): void
  /** The value of `cells_sum` for a row, or none. */
  sumOfRow(row: RowContents): number[]
  /** The present content of these submissions counts as correct: call it where they were verified before. */
  resum(ids: readonly number[]): void
  /** Columns that change with `accepted_at`, and their values. */
  ofAcceptance(at: number): Readonly<Record<string, number | null>>
  /** Of a line of the log. */
  lineColumns: string
  verifyLine(found: AttemptColumns): void
  /** The value of `line_sum` for a line of the log, or none. */
  sumOfLine(submissionId: number | null, line: LogLine): number[]
}

/** A line as its reader has it, with `lineColumns`. */
type AttemptColumns = LogLine & { submissionId: number | null }

export type LogLine = Nullable<AttemptFacts>

export const noChecks: RecordChecks = {
  columns: () => '',
  verify: (found) => found,
  rowColumns: '',
  verifyRow() {},
  sumOfRow: () => [],
  resum() {},
  ofAcceptance: () => ({}),
  lineColumns: '',
  verifyLine() {},
  sumOfLine: () => [],
}
