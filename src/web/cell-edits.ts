import type { EditedCheck, EditedRow } from '../app/check-edited.ts'
import type { UnitedColumn } from '../pipeline/tables/united-columns.ts'
import type { CellEdit } from '../sheet/edited-source.ts'
import { BatchError } from '../support/errors.ts'
import type { FieldState } from './protocol.ts'
import type { EditWish } from './wishes.ts'

/** A sheet as the page shows it. */
export interface ShownCells {
  check: EditedCheck | undefined
  columns: readonly UnitedColumn[]
  fields: readonly FieldState[]
}

/** What a wish changes: one cell, or those of a column that are wrong and hold the same. Pure. */
export function listEdits(shown: ShownCells, wish: EditWish): CellEdit[] {
  const rows = shown.check?.rows ?? []
  if (wish.kind === 'cell') {
    const row = rows.find((each) => each.sheet === wish.sheet && each.number === wish.line)
    return row === undefined ? [] : editOf(shown, row, wish.column, wish.text)
  }
  const { column, written, text } = wish
  return rows.flatMap((row) => {
    const at = shown.columns[column]?.indexes[row.sheet]
    const isMeant =
      at !== undefined && row.texts[at] === written && row.problems.some(({ problem }) => problem.column === at)
    return isMeant ? editOf(shown, row, column, text) : []
  })
}

/** The same in several rows, by field. Pure. @throws BatchError for a field that their sheet has no column for. */
export function listFilled(
  shown: ShownCells,
  rows: readonly EditedRow[],
  values: Readonly<Record<string, string>>,
): CellEdit[] {
  return rows.flatMap((row) =>
    Object.entries(values).flatMap(([field, text]) => {
      const column = shown.columns.findIndex((each) => each.field === field && each.indexes[row.sheet] !== undefined)
      if (column >= 0) return editOf(shown, row, column, text)
      if (text === '') return []
      const title = shown.fields.find(({ name }) => name === field)?.title ?? field
      throw new BatchError('input', `the sheet has no column for ${title}`, {
        hint: 'Add one in the spreadsheet program, with that heading, and open the sheet again.',
      })
    }),
  )
}

function editOf({ check, columns }: ShownCells, row: EditedRow, column: number, text: string): CellEdit[] {
  const at = columns[column]?.indexes[row.sheet]
  const sheet = check?.sheets[row.sheet]?.name
  if (at === undefined || sheet === undefined || row.texts[at] === text) return []
  return [{ sheet, row: row.number, column: at, text }]
}
