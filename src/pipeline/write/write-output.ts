import { extname } from 'node:path'
import { showStates } from '../../contract/states.ts'
import type { LoggedAttempt } from '../../ledger/port/attempts.ts'
import type { Orphan } from '../../ledger/port/outcomes.ts'
import type { Ledger } from '../../ledger/port.ts'
import { referToSending } from '../../ledger/sending-reference.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { OutSheet, WorkbookOut, WrittenSheet } from '../../sheet/writing/plan.ts'
import type { Published } from '../../sheet/writing/publish.ts'
import { listChanged, planChanged } from '../earlier-output/changed-sheet.ts'
import { expectedResolutions, listUnknown, planUnknown } from '../earlier-output/unknown-sheet.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { WordSettings } from '../rows/row-outcome.ts'
import { type RowRequest, sampleRows, viewOpenRows, viewRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { listProblems, planProblems } from '../tables/problems-sheet.ts'
import { fillResults, planResults } from '../tables/results-sheet.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import type { Operation } from '../terms/operation.ts'
import { listCorrections, planCorrections } from './corrections-sheet.ts'
import { listOrphan, planOrphans } from './orphans-sheet.ts'
import { GroupFigures, listSummary, type SummaryFacts, summarySheet } from './summary-sheet.ts'

const pageSize = 500
const simulatedStamp = 'SIMULATED'

export interface OutputRequest {
  operation: Operation
  ledger: Ledger
  runId: number
  word?: WordSettings | undefined
  sheets: readonly LoadedSheet[]
  hasCorrections: boolean
  output: string
  /** Made up by the sandbox: every sheet says so. */
  isSimulated: boolean
  summary: Omit<SummaryFacts, 'balance' | 'orphans'>
  onProgress(written: number): void
  /** Right before the file takes its place. */
  onVerified?(file: string): Promise<void>
}

/**
 * Writes what the ledger knows of a run: every row of the input once, in order, and the sheets about them. The file is
 * read back before it takes its place: its rows must be as many as the ledger's.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the books do not balance.
 */
export async function writeOutput(request: OutputRequest): Promise<Published> {
  const { output, ledger, runId } = request
  const isCsv = extname(output).toLowerCase() === '.csv'
  // A semicolon sheet comes back with semicolons, as whoever opens it again expects.
  const delimiter = request.sheets[0]?.columns.delimiter ?? ','
  let results: readonly WrittenSheet[] = []
  return writeTables({
    output,
    begin: (file) =>
      isCsv ? createCsv(file, delimiter) : beginWorkbook(file, request.isSimulated ? simulatedStamp : undefined),
    fill: async (workbook) => {
      results = await writeResults(workbook, request, isCsv)
    },
    verify: async (file) => {
      await verifyRows(file, isCsv ? [] : results, await ledger.runs.countRows(runId), delimiter)
      await request.onVerified?.(file)
    },
  })
}

async function writeResults(
  workbook: WorkbookOut,
  request: OutputRequest,
  isCsv: boolean,
): Promise<readonly WrittenSheet[]> {
  const { operation, sheets, ledger, runId } = request
  const hasSheets = sheets.length > 1
  const { tellingFields } = operation.request
  const { summary } = operation.output
  const expected = expectedResolutions(operation)
  const sample = await sampleRows(request)
  const plan = planResults(sheets, operation.output.columns, sample)
  const figures = summary === undefined ? undefined : new GroupFigures(summary)
  let written = 0
  const results = await writeSheet(workbook, plan.sheet, viewRows(request), (view) => {
    figures?.add(view)
    written += 1
    if (written % pageSize === 0) request.onProgress(written)
    return [fillResults(plan, view)]
  })
  if (isCsv) return results

  const balance = showStates(await ledger.runs.balance(runId), operation.output.doneWord)
  const orphans = await ledger.runs.countOrphans(runId)
  const summaryLines = [
    ...listSummary({ ...request.summary, balance, orphans }, request.word),
    ...(figures?.list() ?? []),
  ]
  await writeSheet(workbook, summarySheet, [summaryLines], (line) => [line])
  await writeSheet(workbook, planProblems(hasSheets), viewOpenRows(request), (view) =>
    listProblems(view, sheets, results),
  )
  if (balance.some(({ state }) => state === 'changed')) {
    const changed = planChanged(tellingFields, operation.output.columns, hasSheets)
    await writeSheet(workbook, changed, viewOpenRows(request), (view) => listChanged(view, operation, sheets, results))
  }
  if (request.hasCorrections) {
    await writeSheet(workbook, planCorrections(hasSheets), viewOpenRows(request), (view) =>
      listCorrections(view, sheets, results),
    )
  }
  const unknown = planUnknown(tellingFields, hasSheets)
  await writeSheet(workbook, unknown, viewUnknown(request), ({ view, attempts, reference }) => [
    listUnknown(view, tellingFields, attempts, { reference, expected }),
  ])
  await writeSheet(workbook, planOrphans(operation), orphanPages(request), (orphan) => [listOrphan(orphan, operation)])
  for (const extra of operation.output.extraSheets ?? []) {
    const sheet: OutSheet = { name: extra.name, columns: extra.columns, hasAutoFilter: true }
    await writeSheet(workbook, sheet, viewRows(request), (view) =>
      extra.includes(view) ? [extra.columns.map((column) => column.cell(view))] : [],
    )
  }
  return results
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

async function* orphanPages({ ledger, runId }: RowRequest): AsyncGenerator<readonly Orphan[]> {
  let afterId = 0
  for (;;) {
    const page = await ledger.runs.orphanPage(runId, afterId, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    afterId = last.id
  }
}
