import { foldText } from '../../sheet/fold-text.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'

/** A column of the output, and where each of the sheets has it. */
export interface MergedColumn {
  /** As the first sheet that has it writes it; empty where a column has none. */
  heading: string
  /** Undefined for a column that is carried along. */
  field: string | undefined
  /** By position of the sheet; undefined where it lacks the column. */
  indexes: (number | undefined)[]
}

/**
 * The columns of all sheets, each once: those that are read as the same field, and those with the same heading. They
 * stand in the order of the first sheet; what only a later one has comes behind.
 */
export function mergeColumns(sheets: readonly SheetColumns[]): MergedColumn[] {
  const united = new Map<string, MergedColumn>()
  for (const [position, { headings, fields }] of sheets.entries()) {
    const fieldAt = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
    const seen = new Map<string, number>()
    for (const [index, heading] of headings.entries()) {
      const field = fieldAt.get(index)
      const name = field === undefined ? `heading ${foldText(heading)}` : `field ${field}`
      // Of columns with one heading, or none, the second of a sheet is the second of another.
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
