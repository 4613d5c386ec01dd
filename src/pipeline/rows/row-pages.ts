import { setImmediate } from 'node:timers/promises'
import type { RowRecord } from '../../ledger/port/outcomes.ts'
import type { Ledger } from '../../ledger/port.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import type { Cell } from '../../sheet/cell.ts'
import { RowAddresses } from './row-addresses.ts'
import type { TableNameFormatter } from './row-outcome.ts'
import { type OperationTexts, RowView } from './row-view.ts'

/**
 * Small enough for the young generation of the garbage collector: objects that survive two collections wait for a full
 * one.
 */
const pageSize = 100
export const sampleSize = 500

export interface RowQuery {
  operation: { output: OperationTexts }
  ledger: Ledger
  runId: number
  /** Who reads problems and hints. @default users of the library */
  face?: Face | undefined
  /** Names of tables about rows. @default the sheet of a workbook */
  nameTable?: TableNameFormatter | undefined
}

/** Every row of a run in sheet order, with one page in memory at a time. */
export function viewRows(request: RowQuery): AsyncIterable<readonly RowView[]> {
  return viewPages(request, request.ledger.runs.rowPage)
}

/** Only the rows that may need a person's attention. */
export function viewOpenRows(request: RowQuery): AsyncIterable<readonly RowView[]> {
  return viewPages(request, request.ledger.runs.openPage)
}

/** Only the rows that a check has something to say of: most rows of a sheet are sound, and are not read again. */
export function viewRowsWithFindings(request: RowQuery): AsyncIterable<readonly RowView[]> {
  return viewPages(request, request.ledger.runs.findingsPage)
}

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

export async function viewRowRange(request: RowQuery, from: number, count: number): Promise<RowView[]> {
  const views: RowView[] = []
  for await (const page of viewPages(request, request.ledger.runs.rowPage, from - 1)) {
    views.push(...page)
    if (views.length >= count) break
  }
  return views.slice(0, count)
}

async function* viewPages(
  { ledger, runId, operation, face = libraryFace, nameTable }: RowQuery,
  readPage: (runId: number, afterSeq: number, limit: number) => Promise<RowRecord[]>,
  behindSeq = -1,
): AsyncGenerator<readonly RowView[]> {
  const addresses = new RowAddresses(await ledger.runs.sheetNames(runId))
  const format = { addresses, face, nameTable }
  let afterSeq = behindSeq
  for (;;) {
    const page = await readPage(runId, afterSeq, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    // Reading keeps the event loop busy: signals and requests of the page are served only between two turns.
    await setImmediate()
    yield page.map((record) => new RowView(record, ledger.id, format, operation.output))
    afterSeq = last.seq
  }
}

/** `sheet`: position of the row's sheet. */
export interface SampleRow {
  sheet: number
  cells: readonly Cell[]
}
