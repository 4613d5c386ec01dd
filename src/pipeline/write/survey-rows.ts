import type { Operation, ResultColumn } from '../model/operation.ts'
import { findResultColumns, listColumns } from '../rows/find-result-columns.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, type SampleRow, sampleSize, viewRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { widthOfHeading } from '../tables/results-sheet.ts'

/** Columns that stay although no row has anything in them; they are as wide as their headings. */
const kept: ReadonlySet<string> = new Set(['outcome', 'problem', 'hint', 'assessmentId'])

/** Result columns with something to show, gathered row by row. */
class UsedColumns {
  readonly #columns: readonly ResultColumn[]
  readonly #open: Set<ResultColumn>

  /** `sheets`: columns of an earlier output are refilled, and stay. */
  constructor({ output: { columns } }: Pick<Operation, 'output'>, sheets: readonly Pick<LoadedSheet, 'columns'>[]) {
    const names = columns.map(({ heading }) => heading)
    const refilled = new Set(
      sheets.flatMap((sheet) => [...findResultColumns(listColumns(sheet.columns), names).keys()]),
    )
    this.#columns = columns
    this.#open = new Set(columns.filter(({ heading }) => !refilled.has(heading) || kept.has(heading)))
  }

  get areAllUsed(): boolean {
    return this.#open.size === 0
  }

  add(view: RowView): void {
    for (const column of this.#open) if (column.cell(view).t !== 'z') this.#open.delete(column)
  }

  /** In their order. */
  list(): ResultColumn[] {
    return this.#columns.flatMap((column) => {
      if (!this.#open.has(column)) return [column]
      return kept.has(column.heading) ? [{ ...column, width: widthOfHeading(column.title ?? column.heading) }] : []
    })
  }
}

/** The first rows, for column widths, and the result columns with something to show. */
export async function surveyRows(
  request: RowQuery & { operation: Operation; sheets: readonly LoadedSheet[] },
): Promise<{ sample: SampleRow[]; used: ResultColumn[] }> {
  const sample: SampleRow[] = []
  const used = new UsedColumns(request.operation, request.sheets)
  for await (const page of viewRows(request)) {
    for (const view of page) {
      used.add(view)
      // Cells only: whole views, kept together, would be promoted to the old generation.
      if (sample.length < sampleSize) sample.push({ sheet: view.sheet, cells: view.cells })
    }
    if (used.areAllUsed && sample.length >= sampleSize) break
  }
  return { sample, used: used.list() }
}
