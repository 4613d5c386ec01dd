import type { Database } from '../../../support/sqlite.ts'
import type { ForgetKey } from '../../forgetting/forget-key.ts'
import type { Runs } from '../../port/runs.ts'
import { completeLoad, type LoadParts } from '../../store/loading/load-completion.ts'
import type { Queryable } from '../../store/queryable.ts'
import type { Store } from '../../store/store.ts'
import type { AddSubmissions } from './add-submissions.ts'
import { prepareFreeId } from './submission-lookup.ts'

/** Rows of a step, before other work gets a turn. */
const pageSize = 2_000

/** The parts of a load's end, and of a release, in a transaction. */
export function createLoadParts(
  db: Database,
  addSubmissions: AddSubmissions,
  ledgerId: string,
  key: ForgetKey,
): (statements: Queryable) => LoadParts {
  const selectFreeId = prepareFreeId(db)
  const parts = {
    ledgerId,
    key,
    findFreeId: async () => selectFreeId.get() ?? 1,
    async add(settings, added) {
      addSubmissions(settings, added)
      return (id) => id
    },
  } satisfies Partial<LoadParts>
  return (statements) => ({ ...parts, listUnsent: (runId: number) => listUnsent(statements, runId) })
}

export function createLoadCompletion(
  store: Store,
  partsOf: (statements: Queryable) => LoadParts,
): Runs['completeLoad'] {
  return async (settings, completion) => {
    await store.transaction((statements) => completeLoad(store, statements, partsOf(statements), settings, completion))
  }
}

interface UnsentPage {
  last: number | null
  /** JSON. */
  unsent: string
}

/** One input after another: together, all submissions would be read. */
async function* listUnsent(statements: Queryable, runId: number): AsyncGenerator<number[]> {
  const inputs = await statements.query<{ input: number }>(
    'SELECT DISTINCT input_id AS input FROM run_sheets WHERE run_id = $1',
    [runId],
  )
  for (const input of [...inputs.map(({ input }) => input), null]) {
    let last: number | null = 0
    while (last !== null) {
      // Only ids of unsent ones leave SQLite: a record for each submission took 2 µs a row.
      const page: UnsentPage[] = await statements.query<UnsentPage>(
        `SELECT MAX(id) AS last, json_group_array(id) FILTER (
                  WHERE state = 'ready' AND tries = 0 AND forgotten_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = page.id)) AS unsent
           FROM (SELECT id, state, tries, forgotten_at FROM submissions
                  WHERE input_id IS $1 AND id > $2 ORDER BY id LIMIT $3) AS page`,
        [input, last, pageSize],
      )
      yield page.flatMap(({ unsent }) => JSON.parse(unsent) as number[])
      last = page[0]?.last ?? null
    }
  }
}
