import type { SheetInspection } from '../../app/check/inspect-sheet.ts'
import { wordMessage } from '../../messages/catalogue.ts'
import { terminalFace } from './terminal-face.ts'

export function describeInspection(
  operation: string,
  { inspection, shown, misfit, fitting, near }: SheetInspection,
): string[] {
  const { file, kind, sheet, sheets, encoding, delimiter, headingRow, columns } = inspection
  const lines = [`${file}: ${kind === 'xlsx' ? 'a workbook (.xlsx)' : 'text with delimiters (CSV)'}`]
  if (kind === 'xlsx') lines.push(`sheet read: ${sheet}; sheets: ${sheets.join(', ')}`)
  else lines.push(`encoding: ${encoding}; delimiter: ${JSON.stringify(delimiter)}`)
  if (fitting.length > 1)
    lines.push(`sheets that fit ${operation}: ${fitting.join(', ')} (--sheet all reads them as one run)`)
  for (const { sheet: other, missing } of near) {
    lines.push(
      `sheet ${other} has most of the columns too${missing.length === 0 ? '' : `; missing: ${missing.join(', ')}`}`,
    )
  }
  lines.push(headingRow === null ? 'no known headings in the first 20 rows' : `headings in row ${headingRow}:`)
  for (const { heading, field } of columns) lines.push(`  ${heading} → ${field ?? '(carried as it is)'}`)
  if (misfit === undefined) lines.push(`all columns that ${operation} needs are there`)
  else {
    const { text = '', hint = '' } = wordMessage(misfit, terminalFace) ?? {}
    lines.push(`does not fit ${operation} yet: ${text}`, hint)
    lines.push('--draft writes a profile with a guess for each of these, to be kept or corrected.')
  }
  lines.push(`first rows (${shown.length}):`)
  for (const row of shown) lines.push(`  ${row.join(' | ')}`)
  return lines
}
