import type { SheetRow } from '../../sheet/cell.ts'
import type { HiddenNames } from '../../sheet/enriching/read-hidden-names.ts'
import { findHeadings, type HeadingSearch, headingSearchRows } from '../../sheet/headings/find-headings.ts'
import type { FieldHeading } from '../../sheet/headings/heading-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { Field } from '../model/operation.ts'

export interface ChosenSheet {
  source: SheetSource
  headings: Extract<HeadingSearch, { kind: 'found' }>
}

export interface SheetChoice {
  /** Named by the user; undefined: nobody said. */
  sheets: readonly string[] | 'all' | undefined
  /** Read when nothing was named and its headings fit. */
  preferred: string | undefined
  /** What hidden names say of the sheets of an output of ours. @default nothing */
  marks?: HiddenNames | undefined
  columns: ReadonlyMap<string, string>
  /** Fields that have a value for every row without a column. */
  defaults: ReadonlyMap<string, string>
}

/** What `findHeadings` looks for: a field with a default needs no column. */
export function headingsOf(fields: readonly Field[], defaults: ReadonlyMap<string, string>): FieldHeading[] {
  return fields.map(({ name, aliases, translations, isRequiredColumn, about }) => ({
    field: name,
    aliases,
    translations,
    isRequired: isRequiredColumn && !defaults.has(name),
    usual: about.usual,
  }))
}

/** The rows among which the headings are; none for a worksheet that holds nothing. */
export async function firstRows(source: SheetSource): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of source.rows()) {
    rows.push(row)
    if (rows.length === headingSearchRows) break
  }
  return rows
}

/** What a sheet's headings are to the fields that are looked for. */
export async function searchSheet(
  source: SheetSource,
  fields: readonly Field[],
  choice: Pick<SheetChoice, 'columns' | 'defaults'>,
): Promise<HeadingSearch> {
  return findHeadings(await firstRows(source), headingsOf(fields, choice.defaults), { columns: choice.columns })
}
