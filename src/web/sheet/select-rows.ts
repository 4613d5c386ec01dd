import type { EditedRow } from '../../app/check/check-edited.ts'
import type { FillRequest, Narrowing, RowSelection } from '../request-schemas.ts'
import { isUndecided, readFact } from './recorded-state.ts'
import type { SheetSession } from './sheet-session.ts'

type Filter = (row: EditedRow, session: SheetSession) => boolean

const filters: Readonly<Record<string, Filter>> = {
  ready: ({ isReady }) => isReady,
  wrong: ({ isReady, isLeftOut, isOpen }) => !isReady && !isLeftOut && !isOpen,
  doubtful: ({ isReady, problems }) => isReady && problems.some(({ outcome }) => outcome === 'warning'),
  refused: ({ isReady, problems }) => isReady && problems.some(({ outcome }) => outcome === 'rejected'),
  undecided: (row, session) => isUndecided(session, row),
  skipped: (row, session) => row.isLeftOut && !isUndecided(session, row),
}

/** Indexes of the rows that pass, in the order of the sheet. */
export function selectRows(session: SheetSession, { filter, find, narrow }: RowSelection): number[] {
  const matchesFilter = filters[filter]
  const contains = containsText(find)
  return (session.check?.rows ?? []).flatMap((row, index) =>
    matchesFilter?.(row, session) !== false &&
    (contains === undefined || row.texts.some(contains)) &&
    isWithin(row, session, narrow)
      ? index
      : [],
  )
}

function isWithin(row: EditedRow, session: SheetSession, { from, below, destination, manager }: Narrowing): boolean {
  if (from !== undefined || below !== undefined) {
    const written = readFact(session, row, 'score')
    const score = written === '' ? Number.NaN : Number(written)
    if (!(score >= (from ?? Number.NEGATIVE_INFINITY) && score < (below ?? Number.POSITIVE_INFINITY))) return false
  }
  return (
    (destination === undefined || readFact(session, row, 'destination') === destination) &&
    (manager === undefined || readFact(session, row, 'manager') === manager)
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
