import type { JsonFields } from '../../contract/outcome.ts'
import { tableTitles } from '../../messages/result-titles.ts'
import { labelState } from '../../messages/states.ts'
import { type Cell, isBlank } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import type { OutputCell, OutputColumn, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import { requestCell, valueCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import type { ChosenSheet } from './search-sheet.ts'

/** Marks an example row of a template, in the column of the row's subject. */
export const exampleMarker = 'EXAMPLE – delete this row'

/** Longer than the mark: people leave text around it. */
const longestMark = 200
const foldedMark = foldText(exampleMarker)

export function isExampleMarker(cell: Cell | undefined): boolean {
  return cell?.t === 's' && cell.v.length <= longestMark && foldText(cell.v) === foldedMark
}

/** A column of a sheet about rows: workbooks have its heading for people, CSV files its name. */
export function tableColumn<Source>(
  heading: string,
  width: number,
  value: (source: Source) => OutputCell | string | number | undefined,
  more: Partial<OutputColumn> = {},
): TableColumn<Source> {
  const title = tableTitles[heading]
  const word = heading === 'outcome' && { word: labelState }
  return { heading, width, ...(title && { title }), ...word, ...more, cell: (source) => valueCell(value(source)) }
}

/** Narrow enough for the sheets about rows to be printed on one page across. */
const subjectWidths: Readonly<Record<string, number>> = { destination: 16, email: 24 }

/** The columns that tell which request it is. */
export function subjectColumns<Source>(
  fields: readonly string[],
  requestOf: (source: Source) => JsonFields,
): TableColumn<Source>[] {
  return fields.map((field) =>
    tableColumn(field, subjectWidths[field] ?? 12, (source) => requestCell(requestOf(source)[field]), {
      isWrapped: true,
    }),
  )
}

/** With the sheet of the row where a run has read more than one. */
export function placeColumns<Source extends { view: RowView }>(hasSheets: boolean): TableColumn<Source>[] {
  const sheet = tableColumn<Source>('sheet', 16, ({ view }) => view.sheetName)
  return [...(hasSheets ? [sheet] : []), tableColumn('row', 8, ({ view }) => view.rowNumber)]
}

/** Enough to recognise a sheet; counting more takes time. */
const mostCounted = 20_000

/** True for the table and its continuations, such as `Results (2)`. */
export function isPartOf(table: string, sheet: string): boolean {
  return sheet === table || (sheet.startsWith(`${table} (`) && /^ \(\d+\)$/.test(sheet.slice(table.length)))
}

/** In the form that `--sheet` takes. */
export function quoteSheet(name: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(name) ? name : `"${name}"`
}

/** `EMEA (12 rows), AMER (1 row)`. */
export async function listFitting(sheets: readonly ChosenSheet[]): Promise<string> {
  const parts: string[] = []
  for (const sheet of sheets) {
    const rows = await countRows(sheet)
    const shown = rows > mostCounted ? `more than ${mostCounted.toLocaleString('en')}` : rows.toLocaleString('en')
    parts.push(`${quoteSheet(sheet.source.sheet)} (${shown} ${rows === 1 ? 'row' : 'rows'})`)
  }
  return parts.join(', ')
}

async function countRows({ source, headings }: ChosenSheet): Promise<number> {
  let rows = 0
  for await (const { number, cells } of source.rows()) {
    if (number <= headings.rowNumber || cells.every(isBlank)) continue
    rows += 1
    if (rows > mostCounted) break
  }
  return rows
}
