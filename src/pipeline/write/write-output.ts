import { extname } from 'node:path'
import { formatStates } from '../../contract/states.ts'
import type { RecordedSpan } from '../../ledger/port/outcomes.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, OutputSheet, SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { ResultColumn, RowContext } from '../model/operation.ts'
import { inCsv } from '../rows/cells.ts'
import { findRefilled, listReadColumns } from '../rows/loaded-input.ts'
import { type RowView, type SampleRow, sampleSize, viewRows } from '../rows/row-view.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import { locateInTables, type RowLocation } from '../tables/locate-row.ts'
import { isSubject, planResults, widthOfHeading } from '../tables/results-sheet.ts'
import { beginWorkbook, fillLine, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { listOpen } from './open-rows.ts'
import { ResultFigures } from './result-figures.ts'
import { planRowTables, type RowTablesRequest } from './row-tables.ts'
import { planSummary, type SummaryFacts } from './summary-sheet.ts'

/** A mark on the sheets of a sandbox run. */
export function stampOf({ isSimulated }: { isSimulated: boolean }): string | undefined {
  return isSimulated ? 'SIMULATED' : undefined
}

export interface OutputRequest extends RowTablesRequest {
  output: string
  /** Sandbox results: every sheet says so. */
  isSimulated: boolean
  summary: Omit<SummaryFacts, 'title' | 'counted' | 'doneWord' | 'recorded' | 'balance' | 'orphans'>
  onProgress(written: number): void
  /** Called right before the file is published. `cells`: the digest of its cells, where it was read back cell by cell. */
  onVerified?(file: string, cells?: string): Promise<void>
}

const rowsBetweenProgress = 500

export function createProgressCounter({ onProgress }: Pick<OutputRequest, 'onProgress'>): () => void {
  let written = 0
  return () => {
    written += 1
    if (written % rowsBetweenProgress === 0) onProgress(written)
  }
}

/**
 * Writes every row of the run once, in order, and the sheets about rows, to a new file. The file is read back before it
 * is published: it must have as many rows as the ledger.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the numbers of rows differ.
 */
export async function writeOutput(request: OutputRequest): Promise<PublishedFile> {
  const { output, ledger, runId } = request
  const isCsv = extname(output).toLowerCase() === '.csv'
  // A CSV input with semicolons gets an output with semicolons.
  const delimiter = request.sheets[0]?.columns.delimiter ?? ','
  let results: readonly WrittenSheet[] = []
  return writeTables({
    output,
    begin: (file) =>
      isCsv ? createCsv(file, delimiter) : beginWorkbook(file, { stamp: stampOf(request), isMarked: true }),
    fill: async (workbook) => {
      results = await writeResults(workbook, request, isCsv)
    },
    verify: async (file) => {
      const cells = await verifyRows(file, isCsv ? [] : results, await ledger.runs.countRows(runId), delimiter)
      await request.onVerified?.(file, cells)
    },
  })
}

async function writeResults(
  workbook: SheetCollection,
  request: OutputRequest,
  isCsv: boolean,
): Promise<readonly WrittenSheet[]> {
  const { operation, sheets } = request
  const { columns } = operation.output
  // A CSV file has every column.
  const { sample, used } = isCsv ? { sample: [], used: columns } : await surveyRows(request)
  const table = planResults(sheets, used, sample, isSubject(operation))
  const further = new FurtherSheets(workbook, request, () => false)
  const count = createProgressCounter(request)
  const results = await writeSheet(workbook, table, viewRowsWithContext(request), (row) => {
    further.gather(row)
    count()
    const cells = fillLine(table, row.view)
    return [isCsv ? cells.map(inCsv) : cells]
  })
  if (isCsv) return results
  await further.writeSummary(locateInTables(results))
  await further.writeExtras({ gathers: false })
  await further.writeCharts()
  return results
}

/** Columns that stay although no row has anything in them; they are as wide as their headings. */
const kept: ReadonlySet<string> = new Set(['outcome', 'problem', 'hint', 'assessmentId'])

/**
 * The first rows, for column widths, and the result columns with something to show, in their order. Columns of an
 * earlier output are refilled, and stay.
 */
export async function surveyRows(request: RowTablesRequest): Promise<{ sample: SampleRow[]; used: ResultColumn[] }> {
  const { columns } = request.operation.output
  const refilled = new Set(
    request.sheets.flatMap((sheet) => [...findRefilled(listReadColumns(sheet.columns), columns).keys()]),
  )
  const unused = new Set(columns.filter(({ heading }) => !refilled.has(heading) || kept.has(heading)))
  const sample: SampleRow[] = []
  for await (const page of viewRows(request)) {
    for (const view of page) {
      for (const column of unused) if (column.cell(view).t !== 'z') unused.delete(column)
      // Cells only: whole views, kept together, would be promoted to the old generation.
      if (sample.length < sampleSize) sample.push({ sheet: view.sheet, cells: view.cells })
    }
    if (unused.size === 0 && sample.length >= sampleSize) break
  }
  const used = columns.flatMap((column) => {
    if (!unused.has(column)) return [column]
    return kept.has(column.heading) ? [{ ...column, width: widthOfHeading(column.title ?? column.heading) }] : []
  })
  return { sample, used }
}

/**
 * The sheets of an output beside those with its results: the same in a new workbook and in a copy. `isKeptEmpty`: true
 * for a sheet that is written even without lines.
 */
export class FurtherSheets {
  readonly #workbook: SheetCollection
  readonly #request: OutputRequest
  readonly #isKeptEmpty: (sheet: string) => boolean
  readonly #figures: ResultFigures | undefined

  constructor(workbook: SheetCollection, request: OutputRequest, isKeptEmpty: (sheet: string) => boolean) {
    this.#workbook = workbook
    this.#request = request
    this.#isKeptEmpty = isKeptEmpty
    const { summary } = request.operation.output
    this.#figures = summary && new ResultFigures(summary)
  }

  /** Call it once for every row, before the summary and the charts are written. */
  gather({ view, beside }: RowWithContext): void {
    this.#figures?.add(view, beside)
  }

  /** The summary, and the tables that need a person. */
  async writeSummary(locate: RowLocation): Promise<void> {
    const { operation, ledger, runId, summary, face } = this.#request
    const { title, counted, doneWord } = operation.output
    const balance = formatStates(await ledger.runs.balance(runId), doneWord)
    const orphans = await ledger.runs.countOrphans(runId)
    const facts = { ...summary, title, counted, doneWord, recorded: await this.#recordedSpan(), balance, orphans }
    const { sheet, lines } = planSummary(facts, { face, figures: this.#figures, open: await listOpen(this.#request) })
    await this.#write(sheet, [lines])
    for (const table of planRowTables(this.#request, locate)) await this.#write(table.sheet, table.lines())
  }

  /** The operation's own sheets, one line per row. `gathers`: nothing has gathered the rows yet. */
  async writeExtras({ gathers }: { gathers: boolean }): Promise<void> {
    const { operation, sheets } = this.#request
    const extras = operation.output.extraSheets ?? []
    for (const [index, { name, frozenColumns = 0, columnsFor, includes }] of extras.entries()) {
      const columns = columnsFor(sheets.map((sheet) => sheet.columns))
      const toLines = (row: RowWithContext): OutputCell[][] => {
        if (gathers && index === 0) this.gather(row)
        return includes(row.view) ? [columns.map((column) => column.cell(row.view, row.beside))] : []
      }
      const sheet = { name, columns, frozenColumns, hasAutoFilter: true, printed: 'none' }
      await writeSheet(this.#workbook, sheet, viewRowsWithContext(this.#request), toLines, this.#isKeptEmpty(name))
    }
    if (!gathers || extras.length > 0 || this.#figures === undefined) return
    for await (const page of viewRowsWithContext(this.#request)) for (const row of page) this.gather(row)
  }

  /** For an operation without figures, an earlier operation's charts stay as they are; they show their date. */
  async writeCharts(): Promise<void> {
    if (this.#figures === undefined) return
    const { lastRecordedAt = 0 } = await this.#recordedSpan()
    const { sheet, lines } = planCharts(this.#figures.charts(), lastRecordedAt, stampOf(this.#request))
    await this.#write(sheet, [lines])
  }

  async #write(sheet: OutputSheet, pages: Iterable<readonly OutputCell[][]> | AsyncIterable<readonly OutputCell[][]>) {
    await writeSheet(this.#workbook, sheet, pages, (line) => [line], this.#isKeptEmpty(sheet.name))
  }

  /** Time of the last record in the output, decisions too. */
  async #recordedSpan(): Promise<RecordedSpan> {
    const { ledger, runId } = this.#request
    const { firstSentAt, lastRecordedAt = 0 } = await ledger.runs.recordedSpan(runId)
    return { firstSentAt, lastRecordedAt: Math.max(lastRecordedAt, this.#figures?.decidedAt ?? 0) || undefined }
  }
}

interface RowWithContext {
  view: RowView
  beside: RowContext
}

export async function* viewRowsWithContext(request: RowTablesRequest): AsyncGenerator<readonly RowWithContext[]> {
  const { ledger, runId, sheets } = request
  for await (const page of viewRows(request)) {
    const identifiers = page.flatMap(({ submission }) => submission?.identifier || [])
    const latest = await ledger.order.findLatest(runId, identifiers)
    yield page.map((view) => ({
      view,
      beside: { columns: sheets[view.sheet]?.columns, latest: latest.get(view.submission?.identifier ?? '') },
    }))
  }
}
