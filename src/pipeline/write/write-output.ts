import { extname } from 'node:path'
import type { Ledger } from '../../ledger/port.ts'
import { openSheet } from '../../sheet/open.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { OutCell, OutSheet, WorkbookOut, WrittenSheet } from '../../sheet/writing/plan.ts'
import { type Published, publish } from '../../sheet/writing/publish.ts'
import { BatchError } from '../../support/errors.ts'
import { listChanged, planChanged } from '../earlier-output/changed-sheet.ts'
import { expectedResolutions } from '../earlier-output/unknown-sheet.ts'
import type { LoadedSheet } from '../load/load-sheet.ts'
import { sampleRows, viewOpenRows, viewRows } from '../rows/row-pages.ts'
import {
  listOrphan,
  listProblems,
  listUnknown,
  planOrphans,
  planProblems,
  planUnknown,
} from '../tables/problems-sheet.ts'
import { fillResults, planResults } from '../tables/results-sheet.ts'
import type { Operation } from '../terms/operation.ts'
import { GroupFigures, listSummary, type SummaryFacts, summarySheet } from './summary-sheet.ts'

const pageSize = 500
const simulatedStamp = 'SIMULATED'

export interface OutputRequest<Request extends object> {
  operation: Operation<Request>
  ledger: Ledger
  runId: number
  sheets: readonly LoadedSheet[]
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
export async function writeOutput<Request extends object>(request: OutputRequest<Request>): Promise<Published> {
  const { output, ledger, runId } = request
  const isCsv = extname(output).toLowerCase() === '.csv'
  // A semicolon sheet comes back with semicolons, as whoever opens it again expects.
  const delimiter = request.sheets[0]?.columns.delimiter ?? ','
  let results: readonly WrittenSheet[] = []
  return publish({
    output,
    write: async (file) => {
      const workbook = isCsv ? createCsv(file, delimiter) : await openWorkbook(file, request.isSimulated)
      try {
        results = await writeResults(workbook, request, isCsv)
        await workbook.finish()
      } catch (error) {
        await workbook.abort()
        throw error
      }
    },
    verify: async (file) => {
      await verifyRows(file, isCsv ? [] : results, ledger.runs.countRows(runId), delimiter)
      await request.onVerified?.(file)
    },
  })
}

/** Loaded when it is needed: what writes workbooks takes as long to load as a small sheet takes to check. */
async function openWorkbook(file: string, isSimulated: boolean): Promise<WorkbookOut> {
  const { createWorkbook } = await import('../../sheet/writing/workbook.ts')
  return createWorkbook(file, isSimulated ? { stamp: simulatedStamp } : {})
}

async function writeResults<Request extends object>(
  workbook: WorkbookOut,
  request: OutputRequest<Request>,
  isCsv: boolean,
): Promise<readonly WrittenSheet[]> {
  const { operation, sheets, ledger, runId } = request
  const hasSheets = sheets.length > 1
  const { tellingFields, summary } = operation
  const expected = expectedResolutions(operation.doneState)
  const sample = sampleRows(request)
  const plan = planResults(sheets, operation.resultColumns, sample)
  const figures = summary === undefined ? undefined : new GroupFigures(summary)
  let written = 0
  const results = await writeSheet(workbook, plan.sheet, viewRows(request), (view) => {
    figures?.add(view)
    written += 1
    if (written % pageSize === 0) request.onProgress(written)
    return [fillResults(plan, view)]
  })
  if (isCsv) return results

  const balance = ledger.runs.balance(runId)
  const orphans = ledger.runs.countOrphans(runId)
  const summaryLines = [...listSummary({ ...request.summary, balance, orphans }), ...(figures?.list() ?? [])]
  await writeSheet(workbook, summarySheet, summaryLines, (line) => [line])
  await writeSheet(workbook, planProblems(hasSheets), viewOpenRows(request), (view) =>
    listProblems(view, sheets, results),
  )
  if (balance.some(({ state }) => state === 'changed')) {
    const changed = planChanged(tellingFields, operation.resultColumns, hasSheets)
    await writeSheet(workbook, changed, viewOpenRows(request), (view) => listChanged(view, operation, sheets, results))
  }
  await writeSheet(workbook, planUnknown(tellingFields, hasSheets), viewOpenRows(request), (view) => {
    if (view.outcome.state !== 'unknown' || view.submission === undefined) return []
    const { id, sentAt = 0 } = view.submission
    const reference = ledger.resolutions.referTo(id, sentAt)
    return [listUnknown(view, tellingFields, ledger.attempts.of(id), { reference, expected })]
  })
  await writeSheet(workbook, planOrphans(operation), orphanPages(request), (page) =>
    page.map((orphan) => {
      const replacement = orphan.supersededBy === undefined ? undefined : ledger.submissions.get(orphan.supersededBy)
      return listOrphan(orphan, operation, replacement)
    }),
  )
  for (const extra of operation.extraSheets) {
    const sheet: OutSheet = { name: extra.name, columns: extra.columns, hasAutoFilter: true }
    await writeSheet(workbook, sheet, viewRows(request), (view) =>
      extra.includes(view) ? [extra.columns.map((column) => column.cell(view))] : [],
    )
  }
  return results
}

/** Writes a sheet of as many lines as its sources give. */
export async function writeSheet<Source>(
  workbook: WorkbookOut,
  plan: OutSheet,
  sources: Iterable<Source>,
  linesOf: (source: Source) => readonly (readonly OutCell[])[],
): Promise<readonly WrittenSheet[]> {
  const sheet = workbook.addSheet(plan)
  for (const source of sources) for (const line of linesOf(source)) await sheet.write(line)
  return sheet.finish()
}

function* orphanPages<Request extends object>({
  ledger,
  runId,
}: OutputRequest<Request>): Generator<ReturnType<Ledger['runs']['orphanPage']>> {
  let afterId = 0
  for (;;) {
    const page = ledger.runs.orphanPage(runId, afterId, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    afterId = last.id
  }
}

/** @throws BatchError `defect` when the written rows are not as many as the ledger's. */
export async function verifyRows(
  file: string,
  results: readonly WrittenSheet[],
  expected: number,
  delimiter = ',',
): Promise<void> {
  const first = results[0]
  // What is known is not guessed.
  const source = await openSheet(file, first === undefined ? { encoding: 'utf-8', delimiter } : { sheet: first.name })
  try {
    let rows = 0
    for (const sheet of first === undefined ? [source] : results.flatMap(({ name }) => source.select(name) ?? [])) {
      let count = -1
      for await (const _ of sheet.rows()) count += 1
      rows += count
    }
    if (rows === expected) return
    throw new BatchError('defect', `the written file holds ${rows} rows where the ledger has ${expected}`, {
      hint: 'The earlier output was left as it was, and the ledger is right. Please report this.',
    })
  } finally {
    await source.close()
  }
}
