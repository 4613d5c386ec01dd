import { BatchError } from '../../support/errors.ts'
import type { SheetRow } from '../cell.ts'
import { type CellRange, parseRange } from '../package/cell-range.ts'
import { readTree } from '../package/part-tree.ts'
import { readRelationships } from '../package/relationships.ts'
import { attributeOf } from '../package/xml-tree.ts'
import type { ZipArchive } from '../package/zip-archive.ts'

/** Of the tables (ListObjects) of a worksheet: the rows that their parts say are totals, whatever stands in them. */
export async function readTotalsRows(archive: ZipArchive, sheetPart: string): Promise<CellRange[]> {
  // A sheet has a relationship for each of its links: without a table they are not read.
  if (!archive.names.some((name) => name.includes('table'))) return []
  try {
    const links = await readRelationships(archive, sheetPart)
    const ranges: CellRange[] = []
    for (const { type, part } of links) {
      if (type !== 'table' || part === undefined || !archive.has(part)) continue
      const table = await readTree(archive, part)
      const range = parseRange(attributeOf(table, 'ref'))
      const count = Number(attributeOf(table, 'totalsRowCount') ?? 0)
      if (range !== undefined && count > 0) ranges.push({ ...range, top: range.bottom - count + 1 })
    }
    return ranges
  } catch (error) {
    // Its cells are read all the same; a copy of it is not made.
    if (error instanceof BatchError && error.code === 'input') return []
    throw error
  }
}

export function markTotals(row: SheetRow, ranges: readonly CellRange[]): SheetRow {
  const totals = ranges.filter(({ top, bottom }) => row.number >= top && row.number <= bottom)
  return totals.length === 0 ? row : { ...row, totals: totals.map(({ left, right }) => ({ from: left, to: right })) }
}
