import { type CellRange, formatRange, parseRange } from '../../package/cell-range.ts'
import { partText } from '../../package/part-tree.ts'
import type { Relationship } from '../../package/relationships.ts'
import { refuseWorkbook, rootOf, XmlEdits } from '../../package/xml-edits.ts'
import { escapeWorkbookText, escapeXml } from '../../package/xml-entities.ts'
import { attributeOf, childOf, childrenOf, type XmlNode } from '../../package/xml-tree.ts'
import type { ZipArchive } from '../../package/zip-archive.ts'
import { widenFilter } from '../copy/patch-tail.ts'

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
  { headingRow, lastRow, lastHeading }: { headingRow: number; lastRow: number; lastHeading: number },
): SheetTable | undefined {
  const meeting = tables.filter(
    ({ range }) => range.bottom >= headingRow && range.top <= lastRow && range.left <= lastHeading,
  )
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
