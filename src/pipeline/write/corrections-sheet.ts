import { emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import type { OutCell, OutSheet } from '../../sheet/writing/plan.ts'
import { textCell } from '../rows/cells.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import { jumpTo, type RowLocation } from '../tables/locate-row.ts'
import { nameSheet, sheetColumn } from '../tables/sheet-names.ts'

/** Every cell that the fix list gave another value than it holds; what it holds is carried to the output as it is. */
export function planCorrections(hasSheets: boolean): OutSheet {
  return {
    name: 'Corrections',
    hasAutoFilter: true,
    columns: [
      ...(hasSheets ? [sheetColumn] : []),
      { heading: 'row', width: 8 },
      { heading: 'result', width: 12 },
      { heading: 'outcome', width: 12 },
      { heading: 'cell', width: 8 },
      { heading: 'heading', width: 24 },
      { heading: 'field', width: 20 },
      { heading: 'value', width: 30 },
      { heading: 'corrected', width: 30 },
    ],
  }
}

/** One line per corrected cell of a row; the outcome says whether it was sent. */
export function listCorrections(
  view: RowView,
  sheets: readonly Pick<LoadedSheet, 'columns'>[],
  locate: RowLocation,
): OutCell[][] {
  return view.corrections.map(({ field, column, meant }) => [
    ...nameSheet(view),
    { t: 'n', v: view.rowNumber },
    jumpTo(locate(view, column)),
    textCell(view.state),
    textCell(view.addressOf(column)),
    textCell(sheets[view.sheet]?.columns.headings[column] ?? ''),
    textCell(field),
    textCell(shorten(displayCell(view.cells[column] ?? emptyCell))),
    textCell(meant),
  ])
}
