import type { Operation, ResultColumn } from '../model/operation.ts'
import { findRefilled, listColumns } from '../rows/find-result-columns.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, type SampleRow, sampleSize, viewRows } from '../rows/row-pages.ts'
import { widthOfHeading } from '../tables/results-sheet.ts'

/** Columns that stay although no row has anything in them; they are as wide as their headings. */
const kept: ReadonlySet<string> = new Set(['outcome', 'problem', 'hint', 'assessmentId'])

/**
 * The first rows, for column widths, and the result columns with something to show, in their order. Columns of an
 * earlier output are refilled, and stay.
 */
export async function surveyRows(
  request: RowQuery & { operation: Operation; sheets: readonly LoadedSheet[] },
): Promise<{ sample: SampleRow[]; used: ResultColumn[] }> {
  const { columns } = request.operation.output
  const refilled = new Set(
    request.sheets.flatMap((sheet) => [...findRefilled(listColumns(sheet.columns), columns).keys()]),
  )
  const unused = new Set(columns.filter(({ heading }) => !refilled.has(heading) || kept.has(heading)))
  const sample: SampleRow[] = []
  for await (const page of viewRows(request)) {
    for (const view of page) {
      for (const column of unused) if (column.cell(view).t !== 'z') unused.delete(column)
      // Cells only: whole views, kept together, would be promoted to the old generation.
      if (sample.length < sampleSize) sample.push({ sheet: view.sheet, cells: view.cells })
    }
    if (unused.size === 0 && sample.length >= sampleSize) break
  }
  const used = columns.flatMap((column) => {
    if (!unused.has(column)) return [column]
    return kept.has(column.heading) ? [{ ...column, width: widthOfHeading(column.title ?? column.heading) }] : []
  })
  return { sample, used }
}
