import { cellAddress, emptyCell } from '../../sheet/cell.ts'
import type { OutputCell, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'

export type RowLocation = (view: RowView, column?: number) => { sheet: string; row: number; cell: string } | undefined

/** In own tables, which have all rows in order. */
export function locateInTables(written: readonly WrittenSheet[]): RowLocation {
  return ({ seq }) => {
    let rest = seq
    for (const { name, rows, hasHeadings } of written) {
      const row = rest + (hasHeadings ? 2 : 1)
      if (rest < rows) return { sheet: name, row, cell: `A${row}` }
      rest -= rows
    }
    return undefined
  }
}

/** In the sheets that were read, where cells keep their addresses. */
export function locateInSheets(sheets: readonly Pick<LoadedSheet, 'name'>[]): RowLocation {
  return ({ sheet: position, rowNumber: row }, column = 0) => {
    const sheet = sheets[position]?.name
    return sheet === undefined ? undefined : { sheet, row, cell: cellAddress(row, column) }
  }
}

export function linkToRow(at: ReturnType<RowLocation>): OutputCell {
  return at === undefined ? emptyCell : { t: 'jump', v: `${at.sheet} ${at.row}`, sheet: at.sheet, cell: at.cell }
}
