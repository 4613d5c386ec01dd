import type { RowWindow, ShownRow } from '../../protocol/protocol.ts'

export interface CellPosition {
  row: number
  column: number
}

/** Both ends included. */
export interface GridRange {
  from: CellPosition
  to: CellPosition
}

/** A new text for a cell. */
export interface CellText {
  sheet: number
  line: number
  column: number
  text: string
}

/** What happened to several cells; `outside`: cells that had no place in the sheet. */
export interface RangeEdit {
  kind: 'typed' | 'pasted' | 'cleared'
  cells: readonly CellText[]
  outside: number
}

export function spanRange(one: CellPosition, other: CellPosition): GridRange {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  }
}

export function isInRange({ from, to }: GridRange, row: number, column: number): boolean {
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column
}

/** The server gives so many rows at once. */
const windowRows = 400

export async function loadRows(
  load: (from: number, count: number) => Promise<RowWindow>,
  first: number,
  count: number,
): Promise<ShownRow[]> {
  const rows: ShownRow[] = []
  while (rows.length < count) {
    const loaded = await load(first + rows.length, Math.min(windowRows, count - rows.length))
    if (loaded.rows.length === 0) break
    rows.push(...loaded.rows)
  }
  return rows
}

export function cutCells(rows: readonly ShownRow[], { from, to }: GridRange): string[][] {
  return rows.map(({ cells }) => cells.slice(from.column, to.column + 1).map(({ text }) => text))
}

/** Puts a table at the start of a range; a single cell fills all of it. Pure. */
export function placeTable(
  table: readonly (readonly string[])[],
  rows: readonly ShownRow[],
  { from, to }: GridRange,
): Omit<RangeEdit, 'kind'> {
  const filled = Array.from({ length: to.column - from.column + 1 }, () => table[0]?.[0] ?? '')
  const texts = isSingleCell(table) ? rows.map(() => filled) : table
  const cells: CellText[] = []
  let outside = 0
  for (const [index, line] of texts.entries()) {
    const row = rows[index]
    for (const [offset, text] of line.entries()) {
      const column = from.column + offset
      if (row?.cells[column] === undefined) outside += 1
      else cells.push({ sheet: row.sheet, line: row.line, column, text })
    }
  }
  return { cells, outside }
}

export function isSingleCell(table: readonly (readonly string[])[]): boolean {
  return table.length === 1 && table[0]?.length === 1
}
