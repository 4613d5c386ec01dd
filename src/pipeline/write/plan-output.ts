import { extname } from 'node:path'
import type { Target } from '../../ledger/port/targets.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { ownTitle } from '../../messages/result-titles.ts'
import type { FilledRow } from '../../sheet/enriching/copy/patch-rows.ts'
import type { EnrichmentResult } from '../../sheet/enriching/copy/write-enriched.ts'
import type { EnrichmentColumn, EnrichmentPlan, SheetEnrichmentRequest } from '../../sheet/enriching/enrichment-plan.ts'
import { describeColumnSpans, planEnriching } from '../../sheet/enriching/plan/plan-enriching.ts'
import { limits } from '../../sheet/limits.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, SheetCollection } from '../../sheet/writing/workbook-writer.ts'
import type { Logger } from '../../support/logger.ts'
import { isCsv } from '../earlier-output/output-names.ts'
import type { Operation, ResultColumn } from '../model/operation.ts'
import type { RunRequest } from '../model/options.ts'
import { isSimulated } from '../model/run.ts'
import type { LoadedInput, LoadedSheet, TableRange } from '../rows/loaded-input.ts'
import { viewSheetRows } from '../rows/row-view.ts'
import { chartsName } from '../tables/charts-sheet.ts'
import { locateInSheets } from '../tables/locate-row.ts'
import { widthOfHeading } from '../tables/results-sheet.ts'
import { type CopyPlan, type NewWorkbookPlan, planCopy, writeCopy } from '../tables/write-copy.ts'
import { countFrom1904, inWords, withHeadingsForPeople } from '../tables/write-tables.ts'
import { createProgressCounter, FurtherSheets, type OutputRequest, stampOf, surveyRows } from './write-output.ts'

/** With every result column, where it is a copy. */
export type OutputPlan = CopyPlan | NewWorkbookPlan

export const newWorkbook: OutputPlan = { kind: 'new-workbook', reason: undefined }

/** A copy of the input is possible and wanted. */
export function wantsWorkbookCopy({ output, newWorkbook }: Pick<RunRequest, 'output' | 'newWorkbook'>): boolean {
  return newWorkbook !== true && extname(output).toLowerCase() !== '.csv'
}

/** Only reads the workbook, before anything is sent. Any obstacle to a copy leads to a new workbook. */
export async function planOutput(
  operation: Pick<Operation, 'name' | 'output'>,
  { sheets, copy }: Pick<LoadedInput, 'sheets' | 'copy'>,
  options: Pick<RunRequest, 'input' | 'output' | 'newWorkbook'>,
  target: Target | undefined,
): Promise<OutputPlan> {
  if (!wantsWorkbookCopy(options) || sheets.some(({ table }) => table === undefined)) return newWorkbook
  const file = copy ?? options.input
  const requests = sheets.flatMap((sheet) => requestOf(sheet, operation))
  if (requests.length === 0) return { kind: 'new-workbook', reason: 'it has no row that gets a result' }
  const stamp = stampOf({ isSimulated: target !== undefined && isSimulated(target) })
  return planCopy({ file, stamp, sheets: requests }, options.input)
}

/**
 * The plan for columns that have something to show, once the rows are known. `used`: one per result column, in the width
 * that it needs; undefined for one that is left out. Fewer columns meet fewer obstacles.
 */
export async function narrowPlan(
  { enriching, request }: CopyPlan,
  used: readonly (ResultColumn | undefined)[],
): Promise<EnrichmentPlan> {
  const sheets = request.sheets.map((sheet) => ({
    ...sheet,
    columns: sheet.columns.flatMap((column, at) => {
      const wanted = used[at]
      if (wanted === undefined) return []
      const ownWidths = [column.width, widthOfHeading(column.heading)]
      return [{ ...column, width: wanted.width ?? usualWidth, ownWidths }]
    }),
  }))
  const narrowed = await planEnriching({ ...request, sheets })
  return narrowed.kind === 'safe' ? narrowed : enriching
}

/** Before anything is sent: the place of the results, and what a person must know of it. */
export function announceOutput(
  plan: OutputPlan,
  { input, output, sheets }: { input: string; output: string; sheets: readonly LoadedSheet[] },
  { columns }: Operation['output'],
  logger: Logger,
): void {
  if (plan.kind === 'new-workbook') {
    if (plan.reason !== undefined) {
      logger.warn(`the results go into a new workbook, not into a copy of ${input}: ${plan.reason}`)
    }
    const theirs = sheets.map((sheet) => sheet.columns.headings.filter((heading) => heading !== '').length)
    if (!isCsv(output) && Math.max(...theirs) + columns.length > limits.columns) {
      logger.warn(
        `the new workbook has no room for all columns of ${input}: it leaves empty ones out, then the last ones that are not read`,
      )
    }
    return
  }
  for (const { sheet, linked } of plan.enriching.sheets) {
    if (linked !== undefined) logNote(logger, 'warn', find('rows-linked', { sheet, ...linked }))
  }
  const { sheets: placed, remarks } = plan.enriching
  logger.info(`the results go into a copy of ${input}: within ${describeColumnSpans(placed)}`)
  for (const remark of remarks) logger.info(remark)
}

/** Empty for a sheet without rows. */
function requestOf(
  { name, columns, table }: LoadedSheet,
  { name: operation, output }: Pick<Operation, 'name' | 'output'>,
): SheetEnrichmentRequest[] {
  if (table === undefined || table.rows === 0) return []
  const { headingRow, lastRow } = table
  const taken = new Set(columns.headings.map((heading) => heading.trim().toLowerCase()))
  const wanted = output.columns.map((column) => toColumn(column, table, { taken, operation }))
  const headings = columns.headings.map((heading) => heading || undefined)
  return [{ sheet: name, headingRow, lastRow, headings, read: Object.values(columns.fields), columns: wanted }]
}

const usualWidth = 16

/** A heading that the customer has too is replaced by another: a table's headings are unique. */
function toColumn(
  column: ResultColumn,
  { refilled }: TableRange,
  { taken, operation }: { taken: ReadonlySet<string>; operation: string },
): EnrichmentColumn {
  const { heading, title = heading, width = usualWidth, format } = column
  const { hasColourScale = false, isFolded = false, isWrapped = false } = column
  const at = refilled.get(heading)
  const own = ownTitle(operation, heading)
  const free = [title, heading, own].find((name) => !taken.has(name.toLowerCase())) ?? `${own} (2)`
  const shown = at === undefined ? free : title
  const looks = { width, isFolded, hasColourScale, isWrapped, ...(format !== undefined && { format }) }
  return { heading: shown, ...looks, ...(at !== undefined && { at }) }
}

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

/** Empty sheets only replace an earlier one. The sheets with a line per row come first: they gather the figures. */
async function writeOwnSheets(to: SheetCollection, request: OutputRequest, { file: copy, is1904 }: EnrichmentPlan) {
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
          const cell = onOneLine(inWords(column.cell(view), column))
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
