import { type SubmissionState, unsettledStates } from '../../contract/states.ts'
import type { ActiveRun, LedgerOverview } from '../port/overview.ts'
import { listOf } from '../state-sql.ts'
import { countForgotten } from './forgetting/forgetting.ts'
import { type Queryable, readCount } from './queryable.ts'
import { readAllRules } from './rules.ts'
import type { Reader } from './store.ts'

export async function readLedgerId(store: Queryable): Promise<string> {
  const [kept] = await store.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'ledger_id'`)
  return kept?.value ?? ''
}

/** `isActive`: a condition for a row of `runs`. */
export async function readRequests(
  store: Reader,
  isActive: string,
): Promise<Pick<LedgerOverview, 'id' | 'runs' | 'states' | 'forgotten' | 'trusted' | 'rules'>> {
  const runs = await store.query<ActiveRun>(
    `SELECT runs.id, runs.operation, company, file, account || '@' || machine AS by, started_at AS since,
            COUNT(rows.seq) AS rows,
            COUNT(rows.seq) FILTER (WHERE (SELECT state FROM submissions WHERE submissions.id = rows.submission_id
                                              AND rows.held IS NULL) IN ${listOf(unsettledStates)}) AS open
       FROM runs JOIN targets ON targets.id = runs.target_id LEFT JOIN rows ON rows.run_id = runs.id
      WHERE ${isActive} GROUP BY runs.id, company ORDER BY runs.id`,
  )
  const states = await store.query<{ state: SubmissionState; count: number }>(
    'SELECT state, COUNT(*) AS count FROM submissions GROUP BY state ORDER BY state',
  )
  return {
    id: await readLedgerId(store),
    runs,
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    forgotten: await readCount(store, countForgotten),
    trusted: await countTrusted(store),
    rules: (await readAllRules(store)).filter(({ rules }) => Object.keys(rules).length > 0),
  }
}

/** Requests that count as not processed because of the status of their answer, by status. */
async function countTrusted(store: Queryable): Promise<Readonly<Record<string, number>>> {
  const counted = await store.query<{ status: number; count: number }>(
    `SELECT http_status AS status, COUNT(*) AS count FROM attempts
      WHERE outcome IN ('not-processed', 'failed') AND http_status IS NOT NULL GROUP BY http_status ORDER BY http_status`,
  )
  return Object.fromEntries(counted.map(({ status, count }) => [status, count]))
}
