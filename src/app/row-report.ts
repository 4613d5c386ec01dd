import { type RowOutcome, resultOf } from '../contract/outcome.ts'
import type { Ledger } from '../ledger/port.ts'
import { referToSending } from '../ledger/sending-reference.ts'
import type { Face } from '../messages/face.ts'
import type { OperationName, OperationResults } from '../operations/all.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { LoadedRun, RunReport } from '../pipeline/model/options.ts'
import { type RowView, viewRowRange, viewRows } from '../pipeline/rows/row-view.ts'

export interface RowReport<Name extends OperationName = OperationName> {
  /** Worksheet; the file's base name for CSV. */
  sheet: string
  /** Line number in its worksheet; the first line is 1. */
  rowNumber: number
  /** As the column `outcome` has it, e.g. `scored`. */
  state: string
  /** Details of the state. Its own `state` is `done` for a finished row in every operation. */
  outcome: RowOutcome<OperationResults[Name]>
  /** Scores of the row, or of the earlier version that it stands for; undefined without any. */
  result: OperationResults[Name] | undefined
  /** True when an earlier run did it. */
  wasDone: boolean
  /** The service's identifier of the assessment, the decision's event or the user; undefined without one. */
  identifier: string | undefined
  /** Address of its report page, if it has one. */
  reportUrl: string | undefined
  /** Reason why it is not done, in a sentence or more; empty when it is. */
  problem: string
  /** Remedy; empty when there is nothing to do. */
  hint: string
  /** Names a sending that is unknown, to look it up at the service; undefined for all other rows. */
  reference: string | undefined
}

/** Rows in the order of the sheet, read a page at a time. */
export async function* reportRows(
  operation: Operation,
  ledger: Ledger,
  { runId, sheets }: Pick<RunReport, 'runId' | 'sheets'>,
  face?: Face,
): AsyncGenerator<readonly RowReport[]> {
  for await (const page of viewRows({ operation, ledger, runId, face })) {
    yield page.map((view) => reportRow(view, sheets[view.sheet]?.name ?? '', ledger.id))
  }
}

export async function reportWindow(
  operation: Operation,
  { ledger, runId }: LoadedRun,
  { from, count, face }: { from: number; count: number; face?: Face },
): Promise<RowReport[]> {
  const views = await viewRowRange({ operation, ledger, runId, face }, from, count)
  return views.map((view) => reportRow(view, view.sheetName ?? '', ledger.id))
}

function reportRow(view: RowView, sheet: string, ledgerId: string): RowReport {
  const { rowNumber, state, outcome, wasDone, submission, problem, hint } = view
  const { identifier, reportUrl, id, sentAt } = submission ?? {}
  const isUnknown = state === 'unknown' && id !== undefined && sentAt != null
  const reference = isUnknown ? referToSending(ledgerId, { id, sentAt }) : undefined
  const scores = resultOf(outcome)
  // The ledger keeps the scores as the contract's schema read them.
  const result = Object.keys(scores).length === 0 ? undefined : (scores as unknown as RowReport['result'])
  return { sheet, rowNumber, state, outcome, result, wasDone, identifier, reportUrl, problem, hint, reference }
}
