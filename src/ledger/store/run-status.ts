import { formatStates } from '../../contract/states.ts'
import type { Stored } from '../port/outcomes.ts'
import type { RunChoice, RunStatus } from '../port/reports.ts'
import { maySend } from '../waiting-sql.ts'
import { createOutcomes } from './outcomes.ts'
import type { Store } from './store.ts'

/** Every input that was ever at the path bound at this place, on any machine. */
export const inputsAtPath = (parameter: string): string =>
  `(SELECT input_id FROM run_sheets JOIN runs ON runs.id = run_sheets.run_id WHERE file = ${parameter})`

type RunLine = Omit<Stored<RunStatus>, 'sheets' | 'isRunning' | 'isDetached' | 'rows' | 'balance' | 'orphans'> & {
  doneWord: string
  isRunning: number
}

/** Those that were released, newest first. `isRunning`: a condition for a row of `runs`. */
export async function readRuns(store: Store, { input, runId }: RunChoice, isRunning: string): Promise<RunStatus[]> {
  const outcomes = createOutcomes(store)
  const runs = await store.query<RunLine>(
    `SELECT runs.id, runs.operation, done_word AS "doneWord", address, company, file, started_at AS "startedAt",
            runs.ended_at AS "endedAt", ending, output, CASE WHEN ${isRunning} THEN 1 ELSE 0 END AS "isRunning"
       FROM runs JOIN targets ON targets.id = runs.target_id
      WHERE loaded_at IS NOT NULL AND ${maySend('runs')} AND EXISTS (SELECT 1 FROM rows WHERE rows.run_id = runs.id)
        AND (CAST($1 AS text) IS NULL OR EXISTS (SELECT 1 FROM run_sheets WHERE run_id = runs.id AND input_id IN ${inputsAtPath('$1')}))
        AND (CAST($2 AS bigint) IS NULL OR runs.id = $2)
      ORDER BY runs.id DESC`,
    [input ?? null, runId ?? null],
  )
  const described: RunStatus[] = []
  for (const { doneWord, endedAt, ending, output, isRunning: running, ...run } of runs) {
    const sheets = await outcomes.sheetsOf(run.id)
    described.push({
      ...run,
      sheets: sheets.flatMap(({ name, rows }) => (name === '' ? [] : { name, rows })),
      endedAt: endedAt ?? undefined,
      ending: ending ?? undefined,
      isRunning: running === 1,
      output: output ?? undefined,
      rows: await outcomes.countRows(run.id),
      balance: formatStates(await outcomes.balance(run.id), doneWord),
      orphans: await outcomes.countOrphans(run.id),
    })
  }
  return described
}
