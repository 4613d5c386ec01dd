import { tableTitles } from '../../messages/table-titles.ts'
import { isBlank } from '../../sheet/cell.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { textCell } from '../rows/cells.ts'
import type { RowView } from '../rows/row-view.ts'
import type { ChosenSheet } from './search-sheet.ts'

/** A column of a sheet about rows: workbooks have its heading for people, CSV files its name. */
export function tableColumn(heading: string, width: number, more: Partial<OutputColumn> = {}): OutputColumn {
  const title = tableTitles[heading]
  return { heading, width, ...(title === undefined ? {} : { title }), ...more }
}

/** Narrow enough for the sheets about rows to be printed on one page across. */
const subjectWidths: Readonly<Record<string, number>> = { destination: 16, email: 24 }

/** The columns that tell which request it is. */
export function subjectColumns(fields: readonly string[]): OutputColumn[] {
  return fields.map((heading) => tableColumn(heading, subjectWidths[heading] ?? 12, { isWrapped: true }))
}

export const sheetColumn = tableColumn('sheet', 16)

export function nameSheet({ sheetName }: RowView): OutputCell[] {
  return sheetName === undefined ? [] : [textCell(sheetName)]
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
