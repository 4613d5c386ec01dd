import type { FilledRow } from '../../sheet/enriching/copy/patch-rows.ts'
import type { EnrichmentResult } from '../../sheet/enriching/copy/write-enriched.ts'
import type { EnrichmentPlan } from '../../sheet/enriching/enrichment-plan.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, SheetCollection } from '../../sheet/writing/workbook-writer.ts'
import type { ResultColumn } from '../model/operation.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { viewSheetRows } from '../rows/row-pages.ts'
import { chartsName } from '../tables/charts-sheet.ts'
import { locateInSheets } from '../tables/locate-row.ts'
import { type CopyPlan, writeCopy } from '../tables/write-copy.ts'
import { countFrom1904, withHeadingsForPeople } from '../tables/write-tables.ts'
import { FurtherSheets } from './further-sheets.ts'
import { createProgressCounter, type OutputRequest, stampOf } from './output-request.ts'
import { narrowPlan } from './plan-output.ts'
import { surveyRows } from './survey-rows.ts'

/**
 * Writes results beside their rows in a copy of the workbook, and further sheets behind the user's. Each sheet must get
 * as many results as rows were read of its table.
 * @throws as `writeCopy`.
 */
export async function writeOwnWorkbook(request: OutputRequest, planned: CopyPlan): Promise<PublishedFile> {
  const { operation, output, sheets, onVerified } = request
  const { used } = await surveyRows(request)
  const plan = await narrowPlan(
    planned,
    operation.output.columns.map(({ heading }) => used.find((column) => column.heading === heading)),
  )
  const columns = plan === planned.enriching ? operation.output.columns : used
  const count = createProgressCounter(request)
  return writeCopy(plan, {
    output,
    stamp: stampOf(request),
    writeOwnSheets: (workbook) => writeOwnSheets(workbook, request, plan),
    lastSheets: [...(operation.output.extraSheets ?? []).map(({ name }) => name), chartsName],
    rowsOf: (sheet) => fillRows(request, sheet, { plan, columns, count }),
    findMissing: ({ rows }) => findMissing(sheets, rows),
    ...(onVerified === undefined ? {} : { onVerified }),
  })
}

function findMissing(sheets: readonly LoadedSheet[], filled: EnrichmentResult['rows']): string | undefined {
  for (const { name, table } of sheets) {
    const [wanted, found] = [table?.rows ?? 0, filled.get(name) ?? 0]
    if (wanted !== found) return `the sheet "${name}" would have results in ${found} rows, not in ${wanted}`
  }
  return undefined
}

/**
 * Empty sheets are written only where an earlier one must be replaced. The sheets with a line per row come first: they
 * gather the figures.
 */
async function writeOwnSheets(
  to: SheetCollection,
  request: OutputRequest,
  { file: copy, is1904 }: EnrichmentPlan,
): Promise<void> {
  const marks = await readHiddenNames(copy)
  const workbook = withHeadingsForPeople(to, is1904)
  const further = new FurtherSheets(workbook, request, (sheet) => marks.titleOf(sheet) !== undefined)
  await further.writeExtras({ gathers: true })
  await further.writeSummary(locateInSheets(request.sheets))
  await further.writeCharts()
}

/** The results of a sheet, row by row; rows below its table have none. */
async function* fillRows(
  request: OutputRequest,
  sheet: string,
  { plan, columns, count }: { plan: EnrichmentPlan; columns: readonly ResultColumn[]; count: () => void },
): AsyncGenerator<readonly FilledRow[]> {
  const { sheets } = request
  const position = sheets.findIndex(({ name }) => name === sheet)
  const placed = plan.sheets.find((planned) => planned.sheet === sheet)
  const read = sheets[position]
  if (placed === undefined || read === undefined) return
  for await (const page of viewSheetRows(request, sheets, position)) {
    yield page
      .filter(({ rowNumber }) => rowNumber <= placed.lastRow)
      .map((view): FilledRow => {
        count()
        // A row without a submission keeps the value of its sheet.
        const isLeft = (name: string): boolean =>
          view.submission === undefined && Object.hasOwn(read.columns.fields, name)
        const cells = columns.map((column) => {
          if (isLeft(column.heading)) return undefined
          const cell = onOneLine(column.cell(view))
          return plan.is1904 ? countFrom1904(cell) : cell
        })
        return { row: view.rowNumber, cells }
      })
  }
}

/** Rows of the user's sheets grow as little as possible: sentences follow each other, with a mark after each. */
function onOneLine(cell: OutputCell): OutputCell {
  if (cell.t !== 's' || !cell.v.includes('\n')) return cell
  return { ...cell, v: cell.v.replace(/([.!?;:]?)\n+/g, (_, end: string) => `${end === '' ? ';' : end} `) }
}
