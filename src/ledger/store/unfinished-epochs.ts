import { finishedStates } from '../../contract/states.ts'
import { listOf } from '../state-sql.ts'
import { maySend } from '../waiting-sql.ts'
import type { Queryable } from './queryable.ts'

/** Each `--again` of this operation and target with a row that is not finished. */
export async function findUnfinishedEpochs(
  statements: Queryable,
  operation: string,
  targetId: number,
): Promise<ReadonlySet<number>> {
  const found = await statements.query<{ epoch: number }>(
    `SELECT DISTINCT epoch FROM runs
      WHERE operation = $1 AND target_id = $2 AND epoch IS NOT NULL AND ${maySend('runs')} AND EXISTS (
        SELECT 1 FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
         WHERE rows.run_id = runs.id AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`,
    [operation, targetId],
  )
  return new Set(found.map(({ epoch }) => epoch))
}
