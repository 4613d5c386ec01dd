import { emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { textCell } from '../rows/cells.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { cellColumns, frozenCells, lineOfCell } from '../tables/problems-sheet.ts'
import { tableColumn } from '../tables/sheet-names.ts'

/** Cells read otherwise than they are written, by a fix list or without invisible characters; the output carries their written value unchanged. */
export function planCorrections(hasSheets: boolean): OutputSheet {
  return {
    name: 'Corrections',
    hasAutoFilter: true,
    frozenColumns: frozenCells(hasSheets),
    columns: [...cellColumns(hasSheets), tableColumn('corrected', 30)],
  }
}

/** One line per corrected cell; the outcome says if the row was sent. */
export function listCorrections(
  view: RowView,
  sheets: readonly Pick<LoadedSheet, 'columns'>[],
  locate: RowLocation,
): OutputCell[][] {
  return view.corrections.map(({ field, column, meant }) => {
    const heading = sheets[view.sheet]?.columns.headings[column] ?? ''
    const value = shorten(displayCell(view.cells[column] ?? emptyCell))
    const written = { field, column, cell: view.addressOf(column), heading, value }
    return [...lineOfCell(view, locate, view.state, written), textCell(meant)]
  })
}
