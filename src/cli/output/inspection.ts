import type { describeSheet } from '../../sheet/describe.ts'

/** What `inspect --json` prints. */
export interface Inspection extends Awaited<ReturnType<typeof describeSheet>> {
  headingRow: number | null
  columns: { heading: string; column: number; field: string | null }[]
  /** Fields that need a column and have none. */
  missing: string[]
}

/** What a person is told besides. */
export interface InspectionNotes {
  operation: string
  /** The first rows as they are seen. */
  rows: readonly (readonly string[])[]
  /** Why the headings do not fit, and what to do. */
  misfit: { message: string; hint: string } | undefined
  /** The sheets whose headings fit. */
  fitting: readonly string[]
}

/** What `inspect` says to a person. */
export function describeInspection(
  inspection: Inspection,
  { operation, rows, misfit, fitting }: InspectionNotes,
): string[] {
  const { file, kind, sheet, sheets, encoding, delimiter, headingRow, columns } = inspection
  const lines = [`${file}: ${kind === 'xlsx' ? 'a workbook (.xlsx)' : 'text with delimiters (CSV)'}`]
  if (kind === 'xlsx') lines.push(`sheet read: ${sheet}; sheets: ${sheets.join(', ')}`)
  else lines.push(`encoding: ${encoding}; delimiter: ${JSON.stringify(delimiter)}`)
  if (fitting.length > 1)
    lines.push(`sheets that fit ${operation}: ${fitting.join(', ')} (--sheet all reads them as one run)`)
  lines.push(headingRow === null ? 'no known headings in the first 20 rows' : `headings in row ${headingRow}:`)
  for (const { heading, field } of columns) lines.push(`  ${heading} → ${field ?? '(carried as it is)'}`)
  if (misfit === undefined) lines.push(`all columns that ${operation} needs are there`)
  else lines.push(`does not fit ${operation} yet: ${misfit.message}`, misfit.hint)
  lines.push(`first rows (${rows.length}):`)
  for (const row of rows) lines.push(`  ${row.join(' | ')}`)
  return lines
}
