import { columnName } from '../../cell.ts'
import { limits } from '../../limits.ts'
import { type CellRange, formatRange, overlapsRows, parseRange } from '../../package/cell-range.ts'
import { partText } from '../../package/part-tree.ts'
import type { Relationship } from '../../package/relationships.ts'
import { refuseWorkbook, rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { escapeWorkbookText, escapeXml } from '../../package/xml-entities.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  contentOf,
  descendantsOf,
  parseXml,
  type XmlNode,
} from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { widenFilter } from '../copy/patch-tail.ts'

export interface ColumnOccupant {
  kind: 'cell' | 'formula' | keyof typeof obstacleNames
  /** For messages: `the drawing at F3:H20`. */
  what: string
}

interface Obstacle extends ColumnOccupant {
  range: CellRange
}

const obstacleNames = {
  mergedRange: 'merged range',
  sparkline: 'sparkline',
  table: 'table',
  drawing: 'drawing over',
  pivotTable: 'pivot table',
} as const

/** Assumed size of a drawing that has only a start cell. */
const drawingSize = { columns: 3, rows: 10 }

/** Objects over the cells of a sheet: merged ranges, drawings, pivot tables, other tables, sparklines. */
export async function findObstacles(
  archive: ZipArchive,
  links: readonly Relationship[],
  { tail, tables }: { tail: string; tables: readonly SheetTable[] },
): Promise<Obstacle[]> {
  const tree = parseXml(tail)
  const found: Obstacle[] = []
  const add = (kind: keyof typeof obstacleNames, range: CellRange | undefined): void => {
    if (range !== undefined) found.push({ kind, range, what: `the ${obstacleNames[kind]} ${formatRange(range)}` })
  }
  for (const merge of descendantsOf(tree, 'mergeCell')) add('mergedRange', parseRange(attributeOf(merge, 'ref')))
  for (const sparkline of descendantsOf(tree, 'sparkline')) {
    add('sparkline', parseRange(contentOf(tail, childOf(sparkline, 'sqref'))))
  }
  for (const { range } of tables) add('table', range)
  for (const { type, part } of links) {
    if (part === undefined || !archive.has(part)) continue
    if (type === 'drawing') for (const range of await drawingRanges(archive, part)) add('drawing', range)
    if (type === 'pivotTable') {
      const pivot = childOf(parseXml(await partText(archive, part)), 'pivotTableDefinition')
      add('pivotTable', parseRange(attributeOf(childOf(pivot, 'location'), 'ref')))
    }
  }
  return found
}

/** Obstacles beside the rows, by the columns after `lastColumn`. */
export function occupiedColumns(
  obstacles: readonly Obstacle[],
  rows: { headingRow: number; lastRow: number; lastColumn: number },
): Map<number, ColumnOccupant> {
  const occupied = new Map<number, ColumnOccupant>()
  for (const { kind, range, what } of obstacles) {
    if (!overlapsRows(range, rows.headingRow, rows.lastRow)) continue
    const right = Math.min(range.right, limits.columns - 1)
    for (let column = Math.max(range.left, rows.lastColumn + 1); column <= right; column += 1)
      occupied.set(column, { kind, what })
  }
  return occupied
}

async function drawingRanges(archive: ZipArchive, part: string): Promise<CellRange[]> {
  const text = await partText(archive, part)
  const drawing = childOf(parseXml(text), 'wsDr')
  const numberIn = (node: XmlNode | undefined, name: string): number => Number(contentOf(text, childOf(node, name)))
  return (drawing?.children ?? []).flatMap((anchor) => {
    const from = childOf(anchor, 'from')
    const to = childOf(anchor, 'to')
    if (from === undefined) return []
    const left = numberIn(from, 'col')
    const top = numberIn(from, 'row') + 1
    const right = to === undefined ? left + drawingSize.columns : numberIn(to, 'col')
    const bottom = to === undefined ? top + drawingSize.rows : numberIn(to, 'row') + 1
    return [{ top, left, bottom: Math.max(top, bottom), right: Math.max(left, right) }]
  })
}

export interface ColumnSpace {
  /** Last column of the headings, or of the table or filter over the rows. */
  lastColumn: number
  /** Column → content or object beside the rows, right of `lastColumn`. */
  occupied: ReadonlyMap<number, ColumnOccupant>
  /** An Excel table (ListObject): its columns must be adjacent. */
  isTable: boolean
}

/**
 * Chooses the first free columns right of the rows and of everything beside them. `hasGap`: a column between the rows
 * and the results is neither sorted nor filtered with the rows.
 * @throws UnsupportedWorkbookError when there is no room.
 */
