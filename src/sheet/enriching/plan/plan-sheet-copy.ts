import { columnName } from '../../cell.ts'
import { type CellRange, formatRange, overlapsRows, parseRange } from '../../package/cell-range.ts'
import { sayUtf8 } from '../../package/part-tree.ts'
import { readRelationships } from '../../package/relationships.ts'
import { refuseWorkbook } from '../../package/xml-edits.ts'
import { attributeOf, childOf, parseXml } from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { isFitToWidth, patchHead } from '../copy/patch-head.ts'
import type { PlannedColumn, SheetEnrichment, SheetEnrichmentRequest } from '../enrichment-plan.ts'
import { scanWorksheet } from './inspect-rows.ts'
import {
  allocateColumns,
  findEnclosingTable,
  findObstacles,
  growTable,
  occupiedColumns,
  readTables,
} from './obstacles.ts'

interface SheetPlanContext extends Pick<SheetEnrichment, 'part' | 'position' | 'stamp' | 'isTypedOver'> {
  printArea: string | undefined
  names: ReadonlyMap<string, string>
}

interface SheetPlanResult {
  sheet: SheetEnrichment
  /** Each follows the names of the sheets that have it. */
  remarks: readonly string[]
  replacesFormula: boolean
}

/** As many results are printed where the customer's columns are. */
const leadingColumns = 5
const none: ReadonlySet<never> = new Set()
const noRows = { headingRow: 0, lastRow: 0, lastColumn: -1, refilled: none, read: none, tables: none }

/**
 * Without columns, cells are only highlighted.
 * @throws UnsupportedWorkbookError when the sheet must not be changed.
 */
export async function planSheetCopy(
  archive: ZipArchive,
  request: SheetEnrichmentRequest,
  context: SheetPlanContext,
): Promise<SheetPlanResult> {
  if (request.columns.length > 0) return await planSheetColumns(archive, request, context)
  const { sheet, headingRow, lastRow, marks: highlights = [] } = request
  const { part, position } = context
  const { head, tail } = await scanWorksheet(archive, part, { ...noRows, sheet, names: context.names })
  const place = { sheet, position, part, headingRow, lastRow, head, tail }
  const unchanged = { filter: undefined, table: undefined, printArea: undefined, linked: undefined, stamp: undefined }
  const planned = { ...place, ...unchanged, isTypedOver: false, columns: [], highlights, headingStyle: '0' }
  return { sheet: planned, remarks: [], replacesFormula: false }
}

