import { resultTitles } from '../../messages/result-titles.ts'
import { foldHeading } from '../../sheet/fold-text.ts'
import type { SheetColumns } from './loaded-input.ts'

export interface ReadColumn {
  heading: string
  field?: string | undefined
  index: number
}

/** With the field that each is read as. */
export function listReadColumns({ headings, fields }: Pick<SheetColumns, 'headings' | 'fields'>): ReadColumn[] {
  const fieldAt = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
  return headings.map((heading, index) => ({ heading, index, field: fieldAt.get(index) }))
}

/** The name in CSV files, or the heading in a workbook. */
export function isHeadedAs(name: string, heading: string): boolean {
  const written = foldHeading(heading)
  return written === foldHeading(name) || written === foldHeading(resultTitles[name] ?? name)
}

/** Never left out, the first one leads: a heading for people counts as ours only beside them. */
const anchors: readonly string[] = ['outcome', 'problem', 'hint']

/**
 * Columns of an earlier output by name. The customer may have a column “Report” too: a heading for people counts only
 * right of `Outcome`, and beside `Problem` and `What to do`.
 */
export function findResultColumns(columns: readonly ReadColumn[], names: readonly string[]): Map<string, number> {
  const wanted = new Set(names)
  const found = new Map<string, number>()
  for (const { field, heading, index } of columns) {
    const name = field ?? heading.trim()
    if (wanted.has(name) && !found.has(name)) found.set(name, index)
  }
  const from = columns.findLast(({ heading }) => heading.trim() === resultTitles['outcome'])?.index ?? columns.length
  const titled = (name: string): number | undefined =>
    columns.find(
      ({ heading, field, index }) =>
        index >= from && (field ?? name) === name && heading.trim() === (resultTitles[name] ?? name),
    )?.index
  const beside = anchors.filter((name) => wanted.has(name))
  // One word alone may be the customer's.
  if (beside.length < 2 || beside.some((name) => titled(name) === undefined)) return found
  for (const name of names) {
    const index = titled(name)
    if (index !== undefined && !found.has(name)) found.set(name, index)
  }
  return found
}

/** The column with the outcome of an earlier run, of whatever operation; undefined in a sheet without one. */
export function findOutcomeColumn(columns: readonly ReadColumn[]): number | undefined {
  return findResultColumns(columns, anchors).get('outcome')
}

/** Columns that result columns replace: those read as their field, or headed like them by an earlier run. */
export function findRefilled(
  columns: readonly ReadColumn[],
  results: readonly { heading: string }[],
): Map<string, number> {
  return findResultColumns(
    columns,
    results.map(({ heading }) => heading),
  )
}
