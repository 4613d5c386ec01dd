import type { RowRecord } from '../../ledger/port/outcomes.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Cell } from '../../sheet/cell.ts'
import type { WordSettings } from './row-outcome.ts'
import { RowPlaces } from './row-places.ts'
import { type OwnWords, RowView } from './row-view.ts'

/** Few enough to die young: what outlives two collections waits for a full one. */
const pageSize = 100
const sampleSize = 500

export interface RowRequest {
  operation: { output: OwnWords }
  ledger: Ledger
  runId: number
  /** How settings are called that a hint names. @default by their names in the library */
  word?: WordSettings | undefined
}

/** Every row of a run in the order of its sheet, a page in memory at a time. */
export function viewRows(request: RowRequest): Generator<RowView> {
  return viewPages(request, request.ledger.runs.rowPage)
}

/** Of those only the ones that somebody may have to look at. */
export function viewOpenRows(request: RowRequest): Generator<RowView> {
  return viewPages(request, request.ledger.runs.openPage)
}

function* viewPages(
  { ledger, runId, operation, word = (text) => text }: RowRequest,
  readPage: (runId: number, afterSeq: number, limit: number) => RowRecord[],
): Generator<RowView> {
  const places = new RowPlaces(ledger.runs.sheetsOf(runId).map(({ name }) => name))
  const lookup = { submission: ledger.submissions.get, places, word }
  let afterSeq = -1
  for (;;) {
    const page = readPage(runId, afterSeq, pageSize)
    for (const record of page) yield new RowView(record, ledger.id, lookup, operation.output)
    const last = page.at(-1)
    if (last === undefined) return
    afterSeq = last.seq
  }
}

/** Cells of a row, and the position of its sheet. */
export interface SampleRow {
  sheet: number
  cells: readonly Cell[]
}

/** Enough rows to choose the widths of columns by; whole views, all held at once, may be promoted. */
export function sampleRows(request: RowRequest): SampleRow[] {
  const sample: SampleRow[] = []
  for (const { sheet, cells } of viewRows(request)) {
    if (sample.push({ sheet, cells }) === sampleSize) break
  }
  return sample
}
