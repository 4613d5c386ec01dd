import { parseStored } from '../../ledger/stored-json.ts'
import { type Cell, emptyCell, isUncomputed, type SheetRow, usedWidth } from '../../sheet/cell.ts'

/** Most cells are text or empty: a string, or nothing. Rows of earlier builds hold each cell as it is. */
export type StoredCell = Cell | string | null

/** The cells of a row as a ledger keeps them: JSON, without the empty ones at the end. */
export function storeCells(row: Pick<SheetRow, 'cells'>): string {
  return JSON.stringify(row.cells.slice(0, usedWidth(row)).map(storeCell))
}

function storeCell(cell: Cell): StoredCell {
  if (cell.t === 's') return cell.v
  return cell.t === 'z' && !isUncomputed(cell) ? null : cell
}

/** @throws BatchError `ledger` for what is no such JSON */
export function parseCells(json: string): readonly Cell[] {
  return restoreCells(parseStored<readonly StoredCell[]>(json, 'row'))
}

export function restoreCells(stored: readonly StoredCell[]): readonly Cell[] {
  return stored.map((cell) => (typeof cell === 'string' ? { t: 's', v: cell } : (cell ?? emptyCell)))
}
