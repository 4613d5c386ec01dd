import type { ForgetChoice, SettledChoice } from '../../port/forgetting.ts'
import type { CellsReader, RowKey } from '../../port/person.ts'
import { findPeople } from '../person/find-people.ts'
import type { Store } from '../store.ts'

/** Forgotten together or not at all: all of one person, or one settled trip. */
export interface Selection {
  person: string | null
  submissions: Set<number>
  rows: RowKey[]
}

/** Persons or trips that one transaction forgets: short enough for runs beside it. */
const unitsAtOnce = 200

/** The time after which a submission changed no more. */
export const settledAt = (table: string): string => `COALESCE(${table}.done_at, ${table}.accepted_at, ${table}.sent_at)`

export async function* selectTrips(store: Store, choice: ForgetChoice): AsyncGenerator<readonly Selection[]> {
  if ('settledBefore' in choice) {
    yield* selectSettled(store, choice)
    return
  }
  const selections = await selectPeople(store, choice.people, choice.readCells)
  for (let start = 0; start < selections.length; start += unitsAtOnce) {
    yield selections.slice(start, start + unitsAtOnce)
  }
}

async function selectPeople(store: Store, people: readonly string[], readCells: CellsReader): Promise<Selection[]> {
  const { submissions, rows } = await findPeople(store, people, readCells)
  const found = new Map<string, Selection>()
  const selectionOf = (person: string): Selection => {
    const selection = found.get(person) ?? newSelection(person)
    found.set(person, selection)
    return selection
  }
  for (const [id, person] of submissions) selectionOf(person).submissions.add(id)
  for (const { runId, seq, person } of rows) selectionOf(person).rows.push({ runId, seq })
  return [...found.values()]
}

/** Trips one by one, each with its decisions; then rows of finished runs that nothing was sent for. */
async function* selectSettled(
  store: Store,
  { settledBefore: before, targetId, except }: SettledChoice,
): AsyncGenerator<readonly Selection[]> {
  const kept = except === undefined ? undefined : await findPeople(store, except.people, except.readCells)
  const keptRows = new Set(kept?.rows.map(({ runId, seq }) => `${runId}:${seq}`))
  let ids: { id: number }[] = []
  do {
    ids = await store.query<{ id: number }>(
      `SELECT id FROM submissions
        WHERE id > $1 AND forgotten_at IS NULL AND (CAST($4 AS bigint) IS NULL OR target_id = $4) AND ${settledAt('submissions')} < $2
          AND NOT EXISTS (SELECT 1 FROM submissions AS created
                           WHERE created.identifier = submissions.order_key AND created.target_id = submissions.target_id)
        ORDER BY id LIMIT $3`,
      [ids.at(-1)?.id ?? -1, before, unitsAtOnce, targetId ?? null],
    )
    const free = ids.filter(({ id }) => !kept?.submissions.has(id) && !kept?.named.has(id))
    if (free.length > 0) yield free.map(({ id }) => ({ ...newSelection(null), submissions: new Set([id]) }))
  } while (ids.length === unitsAtOnce)
  let rows: RowKey[] = []
  do {
    const last = rows.at(-1) ?? { runId: -1, seq: -1 }
    rows = await store.query<RowKey>(
      `SELECT run_id AS "runId", seq FROM rows JOIN runs ON runs.id = run_id
        WHERE (run_id, seq) > ($1, $2) AND (CAST($5 AS bigint) IS NULL OR target_id = $5) AND started_at < $3 AND cells <> '[]' AND ${store.dialect.isRunOver}
          AND (submission_id IS NULL
               OR EXISTS (SELECT 1 FROM submissions WHERE submissions.id = submission_id AND forgotten_at IS NOT NULL))
        ORDER BY run_id, seq LIMIT $4`,
      [last.runId, last.seq, before, unitsAtOnce, targetId ?? null],
    )
    const free = rows.filter(({ runId, seq }) => !keptRows.has(`${runId}:${seq}`))
    if (free.length > 0) yield [{ ...newSelection(null), rows: free }]
  } while (rows.length === unitsAtOnce)
}

function newSelection(person: string | null): Selection {
  return { person, submissions: new Set(), rows: [] }
}
