import { cellAddress } from '../cell.ts'
import { shorten } from '../values/display.ts'
import { type HeadingSearch, headingSearchRows } from './find-headings.ts'
import type { HeadingColumn, HeadingFaults } from './heading-faults.ts'

/** Maximum columns named for one field. */
const mostClaims = 5

/** Lists all faults of the headings at once, and the actions to take. `sheet` is undefined for CSV. */
export function explainHeadingSearch(
  search: Exclude<HeadingSearch, { kind: 'found' }>,
  file: string,
  sheet?: string,
): { message: string; hint: string } {
  const where = sheet === undefined ? file : `${file}, sheet ${quote(sheet)}`
  const { message, hint } = search.kind === 'none' ? explainNone(search, where) : explainUnfit(search, where)
  const { uncomputed } = search
  if (uncomputed.length === 0) return { message, hint }
  const cells = uncomputed.slice(0, mostClaims).join(', ') + (uncomputed.length > mostClaims ? ', …' : '')
  return {
    message: `${message}; formulas that were never calculated are in ${cells}`,
    hint: `Open the file in a spreadsheet program and save it, which calculates them. ${hint}`,
  }
}

function explainUnfit(
  { faults, rowNumber, firstLine }: Extract<HeadingSearch, { kind: 'unfit' }>,
  where: string,
): { message: string; hint: string } {
  const row =
    firstLine === rowNumber
      ? `heading row ${rowNumber}`
      : `headings in several lines, rows ${firstLine} to ${rowNumber}`
  return {
    message: `${where}, ${row}: ${listFaults(faults, rowNumber).join('; ')}`,
    hint: advise(faults),
  }
}

function explainNone(
  { required, fullest }: Extract<HeadingSearch, { kind: 'none' }>,
  where: string,
): { message: string; hint: string } {
  if (fullest === undefined) return { message: `${where}: there are no rows`, hint: 'Choose another file or ‹sheets›.' }
  const seen = fullest.headings.slice(0, 8).map(quote).join(', ')
  const more = fullest.headings.length > 8 ? ', …' : ''
  return {
    message: `${where}: no known heading in the first ${headingSearchRows} rows (row ${fullest.rowNumber} holds ${seen}${more}); expected columns: ${required.join(', ')}`,
    hint: 'Choose the right sheet with ‹sheets›, rename the headings, or map your own headings to these names with ‹columns›.',
  }
}

function listFaults({ missing, doubled, unknownHeadings, unknownFields }: HeadingFaults, row: number): string[] {
  const parts: string[] = []
  if (missing.length > 0) {
    parts.push(`missing: ${missing.map(({ field, nearest }) => field + nearestText(nearest, row)).join(', ')}`)
  }
  for (const { field, columns } of doubled) {
    const claims = columns
      .slice(0, mostClaims)
      .map((column) => `${quote(column.heading)} (${cellAddress(row, column.index)})`)
    const more = columns.length > mostClaims ? ` and ${columns.length - mostClaims} more` : ''
    parts.push(`more than one column for ${field}: ${claims.join(' and ')}${more}`)
  }
  for (const { heading, nearest } of unknownHeadings) {
    parts.push(`‹columns› names ${quote(heading)}, which is not there${nearestText(nearest, row)}`)
  }
  for (const { heading, field, nearest } of unknownFields) {
    const meant = nearest === undefined ? '' : ` (did you mean ${nearest}?)`
    parts.push(`‹columns› maps ${quote(heading)} to ${quote(field)}, which is no field${meant}`)
  }
  return parts
}

function nearestText(column: HeadingColumn | undefined, row: number): string {
  return column === undefined ? '' : ` (nearest heading: ${quote(column.heading)}, ${cellAddress(row, column.index)})`
}

function advise({ missing, doubled, unknownHeadings, unknownFields }: HeadingFaults): string {
  const guess = missing.find(({ nearest }) => nearest !== undefined)
  const [double] = doubled
  const advice: string[] = []
  const constants = missing.flatMap(({ field, usual }) => (usual === undefined ? [] : `‹set› ${field}="${usual}"`))
  if (constants.length > 0) advice.push(`For one value in all rows add ${constants.join(' ')}.`)
  if (missing.length > 0) {
    const example = JSON.stringify({ [guess?.nearest?.heading ?? 'Your heading']: guess?.field ?? missing[0]?.field })
    advice.push(`Rename or add the columns, or map your own headings with ‹columns› <file>: ${example}.`)
  }
  if (double !== undefined) {
    const example = JSON.stringify({ [double.columns[0]?.heading ?? '']: double.field })
    advice.push(
      `Rename the columns that are not meant, or, where their headings differ, name the right one with ‹columns› <file>: ${example}.`,
    )
  }
  if (unknownHeadings.length + unknownFields.length > 0) advice.push('Correct ‹columns› or the profile.')
  return advice.join(' ')
}

function quote(text: string): string {
  return `“${shorten(text, 60)}”`
}
