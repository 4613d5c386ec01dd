import { trimText } from './fold-text.ts'

/**
 * One cell as its sheet shows it:
 * `s` text, `n` number, `b` Yes/No cell, `d` calendar date or date-time without a zone (`2026-03-01T00:00:00`, with
 * `.mmm` when there are milliseconds), `e` an error such as `#N/A`, `z` empty.
 * `isUncomputed` marks a formula that no program has calculated: it is not empty, but its value is unknown.
 * `f` is the number format unless it is "General"; it is carried to the output.
 */
export type Cell =
  | { t: 's'; v: string }
  | { t: 'n'; v: number; f?: string }
  | { t: 'b'; v: boolean }
  | { t: 'd'; v: string; f?: string }
  | { t: 'e'; v: string }
  | { t: 'z'; isUncomputed?: true }

export const emptyCell: Cell = { t: 'z' }
export const uncomputedCell: Cell = { t: 'z', isUncomputed: true }

/** Trailing empty cells may be missing. */
export interface SheetRow {
  /** 1-based row number as the spreadsheet program shows it. CSV: the record's number, blank lines counted. */
  number: number
  cells: readonly Cell[]
  /** Hidden by hand, by a filter or by an outline. */
  isHidden: boolean
  /** Cells covered by a merged range whose first cell has a value; missing when there are none. */
  covered?: readonly CoveredCells[]
  /** Cells in a table's row of totals; missing when there are none. */
  totals?: readonly Omit<CoveredCells, 'range'>[]
}

/** 0-based columns, both included; the merged range as `B3:B5`. */
export interface CoveredCells {
  from: number
  to: number
  range: string
}

export function mergedRangeOver(row: SheetRow, columnIndex: number): string | undefined {
  return row.covered?.find(({ from, to }) => columnIndex >= from && columnIndex <= to)?.range
}

export function isUncomputed(cell: Cell | undefined): boolean {
  return cell?.t === 'z' && cell.isUncomputed === true
}

export function isBlank(cell: Cell | undefined): boolean {
  if (cell === undefined || cell.t === 'z') return !isUncomputed(cell)
  return cell.t === 's' && trimText(cell.v) === ''
}

/** Number of cells up to the last one that is not empty. */
export function usedWidth(row: Pick<SheetRow, 'cells'>): number {
  return row.cells.findLastIndex((cell) => !isBlank(cell)) + 1
}

/** `columnName(0)` is `A`, `columnName(26)` is `AA`. */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

/** `cellAddress(7, 2)` is `C7`. */
export function cellAddress(rowNumber: number, columnIndex: number): string {
  return `${columnName(columnIndex)}${rowNumber}`
}
