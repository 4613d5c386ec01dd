import { finishedStates } from '../../contract/states.ts'
import { currentOperator } from '../operator.ts'
import type { Runs } from '../port/runs.ts'
import { listOf } from '../state-sql.ts'
import { maySend } from '../waiting-sql.ts'
import { dropAbandoned } from './planned/drop-run.ts'
import { type Queryable, readColumn } from './queryable.ts'
import type { Store } from './store.ts'

/** `holder`: number of this opening of the ledger. */
export function createRuns(store: Store, holder: () => number): Pick<Runs, 'begin' | 'describeColumns' | 'end'> {
  const { dialect } = store
  const [column, next] =
    dialect.ownInput === undefined ? ['', ''] : [`, ${dialect.ownInput.column}`, `, ${dialect.ownInput.next}`]
  const { account, machine } = currentOperator()
  return {
    begin: ({ operation, doneWord, target, file, sheets, isAgain, now }) =>
      store.transaction(async (statements) => {
        await dropAbandoned(statements, target.id, now)
        const unfinished = await findUnfinishedEpochs(statements, operation, target.id)
        const [begun] = await statements.query<{ id: number }>(
          `INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
          [operation, doneWord, holder(), target.id, file, account, machine, now],
        )
        const id = begun?.id ?? Number.NaN
        await statements.query(
          `INSERT INTO run_sheets (run_id, position, name${column})
           SELECT CAST($1 AS bigint), position, value${next} FROM ${dialect.listed('$2')}`,
          [id, sheets],
        )
        if (!isAgain) return { id, epoch: undefined }
        await statements.query('UPDATE runs SET epoch = id WHERE id = $1', [id])
        return { id, epoch: { id, unfinished } }
      }),
    async describeColumns(runId, position, columns) {
      const values = [columns, runId, position]
      await store.query('UPDATE run_sheets SET columns = $1 WHERE run_id = $2 AND position = $3', values)
    },
    async end(runId, { now, ending, output }) {
      const values = [now, ending, output ?? null, runId]
      await store.query(
        `UPDATE runs SET ended_at = $1, ending = $2, output = $3 WHERE id = $4 AND ${maySend('runs')}`,
        values,
      )
    },
  }
}

/** Each `--again` of this operation and target with a row that is not finished. */
export async function findUnfinishedEpochs(
  statements: Queryable,
  operation: string,
  targetId: number,
): Promise<ReadonlySet<number>> {
  const found = await readColumn<number>(
    statements,
    `SELECT DISTINCT epoch FROM runs
      WHERE operation = $1 AND target_id = $2 AND epoch IS NOT NULL AND ${maySend('runs')} AND EXISTS (
        SELECT 1 FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
         WHERE rows.run_id = runs.id AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`,
    [operation, targetId],
  )
  return new Set(found)
}
