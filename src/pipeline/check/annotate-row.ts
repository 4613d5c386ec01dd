import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { CellHighlight, OutputCell } from '../../sheet/writing/workbook-writer.ts'
import type { RowProblem } from '../tables/problems-sheet.ts'

export interface AnnotatedRow {
  cells: OutputCell[]
  comments: number
}

export interface CellRemark {
  mark: CellHighlight
  text: string
}

/** Remarks by column; those about the whole row go to `wholeRowAt`. */
export function collectRemarks(problems: readonly RowProblem[], wholeRowAt: number): Map<number, CellRemark> {
  const remarks = new Map<number, CellRemark>()
  for (const { outcome, problem } of problems) {
    const index = problem.column ?? wholeRowAt
    const earlier = remarks.get(index)
    const mark = outcome === 'warning' ? (earlier?.mark ?? 'doubtful') : 'wrong'
    const said = describe(outcome, problem)
    remarks.set(index, { mark, text: earlier === undefined ? said : `${earlier.text}\n\n${said}` })
  }
  return remarks
}

/** Marks bad cells, with the reason and advice in a comment. With `mayComment` false it only marks. */
export function annotateRow(
  cells: readonly Cell[],
  problems: readonly RowProblem[],
  { width, wholeRowAt, mayComment }: { width: number; wholeRowAt: number; mayComment: boolean },
): AnnotatedRow {
  const remarks = collectRemarks(problems, wholeRowAt)
  const annotated = Array.from({ length: width }, (_, index): OutputCell => {
    const cell = cells[index] ?? emptyCell
    const remark = remarks.get(index)
    if (remark === undefined) return cell
    return { ...cell, mark: remark.mark }
  })
  return { cells: annotated, comments: mayComment ? remarks.size : 0 }
}

function describe(outcome: string, { field, rule, hint }: RowProblem['problem']): string {
  const what = outcome === 'invalid' ? `${field} ${rule}`.trim() : `${outcome}: ${`${field} ${rule}`.trim()}`
  return hint === '' ? what : `${what}\n${hint}`
}
