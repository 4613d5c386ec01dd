import { type Cell, emptyCell } from '../../sheet/cell.ts'
import { measureCell, measureText } from '../../sheet/out/cell-width.ts'
import type { OutCell, OutColumn, OutSheet } from '../../sheet/out/plan.ts'
import type { SheetColumns } from '../load/load-sheet.ts'
import type { ResultColumn } from '../operation.ts'
import type { RowView } from './row-view.ts'

export const resultsName = 'Results'
const narrowest = 6
const widest = 48
/** In characters: around what is shown, and the arrow that opens the filter. */
const padding = 2
const filterButton = 5

/** Where each cell of a `Results` row comes from: the input, or one of the result columns. */
export interface ResultsPlan {
  sheet: OutSheet
  sources: readonly Source[]
}

type Source =
  | { kind: 'input'; index: number }
  /** `ofField`: the input's own column that it takes the place of, when that is read as a field. */
  | { kind: 'result'; column: ResultColumn; ofField: number | undefined }

/**
 * All columns of the input in their order, then the result columns; an input column that is headed like a result
 * column (an earlier output fed back), or read as its field, is refilled in its place. `sample` gives the widths.
 */
export function planResults(
  { headings, fields }: SheetColumns,
  resultColumns: readonly ResultColumn[],
  sample: readonly (readonly Cell[])[],
): ResultsPlan {
  const byHeading = new Map(resultColumns.map((column) => [column.heading, column]))
  const fieldAt = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
  const columns: OutColumn[] = []
  const sources: Source[] = []
  for (const [index, heading] of headings.entries()) {
    const field = fieldAt.get(index)
    const refilled = byHeading.get(field ?? heading)
    if (refilled === undefined) {
      columns.push({ heading, width: widthOf(heading, index, sample) })
      sources.push({ kind: 'input', index })
      continue
    }
    byHeading.delete(refilled.heading)
    columns.push(refilled)
    sources.push({ kind: 'result', column: refilled, ofField: field === undefined ? undefined : index })
  }
  for (const column of byHeading.values()) {
    columns.push(column)
    sources.push({ kind: 'result', column, ofField: undefined })
  }
  return { sheet: { name: resultsName, columns, hasAutoFilter: true }, sources }
}

export function fillResults(plan: ResultsPlan, view: RowView): OutCell[] {
  return plan.sources.map((source) => {
    if (source.kind === 'input') return view.cells[source.index] ?? emptyCell
    // A row that stands for no submission keeps what its sheet gave: it has no other.
    if (source.ofField !== undefined && view.submission === undefined) return view.cells[source.ofField] ?? emptyCell
    return source.column.cell(view)
  })
}

function widthOf(heading: string, index: number, sample: readonly (readonly Cell[])[]): number {
  const longest = sample.reduce((most, cells) => Math.max(most, measureCell(cells[index] ?? emptyCell)), narrowest)
  return Math.min(widest, Math.max(longest + padding, measureText(heading) + filterButton))
}
