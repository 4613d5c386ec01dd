import { formatStates } from '../../contract/states.ts'
import type { RecordedSpan } from '../../ledger/port/outcomes.ts'
import type { OutputCell, OutputSheet, SheetCollection } from '../../sheet/writing/workbook-writer.ts'
import type { RowContext } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, type RowView, viewRows } from '../rows/row-view.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { writeSheet } from '../tables/write-tables.ts'
import { type OutputRequest, stampOf } from './output-request.ts'
import { planRowTables } from './row-tables.ts'
import { listSummary, ResultFigures, summarySheet } from './summary-sheet.ts'

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
    const { title, doneWord } = operation.output
    const balance = formatStates(await ledger.runs.balance(runId), doneWord)
    const orphans = await ledger.runs.countOrphans(runId)
    const facts = { ...summary, title, recorded: await this.#recordedSpan(), balance, orphans }
    await this.#write(summarySheet, [[...listSummary(facts, face), ...(this.#figures?.list() ?? [])]])
    for (const { sheet, lines } of planRowTables(this.#request, locate)) await this.#write(sheet, lines())
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
      const sheet = { name, columns, frozenColumns, hasAutoFilter: true }
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

  async #write(
    sheet: OutputSheet,
    pages: Iterable<readonly OutputCell[][]> | AsyncIterable<readonly OutputCell[][]>,
  ): Promise<void> {
    await writeSheet(this.#workbook, sheet, pages, (line) => [line], this.#isKeptEmpty(sheet.name))
  }

  /** Time of the last record in the output, decisions too. */
  async #recordedSpan(): Promise<RecordedSpan> {
    const { ledger, runId } = this.#request
    const { firstSentAt, lastRecordedAt = 0 } = await ledger.runs.recordedSpan(runId)
    return { firstSentAt, lastRecordedAt: Math.max(lastRecordedAt, this.#figures?.decidedAt ?? 0) || undefined }
  }
}

export interface RowWithContext {
  view: RowView
  beside: RowContext
}

export async function* viewRowsWithContext(
  request: RowQuery & { sheets: readonly LoadedSheet[] },
): AsyncGenerator<readonly RowWithContext[]> {
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
