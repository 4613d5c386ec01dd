import type { BareCell, describeSheet } from '../../sheet/describe.ts'

/** What `inspect --json` prints. */
export interface Inspection extends Awaited<ReturnType<typeof describeSheet>> {
  headingRow: number | null
  columns: { heading: string; column: number; field: string | null }[]
}

/** What `inspect` says to a person. */
export function describeInspection(inspection: Inspection): string[] {
  const { file, kind, sheet, sheets, encoding, delimiter, headingRow, columns, rows } = inspection
  const lines = [`${file}: ${kind === 'xlsx' ? 'a workbook (.xlsx)' : 'text with delimiters (CSV)'}`]
  if (kind === 'xlsx') lines.push(`sheet read: ${sheet}; sheets: ${sheets.join(', ')}`)
  else lines.push(`encoding: ${encoding}; delimiter: ${JSON.stringify(delimiter)}`)
  lines.push(headingRow === null ? 'no known headings in the first 20 rows' : `headings in row ${headingRow}:`)
  for (const { heading, field } of columns) lines.push(`  ${heading} → ${field ?? '(carried as it is)'}`)
  lines.push(`first rows (${rows.length}):`)
  for (const row of rows) lines.push(`  ${row.map(show).join(' | ')}`)
  return lines
}

function show(cell: BareCell): string {
  return cell.t === 'z' ? '' : String(cell.v)
}