export function allocateColumns(count: number, { lastColumn, occupied, isTable }: ColumnSpace) {
  const next = lastColumn + 1
  const obstacle = Array.from({ length: count }, (_, at) => occupied.get(next + at)).find(
    (found) => found !== undefined,
  )
  if (obstacle === undefined) return { start: requireSpace(next, count), hasGap: false }
  // Left outside the table, results would stay where they are while the table is sorted.
  if (isTable) refuseWorkbook(`${obstacle.what} is where its table would have to grow`)
  const start = Math.max(...occupied.keys()) + 1
  let hasGap = false
  for (let column = next; column < start; column += 1) {
    const occupant = occupied.get(column)
    // A sort or filter that includes a table's cells breaks that table.
    if (occupant?.kind === 'table' || occupant?.kind === 'pivotTable')
      refuseWorkbook(`${occupant.what} is right of the rows, where the results go`)
    hasGap ||= occupant?.kind !== 'cell'
  }
  return { start: requireSpace(start, count), hasGap }
}

function requireSpace(start: number, count: number): number {
  if (start + count > limits.columns)
    refuseWorkbook(`there is no room for ${count} columns from ${columnName(start)} on: a sheet has ${limits.columns}`)
  return start
}

/** An Excel table (ListObject). */
export interface SheetTable {
  part: string
  text: string
  node: XmlNode
  range: CellRange
}

export async function readTables(archive: ZipArchive, links: readonly Relationship[]): Promise<SheetTable[]> {
  const tables: SheetTable[] = []
  for (const { type, part } of links) {
    if (type !== 'table' || part === undefined) continue
    const text = await partText(archive, part)
    const node = rootOf(text, 'table')
    const range = parseRange(attributeOf(node, 'ref'))
    if (range === undefined) refuseWorkbook(`one of its tables (${part}) cannot be read`)
    tables.push({ part, text, node, range })
  }
  return tables
}

/**
 * Undefined when the rows are in no table.
 * @throws UnsupportedWorkbookError when a table contains only a part of the rows' cells: sorting it would separate
 * them.
 */
export function findEnclosingTable(
  tables: readonly SheetTable[],
  { headingRow, lastRow, lastHeading }: Record<'headingRow' | 'lastRow' | 'lastHeading', number>,
): SheetTable | undefined {
  const meeting = tables.filter(({ range }) => overlapsRows(range, headingRow, lastRow) && range.left <= lastHeading)
  const [home, second] = meeting
  if (home === undefined) return undefined
  const { range, node } = home
  const name = formatRange(range)
  if (second !== undefined)
    refuseWorkbook(`two tables are side by side in its rows (${name}, ${formatRange(second.range)})`)
  if (range.top !== headingRow || attributeOf(node, 'headerRowCount') === '0')
    refuseWorkbook(`the table ${name} in its rows does not begin with the row of headings, row ${headingRow}`)
  if (range.right < lastHeading) refuseWorkbook(`the table ${name} contains only a part of its columns`)
  if (attributeOf(node, 'tableType') === 'queryTable')
    refuseWorkbook(`the table ${name} gets its data from a query, which would overwrite the results`)
  if (lastRow > range.bottom - Number(attributeOf(node, 'totalsRowCount') ?? 0))
    refuseWorkbook(`row ${lastRow} is below its table ${name}, and only rows of the table get results`)
  return home
}

/** Adds columns on the right. Column names are compared without case, as spreadsheet programs do. */
export function growTable(table: SheetTable, headings: readonly string[], right: number): string {
  const { text, node, range } = table
  const list = childOf(node, 'tableColumns')
  if (list === undefined) refuseWorkbook(`the table ${formatRange(range)} names no columns`)
  const known = childrenOf(list, 'tableColumn')
  const names = new Set(known.map((column) => (attributeOf(column, 'name') ?? '').toLowerCase()))
  const double = headings.find((heading) => names.has(heading.toLowerCase()))
  if (double !== undefined) refuseWorkbook(`its table has a column that is headed like "${double}" but for its case`)
  const edits = new XmlEdits(text)
  edits.setAttribute(node, 'ref', formatRange({ ...range, right }))
  widenFilter(edits, childOf(node, 'autoFilter'), right)
  widenFilter(edits, childOf(node, 'sortState'), right)
  let id = Math.max(0, ...known.map((column) => Number(attributeOf(column, 'id') ?? 0)))
  const added = headings.map((heading) => {
    id += 1
    return `<tableColumn id="${id}" name="${escapeXml(escapeWorkbookText(heading))}"/>`
  })
  edits.setAttribute(list, 'count', known.length + headings.length)
  edits.append(list, added.join(''))
  return edits.apply()
}
