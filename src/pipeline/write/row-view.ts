import type { Problem, RowState } from '../../contract/outcome.ts'
import type { RowRecord } from '../../ledger/outcomes.ts'
import type { Submission } from '../../ledger/submissions.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { Operation } from '../operation.ts'
import { explainRow } from './explain-row.ts'

export type JsonFields = Readonly<Record<string, unknown>>

/** One row of the output: what was read, what became of it, and what its user should know and do. */
export interface RowView {
  seq: number
  rowNumber: number
  state: RowState
  /** Done by an earlier run. */
  wasDone: boolean
  cells: readonly Cell[]
  /** Not for held rows: what a duplicate or changed row points at is not its own. */
  submission: Submission | undefined
  request: JsonFields | undefined
  result: JsonFields | undefined
  problems: readonly Problem[]
  warnings: readonly Problem[]
  /** What is wrong, in one text; empty when nothing is. */
  problem: string
  /** What to do about it. */
  hint: string
}

/** What must be looked up to explain a row. */
export interface RowLookup {
  submission(id: number): Submission | undefined
}

export function viewRow<Request extends object>(
  record: RowRecord,
  operation: Operation<Request>,
  lookup: RowLookup,
): RowView {
  const isHeld = ['invalid', 'duplicate', 'changed', 'skipped'].includes(record.state)
  const submission = isHeld ? undefined : record.submission
  const problems = problemsOf(record)
  const { problem, hint } = explainRow(record, problems, operation, lookup)
  return {
    seq: record.seq,
    rowNumber: record.rowNumber,
    state: record.state,
    wasDone: record.wasDone,
    cells: parse<Cell[]>(record.cells) ?? [],
    submission,
    request: parse(submission?.request),
    result: submission?.state === 'scored' ? parse(submission.result) : undefined,
    problems,
    warnings: parse<Problem[]>(record.warnings) ?? [],
    problem,
    hint,
  }
}

function problemsOf(record: RowRecord): readonly Problem[] {
  if (record.state !== 'invalid') return []
  return parse<{ problems: Problem[] }>(record.detail)?.problems ?? []
}

/** JSON that this program wrote itself. */
function parse<T = JsonFields>(json: string | undefined): T | undefined {
  return json === undefined ? undefined : JSON.parse(json)
}
