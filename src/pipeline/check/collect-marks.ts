import type { SheetHighlights } from '../../sheet/enriching/enrichment-plan.ts'
import type { CellHighlight } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { type RowQuery, viewRowsWithFindings } from '../rows/row-pages.ts'
import { collectRemarks } from './annotate-row.ts'
import { listCheckProblems } from './check-rows.ts'

/** Comments are held in memory until the workbook is written, and more than this are not read by people. */
export const mostComments = 10_000
/** Adjacent cells of a column are one area. Spreadsheet programs test every area whenever they draw the sheet. */
const mostAreas = 50_000

export interface CheckedRequest extends RowQuery {
  operation: Pick<Operation, 'request' | 'output'>
}

export interface CollectedMarks {
  sheets: readonly SheetHighlights[]
  hasProblems: boolean
  hasMarksOnly: boolean
}

/** Undefined when there are more areas than a workbook can bear. */
export async function collectMarks(
  request: CheckedRequest,
  { sheets }: Pick<LoadedInput, 'sheets'>,
): Promise<CollectedMarks | undefined> {
  const collectors = sheets.map(() => new Collector())
  let [notes, areas, hasMarksOnly, hasProblems] = [0, 0, false, false]
  for await (const page of viewRowsWithFindings(request)) {
    for (const view of page) {
      const collector = collectors[view.sheet]
      const at = wholeRowColumn(request, sheets[view.sheet])
      for (const [column, { mark, text }] of collectRemarks(listCheckProblems(view, { sheets }), at)) {
        hasProblems = true
        const mayComment = notes < mostComments
        if (mayComment) notes += 1
        else hasMarksOnly = true
        areas += collector?.add({ row: view.rowNumber, column, mark }, mayComment ? text : undefined) ?? 0
        if (areas > mostAreas) return undefined
      }
    }
  }
  return { sheets: collectors, hasProblems, hasMarksOnly }
}

export function wholeRowColumn({ operation }: CheckedRequest, sheet: Pick<LoadedSheet, 'columns'> | undefined): number {
  return sheet?.columns.fields[operation.request.identifyingFields[0] ?? ''] ?? 0
}

class Collector implements SheetHighlights {
  readonly areas: { range: { top: number; left: number; bottom: number; right: number }; mark: CellHighlight }[] = []
  readonly notes: { row: number; column: number; text: string }[] = []
  /** The lowest area by column and mark. */
  readonly #last = new Map<string, Collector['areas'][number]>()

  add({ row, column, mark }: { row: number; column: number; mark: CellHighlight }, text: string | undefined): number {
    if (text !== undefined) this.notes.push({ row, column, text })
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
