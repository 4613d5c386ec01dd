import { type Cell, isUncomputed } from './cell.ts'
import type { SheetSource } from './source.ts'
import { displayCell } from './values/display.ts'

type UnformattedCell = { t: 's' | 'd' | 'e'; v: string } | { t: 'n'; v: number } | { t: 'b'; v: boolean } | { t: 'z' }

export interface SheetDescription {
  file: string
  kind: 'xlsx' | 'csv'
  sheet: string
  sheets: string[]
  encoding: string | null
  delimiter: string | null
  rows: UnformattedCell[][]
}

export async function describeSheet(source: SheetSource, options: { rows: number | 'all' }): Promise<SheetDescription> {
  return {
    file: source.file,
    kind: source.kind,
    sheet: source.sheet,
    sheets: source.sheets.map((sheet) => sheet.name),
    encoding: source.encoding ?? null,
    delimiter: source.delimiter ?? null,
    rows: await readFirstRows(source, options.rows, withoutFormat),
  }
}

/** The first rows as displayed: 000400 when the format shows it. */
export function showRows(source: SheetSource, options: { rows: number | 'all' }): Promise<string[][]> {
  return readFirstRows(source, options.rows, (cell) => (isUncomputed(cell) ? '(not calculated)' : displayCell(cell)))
}

async function readFirstRows<T>(source: SheetSource, most: number | 'all', show: (cell: Cell) => T): Promise<T[][]> {
  const rows: T[][] = []
  const count = most === 'all' ? Number.POSITIVE_INFINITY : most
  if (count <= 0) return rows
  for await (const row of source.rows()) {
    rows.push(row.cells.map(show))
    if (rows.length >= count) break
  }
  return rows
}

function withoutFormat(cell: Cell): UnformattedCell {
  if (cell.t === 'z') return { t: 'z' }
  const { f: _, ...plain } = { f: undefined, ...cell }
  return plain
}
