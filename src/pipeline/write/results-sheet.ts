import type { Cell } from '../../sheet/cell.ts'
import { emptyCell } from '../../sheet/cell.ts'
import type { OutCell, OutColumn, OutSheet } from '../../sheet/out/plan.ts'
import { displayCell } from '../../sheet/values/display.ts'
import type { ResultColumn } from '../operation.ts'
import type { RowView } from './row-view.ts'

export const resultsName = 'Results'
const narrowest = 8
const widest = 48

/** Where each cell of a `Results` row comes from: the input, or one of the result columns. */
export interface ResultsPlan {
  sheet: OutSheet
  sources: readonly ({ kind: 'input'; index: number } | { kind: 'result'; column: ResultColumn })[]
}

/**
 * All columns of the input in their order, then the result columns; an input column that is headed like a result
 * column (an earlier output fed back) is refilled in its place. `sample` gives the widths.
 */
export function planResults(
  headings: readonly string[],
  resultColumns: readonly ResultColumn[],
  sample: readonly RowView[],
): ResultsPlan {
  const byHeading = new Map(resultColumns.map((column) => [column.heading, column]))
  const columns: OutColumn[] = []
  const sources: ResultsPlan['sources'][number][] = []
  for (const [index, heading] of headings.entries()) {
    const refilled = byHeading.get(heading)
    byHeading.delete(heading)
    columns.push(refilled ?? { heading, width: widthOf(heading, index, sample) })
    sources.push(refilled === undefined ? { kind: 'input', index } : { kind: 'result', column: refilled })
  }
  for (const column of byHeading.values()) {
    columns.push(column)
    sources.push({ kind: 'result', column })
  }
  return { sheet: { name: resultsName, columns, hasAutoFilter: true }, sources }
}

export function fillResults(plan: ResultsPlan, view: RowView): OutCell[] {
  return plan.sources.map((source) =>
    source.kind === 'result' ? source.column.cell(view) : (view.cells[source.index] ?? emptyCell),
  )
}

function widthOf(heading: string, index: number, sample: readonly RowView[]): number {
  const longest = sample.reduce((most, { cells }) => Math.max(most, lengthOf(cells[index])), heading.length)
  return Math.min(widest, Math.max(narrowest, longest + 2))
}

function lengthOf(cell: Cell | undefined): number {
  return cell === undefined ? 0 : displayCell(cell).length
}
