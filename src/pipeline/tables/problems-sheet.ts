import type { Problem, RowOutcome } from '../../contract/outcome.ts'
import { showCodes } from '../../messages/show-codes.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { textCell } from '../rows/cells.ts'
import type { LoadedSheet, SheetColumns } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import { linkToRow, type RowLocation } from './locate-row.ts'
import { nameSheet, sheetColumn, tableColumn } from './sheet-names.ts'

export function planProblems(hasSheets: boolean): OutputSheet {
  return {
    name: 'Problems',
    hasAutoFilter: true,
    frozenColumns: frozenCells(hasSheets),
    columns: [
      ...cellColumns(hasSheets),
      tableColumn('problem', 60, { isWrapped: true }),
      tableColumn('hint', 60, { isWrapped: true }),
    ],
  }
}

/** Columns that identify a cell; with its sheet where a run has read more than one. */
export function cellColumns(hasSheets: boolean): OutputSheet['columns'] {
  return [
    ...(hasSheets ? [sheetColumn] : []),
    tableColumn('row', 8),
    tableColumn('result', 12),
    tableColumn('outcome', 12),
    // With several sheets, a cell is named with its sheet.
    tableColumn('cell', hasSheets ? 16 : 8),
    tableColumn('heading', 20),
    tableColumn('field', 18),
    tableColumn('value', 20),
  ]
}

/** The columns of `cellColumns` that identify the row. */
export function frozenCells(hasSheets: boolean): number {
  return hasSheets ? 3 : 2
}

/** A problem and the state of its row; `warning` when the row is sent all the same. */
export interface RowProblem {
  outcome: string
  problem: Problem
}

/** Each problem of a row, or the reason why it is not done; then the warnings. */
export function listRowProblems(view: RowView, sheets: readonly Pick<LoadedSheet, 'columns'>[]): RowProblem[] {
  const { outcome } = view
  if (needsNoAction(outcome)) return []
  const found = outcome.state === 'invalid' ? [...outcome.problems] : []
  if (found.length === 0 && view.problem !== '') {
    const field = outcome.state === 'rejected' ? outcome.field : ''
    const location = locateField(view, sheets[view.sheet]?.columns, field)
    found.push({ ...location, ...view.said, rule: view.problem, hint: view.hint })
  }
  return [
    ...found.map((problem) => ({ outcome: view.state, problem })),
    ...view.warnings.map((problem) => ({ outcome: 'warning', problem })),
  ]
}

export function listProblems(
  view: RowView,
  sheets: readonly Pick<LoadedSheet, 'columns'>[],
  locate: RowLocation,
): OutputCell[][] {
  return listRowProblems(view, sheets).map((problem) => lineOfProblem(view, locate, problem))
}

/** Not done, but without need for action: skipped on purpose, or created without waiting for scores. */
function needsNoAction(outcome: RowOutcome): boolean {
  if (outcome.state === 'skipped') return !outcome.isWaiting
  return outcome.state === 'accepted' && outcome.message === undefined
}

function locateField(view: RowView, columns: SheetColumns | undefined, field: string): Omit<Problem, 'rule' | 'hint'> {
  const index = columns !== undefined && Object.hasOwn(columns.fields, field) ? columns.fields[field] : undefined
  if (columns === undefined || index === undefined) return { field, cell: '', heading: '', value: '' }
  const value = shorten(displayCell(view.cells[index] ?? emptyCell))
  return { field, cell: view.addressOf(index), column: index, heading: columns.headings[index] ?? '', value }
}

export function lineOfProblem(view: RowView, locate: RowLocation, { outcome, problem }: RowProblem): OutputCell[] {
  return [...lineOfCell(view, locate, outcome, problem), textCell(showCodes(problem.rule)), textCell(problem.hint)]
}

export function lineOfCell(
  view: RowView,
  locate: RowLocation,
  outcome: string,
  { column, cell, heading, field, value }: Omit<Problem, 'rule' | 'hint'>,
): OutputCell[] {
  return [
    ...nameSheet(view),
    { t: 'n', v: view.rowNumber },
    linkToRow(locate(view, column)),
    ...[outcome, cell, heading, field, showCodes(value)].map((text) => textCell(text)),
  ]
}
