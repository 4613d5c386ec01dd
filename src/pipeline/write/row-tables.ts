import { referToSending } from '../../ledger/sending-reference.ts'
import type { OutputCell, OutputSheet, Table } from '../../sheet/writing/workbook-writer.ts'
import { changedTable, listChanged, type UnknownRow, unknownTable } from '../earlier-output/question-sheets.ts'
import { type RowQuery, type RowView, viewRows } from '../rows/row-view.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { correctionsTable, listCorrections, listRowProblems, problemsTable } from '../tables/problems-sheet.ts'
import { fillLine } from '../tables/write-tables.ts'
import { orphansTable, viewOrphans } from './orphans-sheet.ts'
import type { OutputRequest } from './output-request.ts'

export interface RowTable {
  sheet: OutputSheet
  /** One page at a time; each call reads from the start. May be empty. */
  lines(): AsyncIterable<readonly OutputCell[][]>
}

/** The tables that need a person, in sheet order, for workbooks and CSV files. */
export function planRowTables(request: OutputRequest, locate: RowLocation): readonly RowTable[] {
  const { operation, sheets, unclear } = request
  const hasSheets = sheets.length > 1
  const ofOpenRows = <Source>(sheet: Table<Source>, list: (view: RowView) => readonly Source[]): RowTable =>
    rowTable(sheet, () => viewRows(request, 'openPage'), list)
  return [
    ofOpenRows(problemsTable(hasSheets, locate), (view) =>
      listRowProblems(view, sheets).map((problem) => ({ view, ...problem })),
    ),
    ofOpenRows(changedTable(operation, sheets, { locate, unclear }), (view) => listChanged(view, operation)),
    ofOpenRows(correctionsTable(hasSheets, locate), (view) => listCorrections(view, sheets)),
    rowTable(
      unknownTable(operation, hasSheets),
      () => viewUnknown(request),
      (row) => [row],
    ),
    rowTable(
      orphansTable(operation),
      () => viewOrphans(request),
      (view) => [view],
    ),
  ]
}

function rowTable<Row, Source>(
  sheet: Table<Source>,
  read: () => AsyncIterable<readonly Row[]>,
  list: (row: Row) => readonly Source[],
): RowTable {
  return {
    sheet,
    async *lines() {
      for await (const page of read()) yield page.flatMap(list).map((source) => fillLine(sheet, source))
    },
  }
}

/** Rows with an unknown outcome, with their attempts and the reference of the sending. */
async function* viewUnknown(request: RowQuery): AsyncGenerator<readonly UnknownRow[]> {
  const { ledger } = request
  for await (const page of viewRows(request, 'openPage')) {
    const unknown = page.flatMap((view) =>
      view.outcome.state === 'unknown' && view.submission !== undefined ? [{ view, ...view.submission }] : [],
    )
    yield await Promise.all(
      unknown.map(async ({ view, id, sentAt = 0 }) => ({
        view,
        attempts: await ledger.attempts.of(id),
        reference: referToSending(ledger.id, { id, sentAt }),
      })),
    )
  }
}
