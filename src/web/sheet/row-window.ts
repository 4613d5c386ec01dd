import type { EditedRow } from '../../app/check/check-sheet.ts'
import type { RowWindow, ShownCell, ShownRow } from '../protocol.ts'
import type { FillRequest, Narrowing, RowSelection, WindowQuery } from '../request-schemas.ts'
import { toScoreName, toValueCell } from '../result-row.ts'
import { findProblemColumn, findSuggestion } from './check-state.ts'
import { readColumn } from './recorded-state.ts'
import { classifyRow, isDoubtful, isProblemKind, rowKinds, toProblemKind } from './row-kinds.ts'
import type { SheetSession } from './sheet-session.ts'

export const maxWindowRows = 400

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
  return cutWindow(
    ordered,
    query,
    (index) => rows[index] && describeCheckedRow(session, rows[index], edited, containsText(query.find)),
  )
}

function describeCheckedRow(
  session: SheetSession,
  row: EditedRow,
  edited: ReadonlySet<string>,
  isSought: ReturnType<typeof containsText>,
): ShownRow {
  const sheet = session.check?.sheets[row.sheet]
  const hasSheets = (session.check?.sheets.length ?? 0) > 1
  const problems = row.problems.map((found) => ({
    column: findProblemColumn(found, row.sheet, session.columns),
    kind: toProblemKind(found),
    // The hint is there where the page has no button for it.
    text: [found.problem.rule, found.problem.hint].filter((text) => text !== '').join('. '),
    use: findSuggestion(found),
  }))
  const cells = session.columns.map(({ heading, indexes }, column): ShownCell => {
    const at = indexes[row.sheet]
    const found = problems.filter((problem) => problem.column === column)
    const mark =
      found.length === 0
        ? undefined
        : found.every(({ kind }) => kind === 'doubtful' || kind === 'decide')
          ? 'doubtful'
          : 'wrong'
    const isEdited = edited.has(JSON.stringify([sheet?.name, row.number, at]))
    const value = toValueCell(
      session.recorded === undefined ? heading : toScoreName(heading),
      readColumn(session, row, column),
    )
    return {
      ...value,
      ...(mark === undefined ? {} : { mark }),
      ...(isEdited ? { isEdited } : {}),
      ...(isSought?.(value.text) ? { isFound: true } : {}),
    }
  })
  const number = hasSheets ? `${sheet?.name} ${row.number}` : String(row.number)
  return { sheet: row.sheet, line: row.number, number, state: classifyRow(row, session), cells, problems }
}

interface CellAddress {
  sheet: number
  line: number
  column: number
}

/**
 * The next or previous problem from a cell, as a position among the rows that pass the filter; wraps around at the end.
 * The cell's own row need not pass the filter any more. Of wrong rows, only the wrong cells count, and so for others.
 */
export function findNextProblem(
  session: SheetSession,
  { filter, isBackwards, ...from }: CellAddress & { filter: string; isBackwards: boolean },
): { position: number; column: number } | null {
  const all = session.check?.rows ?? []
  const rows = selectRows(session, { filter, find: '', narrow: {} }).flatMap((index) => all[index] ?? [])
  const cells = rows.flatMap((row, position) => {
    const problems = row.problems.filter((problem) => !isProblemKind(filter) || toProblemKind(problem) === filter)
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

/** Results by row list, so that scrolling sorts once. */
const known = new WeakMap<object, Map<string, readonly number[]>>()

/**
 * Indexes in the order of a column's texts: numbers first, by size, then texts without case, then empty ones. `sort` is
 * a column's index, with a minus for descending; empty keeps the order. `of` and `key` identify the list.
 */
export function orderRows(
  indexes: readonly number[],
  { sort, of, key }: { sort: string; of: object; key: string },
  textOf: (index: number, column: number) => string,
): readonly number[] {
  const parsed = /^(-?)(\d{1,4})$/.exec(sort)
  if (parsed === null) return indexes
  const orders = known.get(of) ?? new Map<string, readonly number[]>()
  known.set(of, orders)
  const name = `${sort} ${key}`
  const before = orders.get(name)
  if (before !== undefined) return before
  const column = Number(parsed[2])
  const direction = parsed[1] === '-' ? -1 : 1
  const keyed = indexes.map((index) => ({ index, ...readKey(textOf(index, column)) }))
  keyed.sort((one, other) => {
    if (one.rank !== other.rank)
      return one.rank === 2 || other.rank === 2 ? one.rank - other.rank : direction * (one.rank - other.rank)
    if (one.number !== other.number) return direction * (one.number - other.number)
    return one.text === other.text ? 0 : direction * (one.text < other.text ? -1 : 1)
  })
  const ordered = keyed.map(({ index }) => index)
  orders.set(name, ordered)
  return ordered
}

function readKey(text: string): { rank: number; number: number; text: string } {
  if (text === '') return { rank: 2, number: 0, text }
  const number = Number(text)
  return Number.isFinite(number) ? { rank: 0, number, text: '' } : { rank: 1, number: 0, text: text.toLowerCase() }
}

/** Any other filter passes all. */
function passes(row: EditedRow, session: SheetSession, filter: string): boolean {
  const kind = classifyRow(row, session)
  if (filter === 'decide') return kind === 'cancelled' || kind === 'title'
  if (filter === 'doubtful') return isDoubtful(row, session)
  return kind === filter || !rowKinds.some((each) => each === filter)
}

/** Indexes of the rows that pass, in the order of the sheet. */
export function selectRows(session: SheetSession, { filter, find, narrow }: RowSelection): number[] {
  const contains = containsText(find)
  return (session.check?.rows ?? []).flatMap((row, index) =>
    passes(row, session, filter) &&
    (contains === undefined || row.texts.some(contains)) &&
    isWithin(row, session, narrow)
      ? index
      : [],
  )
}

function isWithin(row: EditedRow, { recorded }: SheetSession, { from, below, ...named }: Narrowing): boolean {
  if (from !== undefined || below !== undefined) {
    const written = recorded?.readFact(row, 'score') ?? ''
    const score = written === '' ? Number.NaN : Number(written)
    if (!(score >= (from ?? Number.NEGATIVE_INFINITY) && score < (below ?? Number.POSITIVE_INFINITY))) return false
  }
  return (['destination', 'level', 'manager'] as const).every(
    (fact) => named[fact] === undefined || recorded?.readFact(row, fact) === named[fact],
  )
}

/** Undefined: nothing is sought. */
export function containsText(find: string): ((text: string) => boolean) | undefined {
  if (find === '') return undefined
  const sought = new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'iu')
  return (text) => sought.test(text)
}

/** Rows to be filled in together: the named ones, or all that pass a filter. */
export function selectFillRows(
  session: SheetSession,
  { rows, filter }: Pick<FillRequest, 'rows' | 'filter'>,
): EditedRow[] {
  const all = session.check?.rows ?? []
  if (filter !== null) return selectRows(session, filter).flatMap((index) => all[index] ?? [])
  const named = new Set(rows.map(({ sheet, line }) => `${sheet} ${line}`))
  return all.filter((row) => named.has(`${row.sheet} ${row.number}`))
}