async function planSheetColumns(
  archive: ZipArchive,
  request: SheetEnrichmentRequest,
  context: SheetPlanContext,
): Promise<SheetPlanResult> {
  const { headingRow, lastRow, sheet } = request
  const links = await readRelationships(archive, context.part)
  if (links.some(({ type }) => type === 'queryTable'))
    refuseWorkbook(`its sheet "${sheet}" gets its data from a query, which would overwrite the results`)
  const tables = await readTables(archive, links)
  const lastHeading = request.headings.findLastIndex(hasHeading)
  const enclosing = findEnclosingTable(tables, { headingRow, lastRow, lastHeading })
  const found = findColumns(request)
  const refilled = new Set(found.values())
  const lastOfTable = Math.max(lastHeading, enclosing?.range.right ?? -1)
  const read = new Set(request.read)
  const named = new Set(tables.map(({ node }) => (attributeOf(node, 'displayName') ?? '').toLowerCase()))
  const { names } = context
  const bounds = { sheet, headingRow, lastRow, lastColumn: lastOfTable, refilled, read, tables: named, names }
  const { head, tail, rows } = await scanWorksheet(archive, context.part, bounds)
  if (rows.lastRow < lastRow) refuseWorkbook(`its sheet "${sheet}" ends before row ${lastRow}`)

  const filter = filterOver(tail, headingRow, lastRow)
  const lastColumn = Math.max(lastOfTable, filter?.right ?? -1)
  const obstacles = await findObstacles(archive, links, { tail, tables: tables.filter((table) => table !== enclosing) })
  const occupied = new Map([...occupiedColumns(obstacles, { headingRow, lastRow, lastColumn }), ...rows.occupied])
  const fresh = request.columns.filter(({ heading }) => !found.has(heading))
  const space = { lastColumn, occupied, isTable: enclosing !== undefined }
  const { start, hasGap } = fresh.length === 0 ? { start: 0, hasGap: false } : allocateColumns(fresh.length, space)
  const columns = request.columns.map((column): PlannedColumn => {
    const index = found.get(column.heading)
    return { ...column, index: index ?? start + fresh.indexOf(column), isNew: index === undefined }
  })

  const right = Math.max(...columns.map(({ index }) => index))
  const freshHeadings = fresh.map(({ heading }) => heading)
  const left = Math.max(0, request.headings.findIndex(hasHeading))
  const tableRange = { top: headingRow, left, bottom: lastRow, right: lastHeading }
  const printed = fresh.length === 0 ? undefined : readPrinted(context.printArea)
  const isShrunk = fresh.length > 0 && context.printArea === undefined && isFitToWidth(head, tail)
  const all = isShrunk ? { top: 1, left: 0, bottom: rows.lastRow, right: lastColumn } : undefined
  const leading = columns.slice(0, leadingColumns).flatMap(({ index, isNew }) => (isNew ? index : []))
  const [first] = rows.linked.rows
  const plan: SheetEnrichment = {
    ...{ ...context, sheet, headingRow, lastRow, columns, tail, highlights: [], headingStyle: rows.headingStyle },
    head: sayUtf8(patchHead(head, { columns, headingRow, lastRow })),
    // Sorting moves only cells within the filter: it must include the result columns and all columns before them.
    filter: context.isTypedOver ? undefined : widened(filter ?? (hasGap ? tableRange : undefined), right),
    table:
      enclosing === undefined || fresh.length === 0
        ? undefined
        : { part: enclosing.part, text: growTable(enclosing, freshHeadings, right) },
    linked: first === undefined ? undefined : { rows: rows.linked.rows.size, first },
    printArea: widened(printed ?? all, Math.max(-1, ...leading)),
  }
  const remarks = remarksOn(plan)
  if (fresh.length > 0 && context.printArea !== undefined && printed === undefined) {
    remarks.push('the results are outside the print area, and not printed.')
  }
  return { sheet: plan, remarks, replacesFormula: rows.replacesFormula }
}

function hasHeading(heading: string | undefined): boolean {
  return (heading ?? '') !== ''
}

/** Undefined for several areas, and for a name that is a formula. */
function readPrinted(reference: string | undefined): CellRange | undefined {
  const match = /^(?:'(?:[^']|'')+'|[^'!,]+)!([$A-Z\d]+(?::[$A-Z\d]+)?)$/i.exec(reference ?? '')
  return parseRange(match?.[1]?.replaceAll('$', ''))
}

/** Undefined for a range that goes as far already. */
function widened(range: CellRange | undefined, right: number): CellRange | undefined {
  return range === undefined || range.right >= right ? undefined : { ...range, right }
}

/** Existing result columns: by index when the request names one, else by heading. */
function findColumns({ headings, columns }: SheetEnrichmentRequest): Map<string, number> {
  const found = new Map<string, number>()
  for (const { heading, at } of columns) {
    const index = at ?? headings.findIndex((known) => known?.trim() === heading)
    if (index >= 0) found.set(heading, index)
  }
  return found
}

function filterOver(tail: string, headingRow: number, lastRow: number): CellRange | undefined {
  const range = parseRange(attributeOf(childOf(parseXml(tail), 'autoFilter'), 'ref'))
  return range !== undefined && overlapsRows(range, headingRow, lastRow) ? range : undefined
}

function remarksOn({ tail, printArea, filter }: SheetEnrichment): string[] {
  const parts = parseXml(tail).children
  const isFiltered = parts.some(({ name }) => name === 'autoFilter')
  const isProtected = parts.some(({ name }) => name === 'sheetProtection')
  return [
    filter === undefined || isFiltered
      ? []
      : `a filter over ${formatRange(filter)} is added, so that sorting by it keeps each result with its row.`,
    isProtected ? 'the sheet is protected: the results are locked like the other cells.' : [],
    printArea === undefined
      ? []
      : `the print area goes up to column ${columnName(printArea.right)}, with the first results.`,
  ].flat()
}
