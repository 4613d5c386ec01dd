import { showStates, standInStates } from '../../contract/states.ts'
import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { RecordedSpan } from '../../ledger/port/outcomes.ts'
import { referToSending } from '../../ledger/sending-reference.ts'
import type { OutCell, OutSheet, WorkbookOut } from '../../sheet/writing/plan.ts'
import { listChanged, planChanged } from '../earlier-output/changed-sheet.ts'
import { listOrphan, planOrphans } from '../earlier-output/orphans-sheet.ts'
import { expectedResolutions, listUnknown, planUnknown } from '../earlier-output/unknown-sheet.ts'
import { type RowRequest, viewOpenRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { listProblems, planProblems } from '../tables/problems-sheet.ts'
import { writeSheet } from '../tables/write-tables.ts'
import { listCorrections, planCorrections } from './corrections-sheet.ts'
import { type OutputRequest, stampOf } from './output-request.ts'
import type { ResultFigures } from './result-figures.ts'
import { listSummary, summarySheet } from './summary-sheet.ts'
import { type ViewBeside, viewBeside } from './view-beside.ts'
import { viewOrphans } from './view-orphans.ts'

/** Whether a sheet is written although there is nothing to say in it. */
export type KeepsEmpty = (sheet: string) => boolean

export interface FurtherFacts {
  figures: ResultFigures | undefined
  /** Where the output shows the rows themselves. */
  locate: RowLocation
  isKeptEmpty: KeepsEmpty
}

/** The sheets about the rows, which are the same whatever workbook they stand in: the summary, and what must be looked at. */
export async function writeFurtherSheets(
  workbook: WorkbookOut,
  request: OutputRequest,
  { figures, locate, isKeptEmpty }: FurtherFacts,
): Promise<void> {
  const { operation, sheets, ledger, runId } = request
  const hasSheets = sheets.length > 1
  const { tellingFields } = operation.request
  const expected = expectedResolutions(operation)
  const counted = await ledger.runs.balance(runId)
  const balance = showStates(counted, operation.output.doneWord)
  const orphans = await ledger.runs.countOrphans(runId)
  const recorded = await recordedSpan(request, figures)
  const { title } = operation.output
  const summaryLines = [
    ...listSummary({ ...request.summary, title, recorded, balance, orphans }, request.word),
    ...(figures?.list() ?? []),
  ]
  const write: typeof writeSheet = (to, sheet, pages, linesOf) =>
    writeSheet(to, sheet, pages, linesOf, isKeptEmpty(sheet.name))
  await write(workbook, summarySheet, [summaryLines], (line) => [line])
  await write(workbook, planProblems(hasSheets), viewOpenRows(request), (view) => listProblems(view, sheets, locate))
  if (counted.some(({ state }) => standInStates.has(state)) || isKeptEmpty('Changed')) {
    const changed = planChanged(tellingFields, operation.output.columns, hasSheets)
    await write(workbook, changed, viewOpenRows(request), (view) =>
      listChanged(view, operation, sheets, { locate, unclear: request.unclear }),
    )
  }
  if (request.hasCorrections || isKeptEmpty('Corrections')) {
    await write(workbook, planCorrections(hasSheets), viewOpenRows(request), (view) =>
      listCorrections(view, sheets, locate),
    )
  }
  const unknown = planUnknown(tellingFields, hasSheets)
  await write(workbook, unknown, viewUnknown(request), ({ view, attempts, reference }) => [
    listUnknown(view, tellingFields, attempts, { reference, expected }),
  ])
  await write(workbook, planOrphans(operation), viewOrphans(request), (view) => [listOrphan(view, operation)])
}

/** The operation's own sheets, with a line for a row; `onRow` is told every row as it passes, once. */
export async function writeExtraSheets(
  workbook: WorkbookOut,
  request: OutputRequest,
  isKeptEmpty: KeepsEmpty,
  onRow?: (row: ViewBeside) => void,
): Promise<void> {
  const { extraSheets = [] } = request.operation.output
  if (extraSheets.length === 0 && onRow !== undefined) {
    for await (const page of viewBeside(request)) for (const row of page) onRow(row)
  }
  for (const [index, extra] of extraSheets.entries()) {
    const { name, columns, frozenColumns = 0 } = extra
    const sheet: OutSheet = { name, columns, frozenColumns, hasAutoFilter: true }
    const toLines = (row: ViewBeside): OutCell[][] => {
      if (index === 0) onRow?.(row)
      const { view, beside } = row
      return extra.includes(view) ? [extra.columns.map((column) => column.cell(view, beside))] : []
    }
    await writeSheet(workbook, sheet, viewBeside(request), toLines, isKeptEmpty(name))
  }
}

/** Pictures of the figures; where an operation has none, those of another one stay as they are, and say of when. */
export async function writeCharts(
  workbook: WorkbookOut,
  request: OutputRequest,
  { figures, isKeptEmpty }: Pick<FurtherFacts, 'figures' | 'isKeptEmpty'>,
): Promise<void> {
  if (figures === undefined) return
  const { lastRecordedAt = 0 } = await recordedSpan(request, figures)
  const { sheet, lines } = planCharts(figures.charts(), lastRecordedAt, stampOf(request))
  await writeSheet(workbook, sheet, [lines], (line) => [line], isKeptEmpty(sheet.name))
}

/** When something was last recorded of what is shown, decisions too. */
async function recordedSpan(
  { ledger, runId }: OutputRequest,
  figures: ResultFigures | undefined,
): Promise<RecordedSpan> {
  const { firstSentAt, lastRecordedAt = 0 } = await ledger.runs.recordedSpan(runId)
  return { firstSentAt, lastRecordedAt: Math.max(lastRecordedAt, figures?.decidedAt ?? 0) || undefined }
}

/** Rows whose outcome is unknown, with all that was asked for each and the reference of its sending. */
async function* viewUnknown(
  request: RowRequest,
): AsyncGenerator<readonly { view: RowView; attempts: readonly LoggedAttempt[]; reference: string }[]> {
  const { ledger } = request
  for await (const page of viewOpenRows(request)) {
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
