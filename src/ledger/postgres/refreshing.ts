import { BatchError } from '../../support/errors.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { Refreshing } from '../port/refreshing.ts'
import type { Queryable } from '../store/queryable.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

export function createRescoring(connection: ReconnectingConnection): Pick<Refreshing, 'rescore' | 'logAttempt'> {
  return {
    rescore: (runId, id, result, attempt) =>
      connection.transaction(async (statements) => {
        const [before] = await statements.query<{ result: string | null }>(
          `SELECT result FROM submissions WHERE id = $1 AND state = 'done' FOR NO KEY UPDATE`,
          [id],
        )
        if (before === undefined) {
          throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
        }
        await statements.query('UPDATE submissions SET result = $1, done_at = $2 WHERE id = $3', [
          result,
          attempt.answeredAt ?? null,
          id,
        ])
        await statements.query(
          'UPDATE rows SET was_done = 0 WHERE run_id = $1 AND submission_id = $2 AND held IS NULL',
          [runId, id],
        )
        const detail = before.result === result ? 'as before' : `before: ${before.result ?? 'nothing'}`
        await appendAttempt(statements, id, { ...attempt, detail })
      }),
    logAttempt: (id, attempt) => connection.transaction((statements) => appendAttempt(statements, id, attempt)),
  }
}

async function appendAttempt(statements: Queryable, id: number, attempt: AttemptFacts): Promise<void> {
  const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = attempt
  await statements.query(
    `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, runId ?? null, operation, sentAt ?? null, answeredAt ?? null, httpStatus ?? null, outcome, detail],
  )
}
