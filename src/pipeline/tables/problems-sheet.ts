import type { Problem, RowOutcome } from '../../contract/outcome.ts'
import { type Face, libraryFace } from '../../messages/face.ts'
import { showCodes } from '../../messages/show-codes.ts'
import { emptyCell } from '../../sheet/cell.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import type { Table, TableColumn } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedSheet, SheetColumns } from '../rows/loaded-input.ts'
import type { RowView } from '../rows/row-view.ts'
import { linkToRow, type RowLocation } from './locate-row.ts'
import { placeColumns, tableColumn } from './sheet-names.ts'

export function problemsTable(hasSheets: boolean, locate: RowLocation, face = libraryFace): Table<CellLine<Problem>> {
  return {
    name: 'Problems',
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 3 : 2,
    columns: [
      ...cellColumns(hasSheets, locate, face),
      tableColumn('problem', 60, ({ problem }) => showCodes(problem.rule), { isWrapped: true }),
      tableColumn('hint', 60, ({ problem }) => problem.hint, { isWrapped: true }),
    ],
  }
}

/** What keeps a row from being sent stands before what does not: the rows are read twice. */
export async function* listProblemLines(
  read: () => AsyncIterable<readonly RowView[]>,
  list: (view: RowView) => readonly RowProblem[],
): AsyncGenerator<CellLine<Problem>[]> {
  for (const isWrong of [true, false]) {
    const linesOf = (view: RowView): CellLine<Problem>[] =>
      list(view)
        .filter(({ outcome }) => isWrong === (outcome !== warningOutcome))
        .map((problem) => ({ view, ...problem }))
    for await (const page of read()) yield page.flatMap(linesOf)
  }
}

interface CellLine<Found = Omit<Problem, 'rule' | 'hint'>> {
  view: RowView
  outcome: string
  problem: Found
}

/** Columns that identify a cell. */
function cellColumns<Line extends CellLine>(
  hasSheets: boolean,
  locate: RowLocation,
  { field }: Face,
): TableColumn<Line>[] {
  return [
    ...placeColumns(hasSheets),
    tableColumn('result', 12, ({ view, problem }) => linkToRow(locate(view, problem.column))),
    tableColumn('outcome', 12, ({ outcome }) => outcome),
    // With several sheets, a cell is named with its sheet.
    tableColumn('cell', hasSheets ? 16 : 8, ({ problem }) => problem.cell),
    tableColumn('heading', 20, ({ problem }) => problem.heading),
    tableColumn('field', 18, ({ problem }) => field(problem.field)),
    tableColumn('value', 20, ({ problem }) => showCodes(problem.value)),
  ]
}

const warningOutcome = 'warning'

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
    ...view.warnings.map((problem) => ({ outcome: warningOutcome, problem })),
  ]
}

/** Not done, but without need for action: skipped on purpose, or created without waiting for scores. */
function needsNoAction(outcome: RowOutcome): boolean {
  if (outcome.state === 'skipped') return !outcome.isWaiting
  return outcome.state === 'accepted' && outcome.message === undefined
}

function locateField(view: RowView, columns: SheetColumns | undefined, field: string): Omit<Problem, 'rule' | 'hint'> {
  const index = columns !== undefined && Object.hasOwn(columns.fields, field) ? columns.fields[field] : undefined
  return index === undefined ? { field, cell: '', heading: '', value: '' } : locateCell(view, columns, field, index)
}

export function locateCell(view: RowView, columns: SheetColumns | undefined, field: string, column: number) {
  const value = shorten(displayCell(view.cells[column] ?? emptyCell))
  return { field, cell: view.addressOf(column), column, heading: columns?.headings[column] ?? '', value }
}

interface Correction extends CellLine {
  meant: string
}

/** Cells read otherwise than they are written, by a fix list or without invisible characters; the output carries their written value unchanged. */
export function correctionsTable(hasSheets: boolean, locate: RowLocation, face = libraryFace): Table<Correction> {
  return {
    name: 'Corrections',
    printed: 'none',
    hasAutoFilter: true,
    frozenColumns: hasSheets ? 3 : 2,
    columns: [...cellColumns(hasSheets, locate, face), tableColumn('corrected', 30, ({ meant }) => meant)],
  }
}

/** The outcome says if the row was sent. */
export function listCorrections(view: RowView, sheets: readonly Pick<LoadedSheet, 'columns'>[]): Correction[] {
  return view.corrections.map(({ field, column, meant }) => {
    return { view, outcome: view.state, problem: locateCell(view, sheets[view.sheet]?.columns, field, column), meant }
  })
}
