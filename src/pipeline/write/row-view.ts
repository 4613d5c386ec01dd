import type { JsonFields, Problem, RowOutcome } from '../../contract/outcome.ts'
import { deriveEventId } from '../../ledger/event-id.ts'
import type { RowRecord } from '../../ledger/outcomes.ts'
import type { Submission } from '../../ledger/submission-record.ts'
import type { Cell } from '../../sheet/cell.ts'
import { explainOutcome } from './explain-outcome.ts'
import { outcomeOf, parseFields, type RowLookup } from './row-outcome.ts'

/** One row of the output: what was read, what became of it, and what its user should know and do. */
export interface RowView {
  seq: number
  rowNumber: number
  outcome: RowOutcome
  /** Done by an earlier run. */
  wasDone: boolean
  cells: readonly Cell[]
  /** Undefined for held rows: what a duplicate or a changed row points at is not its own. */
  submission: Submission | undefined
  request: JsonFields
  /** The event identifier that is sent with it where the service takes one; empty for held rows. */
  eventId(): string
  /** Empty until there are scores. */
  result: JsonFields
  warnings: readonly Problem[]
  problem: string
  hint: string
}

const heldStates: ReadonlySet<string> = new Set(['invalid', 'duplicate', 'changed', 'skipped'])

export function viewRow(
  record: RowRecord,
  ledgerId: string,
  lookup: RowLookup,
  hintFor: (field: string, message: string) => string,
): RowView {
  const outcome = outcomeOf(record, lookup)
  const submission = heldStates.has(record.state) ? undefined : record.submission
  const cells: readonly Cell[] = JSON.parse(record.cells)
  const warnings: readonly Problem[] = record.warnings === undefined ? [] : JSON.parse(record.warnings)
  return {
    seq: record.seq,
    rowNumber: record.rowNumber,
    outcome,
    wasDone: record.wasDone,
    cells,
    submission,
    request: parseFields(submission?.request),
    // Not a getter: V8 makes a class of its own for each object that has one, and those are collected late.
    eventId: () => (submission === undefined ? '' : deriveEventId(ledgerId, submission)),
    result: outcome.state === 'scored' ? outcome.result : {},
    warnings,
    ...explainOutcome(outcome, hintFor),
  }
}
