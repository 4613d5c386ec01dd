import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { CellMark, OutCell } from '../../sheet/writing/plan.ts'
import type { RowProblem } from '../tables/problems-sheet.ts'

export interface AnnotatedRow {
  cells: OutCell[]
  /** Comments written. */
  notes: number
}

/**
 * The cells of a row with each bad one marked, and a comment that says why and what to do. What concerns the whole row
 * stands at `wholeRowAt`. With `mayComment` false cells are marked only.
 */
export function annotateRow(
  cells: readonly Cell[],
  problems: readonly RowProblem[],
  { width, wholeRowAt, mayComment }: { width: number; wholeRowAt: number; mayComment: boolean },
): AnnotatedRow {
  const remarks = new Map<number, { mark: CellMark; texts: string[] }>()
  for (const { outcome, problem } of problems) {
    const index = problem.column ?? wholeRowAt
    const remark = remarks.get(index) ?? { mark: 'doubtful', texts: [] }
    if (outcome !== 'warning') remark.mark = 'wrong'
    remark.texts.push(describe(outcome, problem))
    remarks.set(index, remark)
  }
  const annotated = Array.from({ length: width }, (_, index): OutCell => {
    const cell = cells[index] ?? emptyCell
    const remark = remarks.get(index)
    if (remark === undefined) return cell
    return { ...cell, mark: remark.mark, ...(mayComment ? { note: remark.texts.join('\n\n') } : {}) }
  })
  return { cells: annotated, notes: mayComment ? remarks.size : 0 }
}

function describe(outcome: string, { field, rule, hint }: RowProblem['problem']): string {
  const what = outcome === 'invalid' ? `${field} ${rule}`.trim() : `${outcome}: ${`${field} ${rule}`.trim()}`
  return hint === '' ? what : `${what}\n${hint}`
}
