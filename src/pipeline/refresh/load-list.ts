import type { LoadedRow, RowContent } from '../../ledger/port/loaded-row.ts'
import { find, message } from '../../messages/catalogue.ts'
import { cellAddress, emptyCell, isBlank, type SheetRow, usedWidth } from '../../sheet/cell.ts'
import { findHeadings } from '../../sheet/headings/find-headings.ts'
import { noHiddenNames, readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../model/operation.ts'
import type { RefreshRequest } from '../model/options.ts'
import type { SheetColumns } from '../rows/loaded-input.ts'
import { resultsName } from '../tables/results-sheet.ts'
import { firstRows } from '../tables/search-sheet.ts'

export interface IdentifierList {
  source: SheetSource
  headingRow: number
  /** 0-based index of the identifiers. */
  column: number
  columns: SheetColumns
}

/**
 * The named sheet, the results of an own workbook, or the only sheet with identifiers; undefined without one.
 * @throws BatchError `input` when several sheets fit and none was named.
 */
export async function findIdentifierList(
  opened: SheetSource,
  { fields, identifierField }: Operation['sheet'],
  { sheet, columns }: RefreshRequest['load'],
): Promise<IdentifierList | undefined> {
  const field = fields.find(({ name }) => name === identifierField)
  if (field === undefined) return undefined
  const { ours, filled } = opened.kind === 'csv' ? noHiddenNames : await readHiddenNames(opened.file)
  const wanted = [{ field: field.name, aliases: field.aliases, translations: field.translations, isRequired: true }]
  const fitting: IdentifierList[] = []
  for (const source of sheet === undefined ? visibleSheets(opened, ours) : [opened]) {
    const found = findHeadings(await firstRows(source), wanted, columns)
    if (found.kind !== 'found') continue
    const column = found.columns.find((heading) => heading.field === field.name)?.index
    if (column === undefined) continue
    const headings: string[] = []
    for (const { index, heading } of found.columns) headings[index] = heading
    const { delimiter } = source
    fitting.push({
      source,
      headingRow: found.rowNumber,
      column,
      columns: {
        headings: Array.from(headings, (heading = '') => heading),
        fields: { [field.name]: column },
        ...(delimiter === undefined ? {} : { delimiter }),
      },
    })
  }
  const [first] = fitting
  const inResults = fitting.filter(({ source }) => source.sheet === resultsName || filled.has(source.sheet))
  const results = inResults.length === 1 ? inResults[0] : undefined
  if (results !== undefined || fitting.length < 2) return results ?? first
  const names = fitting.map(({ source }) => `“${source.sheet}”`).join(', ')
  throw new BatchError('input', find('lists-several', { file: opened.file, names }))
}

/** Rows without an identifier are skipped. */
export async function* readIdentifierList({ source, headingRow, column }: IdentifierList): AsyncGenerator<LoadedRow> {
  for await (const row of source.rows()) {
    if (row.number <= headingRow || row.cells.every(isBlank)) continue
    yield {
      sheet: 0,
      rowNumber: row.number,
      isHidden: row.isHidden,
      cells: JSON.stringify(row.cells.slice(0, usedWidth(row))),
      warnings: undefined,
      orderKey: undefined,
      content: readIdentifier(row, column),
    }
  }
}

function readIdentifier(row: SheetRow, column: number): RowContent {
  const cell = row.cells[column] ?? emptyCell
  if (isBlank(cell)) {
    const reason = message('no-identifier')
    return { kind: 'held', state: 'skipped', detail: JSON.stringify({ reason }) }
  }
  const reading = readId(cell)
  if (reading.ok) return { kind: 'identified', identifier: reading.value, request: undefined }
  const { ok: _, ...found } = reading
  const at = { field: 'assessmentId', cell: cellAddress(row.number, column), column, heading: '' }
  const problems = [{ ...at, value: shorten(displayCell(cell)), ...found }]
  return { kind: 'held', state: 'invalid', detail: JSON.stringify({ problems }) }
}

function visibleSheets(source: SheetSource, ours: ReadonlySet<string>): SheetSource[] {
  if (source.kind === 'csv') return [source]
  const shown = source.sheets.filter(({ name, isVisible, isWorksheet }) => isVisible && isWorksheet && !ours.has(name))
  return shown.flatMap(({ name }) => (name === source.sheet ? [source] : (source.select(name) ?? [])))
}
