import { setImmediate } from 'node:timers/promises'
import type { RowRecord } from '../../ledger/port/outcomes.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Cell } from '../../sheet/cell.ts'
import { RowAddresses } from './row-addresses.ts'
import type { OptionNameFormatter, TableNameFormatter } from './row-outcome.ts'
import { type OperationTexts, RowView } from './row-view.ts'

/** Few enough to die young: what outlives two collections waits for a full one. */
const pageSize = 100
const sampleSize = 500

export interface RowQuery {
  operation: { output: OperationTexts }
  ledger: Ledger
  runId: number
  /** How settings are called that a hint names. @default by their names in the library */
  formatOptionNames?: OptionNameFormatter | undefined
  /** What a table about rows is called. @default as the sheet of a workbook */
  nameTable?: TableNameFormatter | undefined
}

/** Every row of a run in the order of its sheet, a page in memory at a time. */
export function viewRows(request: RowQuery): AsyncIterable<readonly RowView[]> {
  return viewPages(request, request.ledger.runs.rowPage)
}

/** Of those only the ones that somebody may have to look at. */
export function viewOpenRows(request: RowQuery): AsyncIterable<readonly RowView[]> {
  return viewPages(request, request.ledger.runs.openPage)
}

/** The rows of one sheet among those that a run has read one after another. */
export async function* viewSheetRows(
  request: RowQuery,
  sheets: readonly { rows: number }[],
  position: number,
): AsyncGenerator<readonly RowView[]> {
  const first = sheets.slice(0, position).reduce((sum, { rows }) => sum + rows, 0)
  for await (const page of viewPages(request, request.ledger.runs.rowPage, first - 1)) {
    const ofSheet = page.filter(({ sheet }) => sheet === position)
    if (ofSheet.length > 0) yield ofSheet
    if (ofSheet.length < page.length) return
  }
}

/** So many rows of a run from a position on. */
export async function viewRowRange(request: RowQuery, from: number, count: number): Promise<RowView[]> {
  const views: RowView[] = []
  for await (const page of viewPages(request, request.ledger.runs.rowPage, from - 1)) {
    views.push(...page)
    if (views.length >= count) break
  }
  return views.slice(0, count)
}

async function* viewPages(
  { ledger, runId, operation, formatOptionNames = (text) => text, nameTable }: RowQuery,
  readPage: (runId: number, afterSeq: number, limit: number) => Promise<RowRecord[]>,
  behindSeq = -1,
): AsyncGenerator<readonly RowView[]> {
  const addresses = new RowAddresses((await ledger.runs.sheetsOf(runId)).map(({ name }) => name))
  const words = { addresses, formatOptionNames, nameTable }
  let afterSeq = behindSeq
  for (;;) {
    const page = await readPage(runId, afterSeq, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    // Whoever reads them does little else: signals, and people at the page, are heard between two turns only.
    await setImmediate()
    yield page.map((record) => new RowView(record, ledger.id, words, operation.output))
    afterSeq = last.seq
  }
}

/** Cells of a row, and the position of its sheet. */
export interface SampleRow {
  sheet: number
  cells: readonly Cell[]
}

/** Enough rows to choose the widths of columns by; whole views, all held at once, may be promoted. */
export async function sampleRows(request: RowQuery): Promise<SampleRow[]> {
  const sample: SampleRow[] = []
  for await (const page of viewRows(request)) {
    for (const { sheet, cells } of page) sample.push({ sheet, cells })
    if (sample.length >= sampleSize) break
  }
  return sample
}
