import type { Database } from '../../../support/sqlite.ts'
import type { RecordChecks } from '../../store/record-checks.ts'
import {
  type CheckedColumns,
  checkedColumns,
  outcomeSumUpdate,
  sumOfOutcome,
  sumSubmissions,
  verifySubmission,
} from './checksum.ts'
import { type SummedRow, sumOfLine, sumOfRow, verifyLine, verifyRow } from './line-sums.ts'

/** What was selected has these columns: the texts are `columns` and `rowColumns`. */
export function createRecordChecks(db: Database): RecordChecks {
  return {
    areKept: true,
    columns: (table) => `, ${checkedColumns(table)}`,
    verify(found) {
      verifySubmission(db, found as typeof found & CheckedColumns)
      return found
    },
    rowColumns: ', rows.cells_sum',
    verifyRow: (found) => verifyRow(db, found as SummedRow),
    sumOfRow: ({ sheet, row_number, cells, warnings }) => [sumOfRow(sheet, row_number, cells, warnings)],
    resum: (ids) => sumSubmissions(db, ids),
    update: (changes, texts) => `, ${outcomeSumUpdate(changes, texts)}`,
    textsOf: (outcome) => [sumOfOutcome(outcome)],
    lineColumns: ', attempts.line_sum AS lineSum',
    verifyLine: (found) => verifyLine(db, found.submissionId, found as typeof found & { lineSum: number | null }),
    sumOfLine: (submissionId, line) => [sumOfLine(submissionId, line)],
  }
}
