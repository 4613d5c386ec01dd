import type { EditedRow } from '../../app/check/check-edited.ts'
import type { RowWindow, ShownCell, ShownRow } from '../protocol/protocol.ts'
import { toScoreName, toValueCell } from '../result-row.ts'
import { orderRows } from '../row-order.ts'
import { readColumn } from './decision-facts.ts'
import { findProblemColumn, findSuggestion, toProblemMessage } from './problem-groups.ts'
import { type RowSelection, selectRows } from './select-rows.ts'
import type { SheetSession } from './sheet-session.ts'

export const maxWindowRows = 400

export interface WindowQuery extends RowSelection {
  /** `column` or `-column` by index, for descending; empty: the order of the sheet. */
  sort: string
  from: number
  count: number
}

/** Cuts the requested part of the positions, and converts only its rows. Pure. */
export function cutWindow(
  positions: readonly number[],
  { from, count }: Pick<WindowQuery, 'from' | 'count'>,
  show: (position: number) => ShownRow | undefined,
): RowWindow {
  const shown = positions.slice(from, from + Math.min(count, maxWindowRows)).flatMap((position) => show(position) ?? [])
  return { total: positions.length, from, rows: shown }
}

export function cutCheckWindow(session: SheetSession, query: WindowQuery): RowWindow {
  const rows = session.check?.rows ?? []
  const key = JSON.stringify([query.filter, query.find, query.narrow])
  const ordered = orderRows(selectRows(session, query), { sort: query.sort, of: rows, key }, (index, column) => {
    const row = rows[index]
    return row === undefined ? '' : readColumn(session, row, column)
  })
  const { edited } = session
  return cutWindow(ordered, query, (index) => rows[index] && describeCheckedRow(session, rows[index], edited))
}

export function describeCheckedRow(session: SheetSession, row: EditedRow, edited: ReadonlySet<string>): ShownRow {
  const sheet = session.check?.sheets[row.sheet]
  const hasSheets = (session.check?.sheets.length ?? 0) > 1
  const problems = row.problems.map((problem) => ({
    column: findProblemColumn(problem, row.sheet, session.columns),
    isWarning: problem.outcome === 'warning',
    text: toProblemMessage(problem),
    use: findSuggestion(problem),
  }))
  const cells = session.columns.map(({ heading, indexes }, column): ShownCell => {
    const at = indexes[row.sheet]
    const found = problems.filter((problem) => problem.column === column)
    const mark = found.length === 0 ? undefined : found.every(({ isWarning }) => isWarning) ? 'doubtful' : 'wrong'
    const isEdited = edited.has(JSON.stringify([sheet?.name, row.number, at]))
    const value = toValueCell(
      session.recorded === undefined ? heading : toScoreName(heading),
      readColumn(session, row, column),
    )
    return { ...value, ...(mark === undefined ? {} : { mark }), ...(isEdited ? { isEdited } : {}) }
  })
  const number = hasSheets ? `${sheet?.name} ${row.number}` : String(row.number)
  return { sheet: row.sheet, line: row.number, number, state: row.state, cells, problems }
}

export interface ProblemPosition {
  /** Position among the rows that pass the filter. */
  position: number
  column: number
}

/** The next or previous problem from a cell; wraps around at the end. */
export function findNextProblem(
  session: SheetSession,
  filter: string,
  from: ProblemPosition,
  isBackwards: boolean,
): ProblemPosition | null {
  const all = session.check?.rows ?? []
  const rows = selectRows(session, { filter, find: '', narrow: {} }).flatMap((index) => all[index] ?? [])
  const positions = rows.flatMap((row, position) => {
    const columns = row.problems.map((problem) => Math.max(0, findProblemColumn(problem, row.sheet, session.columns)))
    return [...new Set(columns)].toSorted((one, other) => one - other).map((column) => ({ position, column }))
  })
  const isBehind = ({ position, column }: ProblemPosition): boolean =>
    position > from.position || (position === from.position && column > from.column)
  const isBefore = ({ position, column }: ProblemPosition): boolean =>
    position < from.position || (position === from.position && column < from.column)
  const found = isBackwards
    ? (positions.findLast(isBefore) ?? positions.at(-1))
    : (positions.find(isBehind) ?? positions[0])
  return found ?? null
}
