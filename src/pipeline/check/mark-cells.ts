import type { HighlightedArea } from '../../sheet/enriching/enrichment-plan.ts'
import type { CellHighlight } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type RowQuery, viewRowsWithFindings } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { listCheckProblems } from './check-rows.ts'

/** Adjacent cells of a column are one area. Spreadsheet programs test every area whenever they draw the sheet. */
const mostAreas = 50_000

export interface CheckedRequest extends RowQuery {
  operation: Pick<Operation, 'request' | 'output'>
}

type Sheets = Pick<LoadedInput, 'sheets'>

/** The bad cells of a row by column. What concerns the whole row marks the cell that names its subject. */
export function findMarks(
  { operation }: CheckedRequest,
  loaded: Sheets,
  view: RowView,
): ReadonlyMap<number, CellHighlight> {
  const subject = loaded.sheets[view.sheet]?.columns.fields[operation.request.identifyingFields[0] ?? ''] ?? 0
  const marks = new Map<number, CellHighlight>()
  for (const { outcome, problem } of listCheckProblems(view, loaded)) {
    const column = problem.column ?? subject
    marks.set(column, outcome === 'warning' ? (marks.get(column) ?? 'doubtful') : 'wrong')
  }
  return marks
}

interface MarkedArea extends HighlightedArea {
  range: { top: number; left: number; bottom: number; right: number }
}

/** The highlighted areas of each sheet; undefined when there are more than a workbook can bear. */
export async function collectMarks(
  request: CheckedRequest,
  loaded: Sheets,
): Promise<readonly (readonly HighlightedArea[])[] | undefined> {
  const areas = loaded.sheets.map((): MarkedArea[] => [])
  /** The lowest area by sheet, column and mark. */
  const lowest = new Map<string, MarkedArea>()
  let count = 0
  for await (const page of viewRowsWithFindings(request)) {
    for (const view of page) {
      const row = view.rowNumber
      for (const [column, mark] of findMarks(request, loaded, view)) {
        const key = `${view.sheet} ${mark} ${column}`
        const above = lowest.get(key)
        if (above?.range.bottom === row - 1) {
          above.range.bottom = row
          continue
        }
        const area = { range: { top: row, left: column, bottom: row, right: column }, mark }
        areas[view.sheet]?.push(area)
        lowest.set(key, area)
        count += 1
        if (count > mostAreas) return undefined
      }
    }
  }
  return areas
}
