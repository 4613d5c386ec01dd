import type { Database } from '../../../support/sqlite.ts'
import { damaged } from '../../damage.ts'
import type { LogLine } from '../../store/record-checks.ts'
import { asStored, digest } from './checksum.ts'

/** The checksum of a row as read, which never changes. */
export function sumOfRow(sheet: number, rowNumber: number, cells: string, warnings: string | null): number {
  return digest(warnings ?? '', digest(cells, digest(`${sheet}|${rowNumber}|`)))
}

export interface SummedRow {
  sheet: number
  row_number: number
  cells: string
  warnings: string | null
  /** Null for rows from before the checksums. */
  cells_sum: number | null
}

/** @throws BatchError `ledger` when its checksum does not match. */
export function verifyRow(db: Database, { sheet, row_number, cells, warnings, cells_sum }: SummedRow): void {
  if (cells_sum === null || cells_sum === sumOfRow(sheet, row_number, cells, warnings)) return
  throw damaged(db.file, `row ${row_number} of the sheet does not match its checksum`)
}

export function sumOfLine(submissionId: number | null, line: LogLine): number {
  const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = line
  const numbers = [submissionId, runId, sentAt, answeredAt, httpStatus].map((number) => number ?? '').join('|')
  return digest(asStored(detail ?? ''), digest(`${numbers}|${operation}|${asStored(outcome ?? '')}|`))
}

/** @throws BatchError `ledger` when its checksum does not match. */
export function verifyLine(
  db: Database,
  submissionId: number | null,
  line: LogLine & { lineSum: number | null },
): void {
  if (line.lineSum === null || line.lineSum === sumOfLine(submissionId, line)) return
  throw damaged(db.file, 'a line of its log of attempts does not match its checksum')
}
