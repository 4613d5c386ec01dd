import type { EditedRow } from '../../app/check-edited.ts'
import type { RowWindow, ShownCell, ShownRow } from '../protocol/protocol.ts'
import type { FillRequest } from '../request-schemas.ts'
import { formatValue } from '../result-row.ts'
import { orderRows } from '../row-order.ts'
import { findProblemColumn, findSuggestion, toProblemKind, toProblemMessage } from './problem-groups.ts'
import type { SheetSession } from './sheet-session.ts'

export const maxWindowRows = 400

export interface WindowQuery {
  filter: string
  /** Only rows with this text in a cell, in any case; empty: all. */
  find: string
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

type Filter = (row: Pick<EditedRow, 'isReady' | 'isLeftOut' | 'isOpen' | 'problems'>) => boolean

const filters: Readonly<Record<string, Filter>> = {
  all: () => true,
  ready: ({ isReady }) => isReady,
  wrong: ({ isReady, isLeftOut, isOpen }) => !isReady && !isLeftOut && !isOpen,
  doubtful: ({ isReady, problems }) => isReady && problems.some(({ outcome }) => outcome === 'warning'),
  refused: ({ isReady, problems }) => isReady && problems.some(({ outcome }) => outcome === 'rejected'),
  skipped: ({ isLeftOut }) => isLeftOut,
}

export function cutCheckWindow(session: SheetSession, { filter, find, sort, ...part }: WindowQuery): RowWindow {
  const rows = session.check?.rows ?? []
  const matchesFilter = filters[filter] ?? filters['all']
  const contains = containsText(find)
  const indexes = rows.flatMap((row, index) =>
    matchesFilter?.(row) === true && (contains === undefined || row.texts.some(contains)) ? index : [],
  )
  const ordered = orderRows(indexes, { sort, of: rows, key: `${filter} ${find}` }, (index, column) => {
    const row = rows[index]
    const at = row && session.columns[column]?.indexes[row.sheet]
    return (at === undefined ? '' : row?.texts[at]) ?? ''
  })
  const { edited } = session
  return cutWindow(ordered, part, (index) => rows[index] && describeCheckedRow(session, rows[index], edited))
}

/** Undefined: nothing is sought. */
export function containsText(find: string): ((text: string) => boolean) | undefined {
  if (find === '') return undefined
  const sought = new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'iu')
  return (text) => sought.test(text)
}

export function describeCheckedRow(session: SheetSession, row: EditedRow, edited: ReadonlySet<string>): ShownRow {
  const sheet = session.check?.sheets[row.sheet]
  const hasSheets = (session.check?.sheets.length ?? 0) > 1
  const problems = row.problems.map((problem) => ({
    column: findProblemColumn(problem, row.sheet, session.columns),
    kind: toProblemKind(problem),
    text: toProblemMessage(problem),
    use: findSuggestion(problem),
  }))
  const cells = session.columns.map(({ heading, indexes }, column): ShownCell => {
    const at = indexes[row.sheet]
    const text = formatValue(heading, at === undefined ? session.readRecorded(row, heading) : (row.texts[at] ?? ''))
    const found = problems.filter((problem) => problem.column === column)
    const mark = found.length === 0 ? undefined : found.every(({ kind }) => kind === 'doubtful') ? 'doubtful' : 'wrong'
    const isEdited = edited.has(JSON.stringify([sheet?.name, row.number, at]))
    return { text, ...(mark === undefined ? {} : { mark }), ...(isEdited ? { isEdited } : {}) }
  })
  const number = hasSheets ? `${sheet?.name} ${row.number}` : String(row.number)
  const state = problems.some(({ kind }) => kind === 'refused') ? 'rejected' : row.state
  return { sheet: row.sheet, line: row.number, number, state, cells, problems }
}

/** Rows to be filled in together: the named ones, or all that pass a filter. */
export function selectFillRows(
  session: SheetSession,
  { rows, filter }: Pick<FillRequest, 'rows' | 'filter'>,
): EditedRow[] {
  const named = new Set(rows.map(({ sheet, line }) => `${sheet} ${line}`))
  const isNamed = (row: EditedRow): boolean => named.has(`${row.sheet} ${row.number}`)
  const matchesFilter = filter === null ? isNamed : (filters[filter] ?? isNamed)
  return (session.check?.rows ?? []).filter(matchesFilter)
}

export interface CellAddress {
  sheet: number
  line: number
  column: number
}

/**
 * The next or previous problem from a cell, as a position among the rows that pass the filter; wraps around at the end.
 * The cell's own row need not pass the filter any more. Of refused rows, only the refused cells count.
 */
export function findNextProblem(
  session: SheetSession,
  filter: string,
  from: CellAddress,
  isBackwards: boolean,
): { position: number; column: number } | null {
  const matchesFilter = filters[filter] ?? filters['all']
  const rows = (session.check?.rows ?? []).filter((row) => matchesFilter?.(row))
  const cells = rows.flatMap((row, position) => {
    const problems = row.problems.filter((problem) => filter !== 'refused' || toProblemKind(problem) === 'refused')
    const columns = problems.map((problem) => Math.max(0, findProblemColumn(problem, row.sheet, session.columns)))
    const distances = [...new Set(columns)].toSorted((one, other) => one - other)
    return distances.map((column) => ({
      position,
      column,
      distance: compareCells({ ...row, line: row.number, column }, from),
    }))
  })
  const found = isBackwards
    ? (cells.findLast(({ distance }) => distance < 0) ?? cells.at(-1))
    : (cells.find(({ distance }) => distance > 0) ?? cells[0])
  return found === undefined ? null : { position: found.position, column: found.column }
}

function compareCells(one: CellAddress, other: CellAddress): number {
  return one.sheet - other.sheet || one.line - other.line || one.column - other.column
}
