import { foldText } from '../../sheet/fold-text.ts'
import { listColumns } from '../rows/find-result-columns.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

/** A column of the output, with its index in each sheet. */
export interface MergedColumn {
  /** In the spelling of the first sheet with the column; may be empty. */
  heading: string
  /** Undefined for a column that is carried along. */
  field: string | undefined
  /** By position of the sheet; undefined where it lacks the column. */
  indexes: (number | undefined)[]
}

/** Columns with the same field or heading become one. They keep the order of the first sheet; further ones follow. */
export function mergeColumns(sheets: readonly SheetColumns[]): MergedColumn[] {
  const united = new Map<string, MergedColumn>()
  for (const [position, columns] of sheets.entries()) {
    const seen = new Map<string, number>()
    for (const { index, heading, field } of listColumns(columns)) {
      const name = field === undefined ? `heading ${foldText(heading)}` : `field ${field}`
      // The second column with one heading, or without one, is the second in every sheet.
      const ordinal = (seen.get(name) ?? 0) + 1
      seen.set(name, ordinal)
      const key = `${name} ${ordinal}`
      const column = united.get(key) ?? { heading, field, indexes: new Array<number | undefined>(sheets.length) }
      column.indexes[position] = index
      united.set(key, column)
    }
  }
  return [...united.values()]
}
