import type { FoundPeople, MentionFinder, PersonStatement, RowKey } from '../../port/person.ts'
import type { Store } from '../store.ts'

const pageSize = 1_000

export interface FoundActs {
  submissions: readonly number[]
  statements: readonly PersonStatement[]
  rows: readonly RowKey[]
}

/**
 * What a person did, or is named for, beside being travelled for or invited: requests about other people that name them,
 * statements about runs, and rows. All of a ledger is read once.
 */
export async function findActs(store: Store, own: FoundPeople, isNamed: MentionFinder): Promise<FoundActs> {
  const submissions: number[] = []
  for await (const { id, request } of inPages<{ id: number; request: string }>(
    store,
    'SELECT id, request FROM submissions WHERE order_key IS NOT NULL AND id > $1 ORDER BY id',
    ({ id }) => [id],
    [-1],
  )) {
    if (!own.submissions.has(id) && isNamed(request)) submissions.push(id)
  }
  const known = new Set(own.rows.map(({ runId, seq }) => `${runId} ${seq}`))
  const rows: RowKey[] = []
  for await (const { runId, seq, cells } of inPages<RowKey & { cells: string }>(
    store,
    'SELECT run_id AS "runId", seq, cells FROM rows WHERE (run_id, seq) > ($1, $2) ORDER BY run_id, seq',
    ({ runId, seq }) => [runId, seq],
    [-1, -1],
  )) {
    if (!known.has(`${runId} ${seq}`) && isNamed(cells)) rows.push({ runId, seq })
  }
  const statements = await store.query<PersonStatement>(
    `SELECT attempts.operation, answered_at AS at, outcome, detail, account, machine, file
       FROM attempts LEFT JOIN runs ON runs.id = run_id WHERE submission_id IS NULL ORDER BY attempts.id`,
    [],
  )
  return { submissions, rows, statements: statements.filter(({ detail }) => isNamed(detail)) }
}

async function* inPages<Found>(
  store: Store,
  text: string,
  placeOf: (found: Found) => number[],
  first: number[],
): AsyncGenerator<Found> {
  for (let after = first; ; ) {
    const page = await store.query<Found>(`${text} LIMIT ${pageSize}`, after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after = placeOf(last)
  }
}
