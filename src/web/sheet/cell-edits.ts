import type { EditedCheck, EditedRow } from '../../app/check/check-sheet.ts'
import type { Operation } from '../../pipeline/model/operation.ts'
import type { MergedColumn } from '../../pipeline/tables/results-sheet.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import { BatchError } from '../../support/errors.ts'
import type { EditRequest } from '../request-schemas.ts'
import { toFieldTitle } from '../user-messages.ts'

const maxEdits = 10_000

interface ShownSheet {
  check: EditedCheck | undefined
  columns: readonly MergedColumn[]
  operation: Pick<Operation, 'sheet'>
}

/** The edit of a cell, or those of a column's wrong cells by their texts. Pure. */
export function listEdits(shown: ShownSheet, request: EditRequest): CellEdit[] {
  const rows = shown.check?.rows ?? []
  if (request.kind === 'cell') {
    const row = rows.find(({ sheet, number }) => sheet === request.sheet && number === request.line)
    return row === undefined ? [] : toEdits(shown, row, request.column, request.text)
  }
  const { column, values } = request
  const meanings = new Map(values.map(({ written, text }) => [written, text]))
  const alike = listAlike(shown, column)
  return rows.flatMap((row) =>
    alike.flatMap((each) => {
      const at = shown.columns[each]?.indexes[row.sheet]
      const written = (at === undefined ? undefined : row.texts[at]) ?? ''
      // What an empty cell means is said of one column.
      const text = at === undefined || (written === '' && each !== column) ? undefined : meanings.get(written)
      const isSelected = text !== undefined && row.problems.some(({ problem }) => problem.column === at)
      return isSelected ? toEdits(shown, row, each, text) : []
    }),
  )
}

/** What a country is called means the same in each of these. */
export function listCountryFields({ sheet }: Pick<Operation, 'sheet'>): ReadonlySet<string> {
  return new Set(sheet.fields.flatMap(({ name, about }) => (about.isCountry === true ? [name] : [])))
}

function listAlike({ columns, operation }: ShownSheet, column: number): readonly number[] {
  const countries = listCountryFields(operation)
  if (!countries.has(columns[column]?.field ?? '')) return [column]
  return columns.flatMap(({ field }, index) => (countries.has(field ?? '') ? [index] : []))
}

/**
 * Writes the same values into several rows, by field. Pure.
 * @throws BatchError for a field without a column in the sheet
 */
export function listFillEdits(
  shown: ShownSheet,
  rows: readonly EditedRow[],
  values: Readonly<Record<string, string>>,
): CellEdit[] {
  return rows.flatMap((row) =>
    Object.entries(values).flatMap(([field, text]) => {
      const column = shown.columns.findIndex((each) => each.field === field && each.indexes[row.sheet] !== undefined)
      if (column >= 0) return toEdits(shown, row, column, text)
      if (text === '') return []
      throw new BatchError('input', `the sheet has no column for ${toFieldTitle(field)}`, {
        hint: 'Add one in the spreadsheet program, with that heading, and open the sheet again.',
      })
    }),
  )
}

function toEdits({ check, columns }: ShownSheet, row: EditedRow, column: number, text: string): CellEdit[] {
  const at = columns[column]?.indexes[row.sheet]
  const sheet = check?.sheets[row.sheet]?.name
  if (at === undefined || sheet === undefined || row.texts[at] === text) return []
  return [{ sheet, row: row.number, column: at, text }]
}

/** @throws BatchError `input` for more edits than a sheet can have here */
export function requireFewEdits(count: number): void {
  if (count <= maxEdits) return
  throw new BatchError('input', `more than ${maxEdits.toLocaleString('en')} cells would be corrected here`, {
    hint: 'Correct the sheet in the spreadsheet program, and open it again.',
  })
}
