import type { Cell } from './cell.ts'
import { EmptySheetError, type SheetSource } from './source.ts'

/** A cell without its number format. */
export type BareCell = { t: 's' | 'd' | 'e'; v: string } | { t: 'n'; v: number } | { t: 'b'; v: boolean } | { t: 'z' }

export interface SheetDescription {
  file: string
  kind: 'xlsx' | 'csv'
  sheet: string
  sheets: string[]
  encoding: string | null
  delimiter: string | null
  rows: BareCell[][]
}

/** What a file is and its first rows, as read. A sound sheet without rows is described with none. */
export async function describeSheet(source: SheetSource, options: { rows: number | 'all' }): Promise<SheetDescription> {
  return {
    file: source.file,
    kind: source.kind,
    sheet: source.sheet,
    sheets: source.sheets.map((sheet) => sheet.name),
    encoding: source.encoding ?? null,
    delimiter: source.delimiter ?? null,
    rows: await firstRows(source, options.rows === 'all' ? Number.POSITIVE_INFINITY : options.rows),
  }
}

async function firstRows(source: SheetSource, count: number): Promise<BareCell[][]> {
  const rows: BareCell[][] = []
  if (count <= 0) return rows
  try {
    for await (const row of source.rows()) {
      rows.push(row.cells.map(withoutFormat))
      if (rows.length >= count) break
    }
  } catch (error) {
    if (!(error instanceof EmptySheetError)) throw error
  }
  return rows
}

function withoutFormat(cell: Cell): BareCell {
  switch (cell.t) {
    case 'z':
      return { t: 'z' }
    case 'n':
      return { t: 'n', v: cell.v }
    case 'b':
      return { t: 'b', v: cell.v }
    default:
      return { t: cell.t, v: cell.v }
  }
}
