import { formatStates, unsettledStates } from '../../contract/states.ts'
import type { ActiveRun, LedgerOverview, RunChoice, RunStatus } from '../port/reports.ts'
import { listOf, maySend } from '../state-sql.ts'
import { countForgotten } from './forgetting/forgetting.ts'
import { createOutcomes } from './outcomes.ts'
import { readAllRules } from './rules.ts'
import { type Nullable, type Queryable, type Reader, readCount, readValue, type Store, withoutNulls } from './store.ts'

export async function readLedgerId(store: Queryable): Promise<string> {
  return (await readValue<string>(store, `SELECT value FROM meta WHERE key = 'ledger_id'`)) ?? ''
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
  return {
    id: await readLedgerId(store),
    runs,
    states: await readCounts(
      store,
      'SELECT state AS key, COUNT(*) AS count FROM submissions GROUP BY state ORDER BY state',
    ),
    forgotten: await readCount(store, countForgotten),
    trusted: await readCounts(store, countTrusted),
    rules: (await readAllRules(store)).filter(({ rules }) => Object.keys(rules).length > 0),
  }
}

/** Requests that count as not processed because of the status of their answer, by status. */
const countTrusted = `SELECT http_status AS key, COUNT(*) AS count FROM attempts
  WHERE outcome IN ('not-processed', 'failed') AND http_status IS NOT NULL GROUP BY http_status ORDER BY http_status`

async function readCounts(store: Queryable, text: string): Promise<Record<string, number>> {
  const counted = await store.query<{ key: string | number; count: number }>(text)
  return Object.fromEntries(counted.map(({ key, count }) => [key, count]))
}

/** Every input that was ever at the path bound at this place, on any machine. */
export const inputsAtPath = (parameter: string): string =>
  `(SELECT input_id FROM run_sheets JOIN runs ON runs.id = run_sheets.run_id WHERE file = ${parameter})`

/** Runs that were released and are over. `isActive`: a condition for a row of `runs`. */
export function countEnded(store: Queryable, isActive: string): Promise<number> {
  return readCount(store, `SELECT COUNT(*) AS count FROM runs WHERE ${maySend('runs')} AND NOT (${isActive})`)
}

type RunLine = Omit<RunStatus, 'sheets' | 'isRunning' | 'isDetached' | 'rows' | 'balance' | 'orphans'> & {
  doneWord: string
  isRunning: number
}

/** Those that were released, newest first. `isActive`: a condition for a row of `runs`. */
export async function readRuns(store: Store, { input, runId }: RunChoice, isActive: string): Promise<RunStatus[]> {
  const outcomes = createOutcomes(store)
  const select = `SELECT runs.id, runs.operation, done_word AS "doneWord", address, company, file, started_at AS "startedAt",
          runs.ended_at AS "endedAt", ending, output, CASE WHEN ${isActive} THEN 1 ELSE 0 END AS "isRunning"
     FROM runs JOIN targets ON targets.id = runs.target_id
    WHERE loaded_at IS NOT NULL AND ${maySend('runs')} AND EXISTS (SELECT 1 FROM rows WHERE rows.run_id = runs.id)
      AND (CAST($1 AS text) IS NULL OR EXISTS (SELECT 1 FROM run_sheets WHERE run_id = runs.id AND input_id IN ${inputsAtPath('$1')}))
      AND (CAST($2 AS bigint) IS NULL OR runs.id = $2)
    ORDER BY runs.id DESC`
  const runs = await store.query<Nullable<RunLine>>(select, [input ?? null, runId ?? null])
  const described: RunStatus[] = []
  for (const { doneWord, isRunning, ...run } of runs.map(withoutNulls<RunLine>)) {
    const sheets = await outcomes.sheetsOf(run.id)
    described.push({
      ...run,
      sheets: sheets.flatMap(({ name, rows }) => (name === '' ? [] : { name, rows })),
      isRunning: isRunning === 1,
      rows: await outcomes.countRows(run.id),
      balance: formatStates(await outcomes.balance(run.id), doneWord),
      orphans: await outcomes.countOrphans(run.id),
    })
  }
  return described
}
