import { emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import type { Table } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import type { RowLocation } from '../tables/locate-row.ts'
import { type CellLine, cellColumns, frozenCells } from '../tables/problems-sheet.ts'
import { tableColumn } from '../tables/sheet-names.ts'

interface Correction extends CellLine {
  meant: string
}

/** Cells read otherwise than they are written, by a fix list or without invisible characters; the output carries their written value unchanged. */
export function correctionsTable(hasSheets: boolean, locate: RowLocation): Table<Correction> {
  return {
    name: 'Corrections',
    hasAutoFilter: true,
    frozenColumns: frozenCells(hasSheets),
    columns: [...cellColumns(hasSheets, locate), tableColumn('corrected', 30, ({ meant }) => meant)],
  }
}

/** The outcome says if the row was sent. */
export function listCorrections(view: RowView, sheets: readonly Pick<LoadedSheet, 'columns'>[]): Correction[] {
  return view.corrections.map(({ field, column, meant }) => {
    const heading = sheets[view.sheet]?.columns.headings[column] ?? ''
    const value = shorten(displayCell(view.cells[column] ?? emptyCell))
    return {
      view,
      outcome: view.state,
      problem: { field, column, cell: view.addressOf(column), heading, value },
      meant,
    }
  })
}
