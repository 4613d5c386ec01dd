import type { RowOutcome } from '../contract/outcome.ts'
import type { Ledger } from '../ledger/port.ts'
import { referToSending } from '../ledger/sending-reference.ts'
import type { Operation } from '../pipeline/model/operation.ts'
import type { LoadedRun, RunReport } from '../pipeline/model/options.ts'
import { viewRowRange, viewRows } from '../pipeline/rows/row-pages.ts'
import type { RowView } from '../pipeline/rows/row-view.ts'

/** What became of one row of the input. */
export interface RowReport {
  /** Worksheet; the file's base name for CSV. */
  sheet: string
  /** Number of the line in its sheet; the first one is 1. */
  rowNumber: number
  /** As the column `outcome` has it, e.g. `scored`. */
  state: string
  /** What goes with its state, e.g. the scores; where all is done its own state is `done`, whatever the operation calls it. */
  outcome: RowOutcome
  /** Whether an earlier run has done it. */
  wasDone: boolean
  /** What the service knows it by: of an assessment, a decision's event or a user; undefined when it gave none. */
  identifier: string | undefined
  /** Address of its report page, where there is one. */
  reportUrl: string | undefined
  /** Why it is not done, in a sentence or more; empty when it is. */
  problem: string
  /** What can be done about it; empty when there is nothing to do. */
  hint: string
  /** Names the sending that is unknown, for whoever finds out what became of it; undefined for all other rows. */
  reference: string | undefined
}

/** Every row of a run in the order of its sheet, a page at a time. */
export async function* reportRows(
  operation: Operation,
  ledger: Ledger,
  { runId, sheets }: Pick<RunReport, 'runId' | 'sheets'>,
): AsyncGenerator<readonly RowReport[]> {
  for await (const page of viewRows({ operation, ledger, runId })) {
    yield page.map((view) => reportRow(view, sheets[view.sheet]?.name ?? '', ledger.id))
  }
}

/** Some rows of a run that is going on. */
export async function reportWindow(
  operation: Operation,
  { ledger, runId }: LoadedRun,
  { from, count }: { from: number; count: number },
): Promise<RowReport[]> {
  const views = await viewRowRange({ operation, ledger, runId }, from, count)
  return views.map((view) => reportRow(view, view.sheetName ?? '', ledger.id))
}

function reportRow(view: RowView, sheet: string, ledgerId: string): RowReport {
  const { rowNumber, state, outcome, wasDone, submission, problem, hint } = view
  const { identifier, reportUrl, id, sentAt } = submission ?? {}
  const isUnknown = state === 'unknown' && id !== undefined && sentAt != null
  const reference = isUnknown ? referToSending(ledgerId, { id, sentAt }) : undefined
  return { sheet, rowNumber, state, outcome, wasDone, identifier, reportUrl, problem, hint, reference }
}
