import type { SheetRow } from '../../sheet/cell.ts'
import { explainHeadingSearch } from '../../sheet/heading-messages.ts'
import type { FieldHeading } from '../../sheet/heading-names.ts'
import { findHeadings, type HeadingSearch, headingSearchRows } from '../../sheet/headings.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { EmptySheetError } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'
import type { Field } from '../operation.ts'

export interface ChosenSheet {
  source: SheetSource
  headings: Extract<HeadingSearch, { kind: 'found' }>
}

export interface SheetChoice {
  /** Named by the user: no other sheet is looked at. */
  sheet: string | undefined
  /** Looked at first when nothing was named. */
  preferred: string | undefined
  columns: ReadonlyMap<string, string>
  /** Fields that have a value for every row without a column. */
  defaults: ReadonlyMap<string, string>
}

/** What `findHeadings` looks for: a field with a default needs no column. */
export function headingsOf(fields: readonly Field[], defaults: ReadonlyMap<string, string>): FieldHeading[] {
  return fields.map(({ name, aliases, isRequiredColumn }) => ({
    field: name,
    aliases,
    isRequired: isRequiredColumn && !defaults.has(name),
  }))
}

/**
 * The sheet to read: the one that was named, else the first visible one whose headings fit.
 * @throws BatchError `input` that names everything missing, of the sheet that comes nearest.
 */
export async function chooseSheet(
  source: SheetSource,
  fields: readonly Field[],
  choice: SheetChoice,
): Promise<ChosenSheet> {
  const wanted = headingsOf(fields, choice.defaults)
  let nearest: { source: SheetSource; search: Exclude<HeadingSearch, { kind: 'found' }>; known: number } | undefined
  for (const candidate of candidatesOf(source, choice)) {
    const search = findHeadings(await firstRows(candidate), wanted, { columns: choice.columns })
    if (search.kind === 'found') return { source: candidate, headings: search }
    const known = search.kind === 'unfit' ? search.columns.filter(({ field }) => field !== undefined).length : 0
    if (nearest === undefined || known > nearest.known) nearest = { source: candidate, search, known }
  }
  if (nearest === undefined) throw new BatchError('input', `${source.file} has no worksheet to read`)
  const sheet = source.kind === 'xlsx' ? nearest.source.sheet : undefined
  const { message, hint } = explainHeadingSearch(nearest.search, source.file, sheet)
  throw new BatchError('input', message, { hint })
}

function candidatesOf(source: SheetSource, { sheet, preferred }: SheetChoice): SheetSource[] {
  if (sheet !== undefined || source.kind === 'csv') return [source]
  const others = source.sheets
    .filter(({ name, isVisible, isWorksheet }) => isVisible && isWorksheet && name !== source.sheet)
    .flatMap(({ name }) => source.select(name) ?? [])
  const all = [source, ...others]
  return [
    ...all.filter(({ sheet: name }) => name === preferred),
    ...all.filter(({ sheet: name }) => name !== preferred),
  ]
}

/** The rows among which the headings are; none for a worksheet that holds nothing. */
export async function firstRows(source: SheetSource): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  try {
    for await (const row of source.rows()) {
      rows.push(row)
      if (rows.length === headingSearchRows) break
    }
  } catch (error) {
    if (!(error instanceof EmptySheetError)) throw error
  }
  return rows
}
