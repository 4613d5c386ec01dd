import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import type { ResultColumn } from '../model/operation.ts'
import { findResultColumns } from '../rows/find-result-columns.ts'
import type { TableRange } from '../rows/loaded-input.ts'

/** Totals and notes belong to the table only where rows follow them. */
export class TableRangeTracker {
  readonly #heading: Pick<TableRange, 'headingRow' | 'refilled'>
  #lastRow: number
  #passed = 0
  #rows = 0

  constructor(headingRow: number, refilled: TableRange['refilled']) {
    this.#heading = { headingRow, refilled }
    this.#lastRow = headingRow
  }

  addRow(rowNumber: number, isStray: boolean): void {
    this.#passed += 1
    if (isStray) return
    this.#lastRow = rowNumber
    this.#rows = this.#passed
  }

  get range(): TableRange {
    return { ...this.#heading, lastRow: this.#lastRow, rows: this.#rows }
  }
}

/** Columns that result columns replace: those read as their field, or headed like them by an earlier run. */
export function findRefilled(
  columns: readonly HeadingColumn[],
  resultColumns: readonly Pick<ResultColumn, 'heading'>[],
): TableRange['refilled'] {
  return findResultColumns(
    columns,
    resultColumns.map(({ heading }) => heading),
  )
}
