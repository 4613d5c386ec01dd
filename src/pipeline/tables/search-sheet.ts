import type { SheetRow } from '../../sheet/cell.ts'
import { findHeadings, type HeadingSearch, headingSearchRows } from '../../sheet/headings/find-headings.ts'
import type { FieldHeading } from '../../sheet/headings/heading-names.ts'
import type { HiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { Field } from '../model/operation.ts'

export interface ChosenSheet {
  source: SheetSource
  headings: Extract<HeadingSearch, { kind: 'found' }>
}

export interface SheetChoice {
  /** From the option; undefined: not given. */
  sheets: readonly string[] | 'all' | undefined
  /** Read when no sheet was named and its headings fit. */
  preferred: string | undefined
  /** Hidden names in an earlier output. @default none */
  marks?: HiddenNames | undefined
  columns: ReadonlyMap<string, string>
  /** The row of the headings, where a person has named it. */
  headingRow?: number | undefined
  /** Fields that have a value for every row without a column. */
  defaults: ReadonlyMap<string, string>
}

/** For `findHeadings`: a field with a default needs no column. */
export function headingsOf(fields: readonly Field[], defaults: ReadonlyMap<string, string>): FieldHeading[] {
  return fields.map(({ name, aliases, translations, people, others, isRequiredColumn, about }) => ({
    field: name,
    aliases,
    translations,
    people,
    others,
    isRequired: isRequiredColumn && !defaults.has(name),
    isIdentifier: about.kind === 'id',
    usual: about.usual,
    choices: about.values,
  }))
}

/** The rows that may hold the headings; empty for an empty worksheet. */
export async function firstRows(source: SheetSource): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const row of source.rows()) {
    rows.push(row)
    if (rows.length === headingSearchRows) break
  }
  return rows
}

export async function searchSheet(
  source: SheetSource,
  fields: readonly Field[],
  choice: Pick<SheetChoice, 'columns' | 'defaults' | 'headingRow'>,
): Promise<HeadingSearch> {
  return findHeadings(await firstRows(source), headingsOf(fields, choice.defaults), choice.columns, choice.headingRow)
}
