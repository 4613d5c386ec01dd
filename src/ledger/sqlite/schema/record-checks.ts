import type { Database } from '../../../support/sqlite.ts'
import { damaged } from '../../storage-failure.ts'
import type { LogLine, RecordChecks, RowContents } from '../../store/record-checks.ts'
import {
  type CheckedColumns,
  checkedColumns,
  checksumOf,
  digest,
  sumOfTime,
  sumSubmissions,
  verifySubmission,
} from './checksum.ts'

/** The checksum of a row as read, which never changes. */
export function sumOfRow({ sheet, row_number, cells, warnings }: RowContents): number {
  return digest(warnings ?? '', digest(cells, digest(`${sheet}|${row_number}|`)))
}

export function sumOfLine(submissionId: number | null, line: LogLine): number {
  const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = line
  return checksumOf(submissionId, runId, sentAt, answeredAt, httpStatus, operation, outcome, detail)
}

/** What was selected has these columns. Rows and lines from before the checksums have none. */
export function createRecordChecks(db: Database): RecordChecks {
  return {
    columns: (table, hasContent) => `, ${checkedColumns(table, hasContent)}`,
    verify: (found) => verifySubmission(db, found as typeof found & CheckedColumns),
    rowColumns: ', rows.cells_sum',
    verifyRow(found) {
      const { cells_sum } = found as typeof found & { cells_sum: number | null }
      if (cells_sum !== null && cells_sum !== sumOfRow(found)) {
        throw damaged(db.file, `row ${found.row_number} of the sheet does not match its checksum`)
      }
    },
    sumOfRow: (row) => [sumOfRow(row)],
    resum: (ids) => sumSubmissions(db, ids),
    ofAcceptance: (at) => ({ accepted_sum: sumOfTime(at) }),
    lineColumns: ', attempts.line_sum AS lineSum',
    verifyLine(found) {
      const { lineSum } = found as typeof found & { lineSum: number | null }
      if (lineSum !== null && lineSum !== sumOfLine(found.submissionId, found)) {
        throw damaged(db.file, 'a line of its log of attempts does not match its checksum')
      }
    },
    sumOfLine: (submissionId, line) => [sumOfLine(submissionId, line)],
  }
}
