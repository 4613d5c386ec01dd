import type { EditedRow } from '../app/check-edited.ts'
import { columnOf, suggestedFor, wordProblem } from './groups.ts'
import type { RowWindow, ShownCell, ShownRow } from './protocol.ts'
import { showValue } from './result-row.ts'
import type { SheetDesk } from './sheet-desk.ts'
import type { FillWish } from './wishes.ts'

export const mostShown = 400

export interface WindowWish {
  filter: string
  from: number
  count: number
}

/** Those of all positions that the page shows just now, each as it is shown. Pure. */
export function cutWindow(
  positions: readonly number[],
  { from, count }: Pick<WindowWish, 'from' | 'count'>,
  show: (position: number) => ShownRow | undefined,
): RowWindow {
  const shown = positions.slice(from, from + Math.min(count, mostShown)).flatMap((position) => show(position) ?? [])
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

/** The rows of a checked sheet that the page shows just now. */
export function windowOfCheck(desk: SheetDesk, { filter, ...part }: WindowWish): RowWindow {
  const rows = desk.check?.rows ?? []
  const isMeant = filters[filter] ?? filters['all']
  const indexes = rows.flatMap((row, index) => (isMeant?.(row) === true ? index : []))
  const { edited } = desk
  return cutWindow(indexes, part, (index) => rows[index] && showRow(desk, rows[index], edited))
}

export function showRow(desk: SheetDesk, row: EditedRow, edited: ReadonlySet<string>): ShownRow {
  const sheet = desk.check?.sheets[row.sheet]
  const hasSheets = (desk.check?.sheets.length ?? 0) > 1
  const problems = row.problems.map((problem) => ({
    column: columnOf(problem, row.sheet, desk.columns),
    isWarning: problem.outcome === 'warning',
    text: wordProblem(problem),
    use: suggestedFor(problem),
  }))
  const cells = desk.columns.map(({ heading, indexes }, column): ShownCell => {
    const at = indexes[row.sheet]
    const text = showValue(heading, at === undefined ? desk.tell(row, heading) : (row.texts[at] ?? ''))
    const found = problems.filter((problem) => problem.column === column)
    const mark = found.length === 0 ? undefined : found.every(({ isWarning }) => isWarning) ? 'doubtful' : 'wrong'
    const isEdited = edited.has(JSON.stringify([sheet?.name, row.number, at]))
    return { text, ...(mark === undefined ? {} : { mark }), ...(isEdited ? { isEdited } : {}) }
  })
  const number = hasSheets ? `${sheet?.name} ${row.number}` : String(row.number)
  return { sheet: row.sheet, line: row.number, number, state: row.state, cells, problems }
}

/** The rows that are filled in together: those that are named, or all that a filter leaves. */
export function chooseRows(desk: SheetDesk, { rows, filter }: Pick<FillWish, 'rows' | 'filter'>): EditedRow[] {
  const named = new Set(rows.map(({ sheet, line }) => `${sheet} ${line}`))
  const isNamed = (row: EditedRow): boolean => named.has(`${row.sheet} ${row.number}`)
  const isMeant = filter === null ? isNamed : (filters[filter] ?? isNamed)
  return (desk.check?.rows ?? []).filter(isMeant)
}

export interface ProblemPlace {
  /** Position among the rows that the filter leaves. */
  position: number
  column: number
}

/** The next problem behind a cell, or the one before it; from the other end when there is none. */
export function nextProblem(
  desk: SheetDesk,
  filter: string,
  from: ProblemPlace,
  isBackwards: boolean,
): ProblemPlace | null {
  const isMeant = filters[filter] ?? filters['all']
  const rows = (desk.check?.rows ?? []).filter((row) => isMeant?.(row))
  const places = rows.flatMap((row, position) => {
    const columns = row.problems.map((problem) => Math.max(0, columnOf(problem, row.sheet, desk.columns)))
    return [...new Set(columns)].toSorted((one, other) => one - other).map((column) => ({ position, column }))
  })
  const isBehind = ({ position, column }: ProblemPlace): boolean =>
    position > from.position || (position === from.position && column > from.column)
  const isBefore = ({ position, column }: ProblemPlace): boolean =>
    position < from.position || (position === from.position && column < from.column)
  const found = isBackwards ? (places.findLast(isBefore) ?? places.at(-1)) : (places.find(isBehind) ?? places[0])
  return found ?? null
}
