import { formatStates } from '../../contract/states.ts'
import type { RecordedSpan } from '../../ledger/port/outcomes.ts'
import type { OutputCell, OutputSheet, SheetCollection } from '../../sheet/writing/workbook-writer.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { writeSheet } from '../tables/write-tables.ts'
import { type OutputRequest, stampOf } from './output-request.ts'
import type { ResultFigures } from './result-figures.ts'
import { planRowTables } from './row-tables.ts'
import { type RowWithContext, viewRowsWithContext } from './rows-with-context.ts'
import { listSummary, summarySheet } from './summary-sheet.ts'

/** True for sheets that are written even without lines. */
type KeepsEmpty = (sheet: string) => boolean

export interface FurtherFacts {
  figures: ResultFigures | undefined
  locate: RowLocation
  isKeptEmpty: KeepsEmpty
}

/** The summary and the tables about rows: the same in a new workbook and in a copy. */
export async function writeFurtherSheets(
  workbook: SheetCollection,
  request: OutputRequest,
  { figures, locate, isKeptEmpty }: FurtherFacts,
): Promise<void> {
  const { operation, ledger, runId } = request
  const balance = formatStates(await ledger.runs.balance(runId), operation.output.doneWord)
  const orphans = await ledger.runs.countOrphans(runId)
  const recorded = await recordedSpan(request, figures)
  const { title } = operation.output
  const summaryLines = [
    ...listSummary({ ...request.summary, title, recorded, balance, orphans }, request.face),
    ...(figures?.list() ?? []),
  ]
  await writeSheet(workbook, summarySheet, [summaryLines], (line) => [line], isKeptEmpty(summarySheet.name))
  for (const { sheet, lines } of planRowTables(request, locate)) {
    await writeSheet(workbook, sheet, lines(), (line) => [line], isKeptEmpty(sheet.name))
  }
}

/** The operation's own sheets, one line per row. `onRow` is called once for every row. */
export async function writeExtraSheets(
  workbook: SheetCollection,
  request: OutputRequest,
  isKeptEmpty: KeepsEmpty,
  onRow?: (row: RowWithContext) => void,
): Promise<void> {
  const { extraSheets = [] } = request.operation.output
  if (extraSheets.length === 0 && onRow !== undefined) {
    for await (const page of viewRowsWithContext(request)) for (const row of page) onRow(row)
  }
  for (const [index, extra] of extraSheets.entries()) {
    const { name, frozenColumns = 0 } = extra
    const columns = extra.columnsFor(request.sheets.map((sheet) => sheet.columns))
    const sheet: OutputSheet = { name, columns, frozenColumns, hasAutoFilter: true }
    const toLines = (row: RowWithContext): OutputCell[][] => {
      if (index === 0) onRow?.(row)
      const { view, beside } = row
      return extra.includes(view) ? [columns.map((column) => column.cell(view, beside))] : []
    }
    await writeSheet(workbook, sheet, viewRowsWithContext(request), toLines, isKeptEmpty(name))
  }
}

/** For an operation without figures, an earlier operation's charts stay as they are; they show their date. */
export async function writeCharts(
  workbook: SheetCollection,
  request: OutputRequest,
  { figures, isKeptEmpty }: Pick<FurtherFacts, 'figures' | 'isKeptEmpty'>,
): Promise<void> {
  if (figures === undefined) return
  const { lastRecordedAt = 0 } = await recordedSpan(request, figures)
  const { sheet, lines } = planCharts(figures.charts(), lastRecordedAt, stampOf(request))
  await writeSheet(workbook, sheet, [lines], (line) => [line], isKeptEmpty(sheet.name))
}

/** Time of the last record in the output, decisions too. */
async function recordedSpan(
  { ledger, runId }: OutputRequest,
  figures: ResultFigures | undefined,
): Promise<RecordedSpan> {
  const { firstSentAt, lastRecordedAt = 0 } = await ledger.runs.recordedSpan(runId)
  return { firstSentAt, lastRecordedAt: Math.max(lastRecordedAt, figures?.decidedAt ?? 0) || undefined }
}
