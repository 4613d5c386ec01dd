import type { Ledger } from '../../ledger/ledger.ts'
import type { RowRecord } from '../../ledger/outcomes.ts'
import type { Operation } from '../operation.ts'
import { type RowView, viewRow } from './row-view.ts'

const pageSize = 500

export interface RowRequest<Request extends object> {
  operation: Operation<Request>
  ledger: Ledger
  runId: number
}

/** Every row of a run in the order of its sheet, a page in memory at a time. */
export function viewRows<Request extends object>(request: RowRequest<Request>): Generator<RowView> {
  return viewPages(request, request.ledger.runs.rowPage)
}

/** Of those only the ones that somebody may have to look at. */
export function viewOpenRows<Request extends object>(request: RowRequest<Request>): Generator<RowView> {
  return viewPages(request, request.ledger.runs.openPage)
}

function* viewPages<Request extends object>(
  { ledger, runId, operation }: RowRequest<Request>,
  readPage: (runId: number, afterSeq: number, limit: number) => RowRecord[],
): Generator<RowView> {
  const lookup = { submission: ledger.submissions.get }
  let afterSeq = -1
  for (;;) {
    const page = readPage(runId, afterSeq, pageSize)
    for (const record of page) yield viewRow(record, ledger.id, lookup, operation.hintFor)
    const last = page.at(-1)
    if (last === undefined) return
    afterSeq = last.seq
  }
}

/** Enough rows to choose the widths of columns by. */
export function sampleRows<Request extends object>(request: RowRequest<Request>): RowView[] {
  const sample: RowView[] = []
  for (const view of viewRows(request)) {
    if (sample.push(view) === pageSize) break
  }
  return sample
}
