import type { HighlightedArea } from '../../sheet/enriching/enrichment-plan.ts'
import type { CellHighlight } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, viewRowsWithFindings } from '../rows/row-pages.ts'
import { collectRemarks } from './annotate-row.ts'
import { listCheckProblems } from './check-rows.ts'

/** Adjacent cells of a column are one area. Spreadsheet programs test every area whenever they draw the sheet. */
const mostAreas = 50_000

export interface CheckedRequest extends RowQuery {
  operation: Pick<Operation, 'request' | 'output'>
}

export interface CollectedMarks {
  /** The highlighted cells of each sheet. */
  sheets: readonly (readonly HighlightedArea[])[]
  hasProblems: boolean
}

/** Undefined when there are more areas than a workbook can bear. */
export async function collectMarks(
  request: CheckedRequest,
  { sheets }: Pick<LoadedInput, 'sheets'>,
): Promise<CollectedMarks | undefined> {
  const collectors = sheets.map(() => new Collector())
  let [areas, hasProblems] = [0, false]
  for await (const page of viewRowsWithFindings(request)) {
    for (const view of page) {
      const collector = collectors[view.sheet]
      const at = wholeRowColumn(request, sheets[view.sheet])
      for (const [column, { mark }] of collectRemarks(listCheckProblems(view, { sheets }), at)) {
        hasProblems = true
        areas += collector?.add({ row: view.rowNumber, column, mark }) ?? 0
        if (areas > mostAreas) return undefined
      }
    }
  }
  return { sheets: collectors.map((collector) => collector.areas), hasProblems }
}

export function wholeRowColumn({ operation }: CheckedRequest, sheet: Pick<LoadedSheet, 'columns'> | undefined): number {
  return sheet?.columns.fields[operation.request.identifyingFields[0] ?? ''] ?? 0
}

class Collector {
  readonly areas: { range: { top: number; left: number; bottom: number; right: number }; mark: CellHighlight }[] = []
  /** The lowest area by column and mark. */
  readonly #last = new Map<string, Collector['areas'][number]>()

  add({ row, column, mark }: { row: number; column: number; mark: CellHighlight }): number {
    const key = `${mark} ${column}`
    const above = this.#last.get(key)
    if (above?.range.bottom === row - 1) {
      above.range.bottom = row
      return 0
    }
    const area = { range: { top: row, left: column, bottom: row, right: column }, mark }
    this.areas.push(area)
    this.#last.set(key, area)
    return 1
  }
}
