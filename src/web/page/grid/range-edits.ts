import type { RowWindow } from '../../protocol/protocol.ts'
import { cutCells, type GridRange, isSingleCell, loadRows, placeTable, type RangeEdit } from './ranges.ts'
import { formatTable, parseTable } from './table-text.ts'

interface RangeAccess {
  range: GridRange
  /** Rows that are in the page. */
  loaded: RowWindow
  load(from: number, count: number): Promise<RowWindow>
  onEdit?: ((edit: RangeEdit) => void) | undefined
}

export async function copyRange(event: ClipboardEvent, { range, loaded, load }: RangeAccess): Promise<void> {
  event.preventDefault()
  const { from, to } = range
  const count = to.row - from.row + 1
  const rows = loaded.rows.slice(from.row - loaded.from, to.row + 1 - loaded.from)
  // Later the browser takes nothing by the event.
  if (rows.length === count) event.clipboardData?.setData('text/plain', formatTable(cutCells(rows, range)))
  else await navigator.clipboard.writeText(formatTable(cutCells(await loadRows(load, from.row, count), range)))
}

export function pasteRange(event: ClipboardEvent, access: RangeAccess): void {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (access.onEdit === undefined || text === '') return
  event.preventDefault()
  void writeRange('pasted', parseTable(text), access)
}

export async function clearRange(access: RangeAccess): Promise<void> {
  await writeRange('cleared', [['']], access)
}

async function writeRange(
  kind: RangeEdit['kind'],
  table: readonly (readonly string[])[],
  { range, load, onEdit }: RangeAccess,
): Promise<void> {
  const count = isSingleCell(table) ? range.to.row - range.from.row + 1 : table.length
  const placed = placeTable(table, await loadRows(load, range.from.row, count), range)
  if (placed.cells.length > 0) onEdit?.({ kind, ...placed })
}
