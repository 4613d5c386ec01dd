import type { Attempts, KeptStatement, LoggedAttempt } from '../port/attempts.ts'
import type { Queryable } from './queryable.ts'
import type { Store } from './store.ts'

export interface Note {
  runId?: number
  operation: string
  at: number
  outcome: string
  detail: string
}

/** A line of the log about no request; without a submission about its whole run. */
export async function appendNote(
  { checks }: Pick<Store, 'checks'>,
  statements: Queryable,
  submissionId: number | null,
  { runId, operation, at, outcome, detail }: Note,
): Promise<void> {
  const facts = { runId: runId ?? null, operation, sentAt: null, answeredAt: at, httpStatus: null, outcome, detail }
  const sum = checks.sumOfLine(submissionId, facts)
  const [column, parameter] = sum.length === 0 ? ['', ''] : [', line_sum', ', $7']
  await statements.query(
    `INSERT INTO attempts (submission_id, run_id, operation, answered_at, outcome, detail${column})
     VALUES ($1, $2, $3, $4, $5, $6${parameter})`,
    [submissionId, facts.runId, operation, at, outcome, detail, ...sum],
  )
}

export function createAttempts(store: Store): Attempts {
  return {
    async of(submissionId) {
      const logged = await store.query<Record<keyof LoggedAttempt, never>>(
        `SELECT submission_id AS "submissionId", run_id AS "runId", operation, sent_at AS "sentAt", answered_at AS "answeredAt",
                http_status AS "httpStatus", outcome, detail FROM attempts WHERE submission_id = $1 ORDER BY id`,
        [submissionId],
      )
      return logged.map((attempt) => ({
        ...attempt,
        runId: attempt.runId ?? undefined,
        sentAt: attempt.sentAt ?? undefined,
        answeredAt: attempt.answeredAt ?? undefined,
        httpStatus: attempt.httpStatus ?? undefined,
      }))
    },
    state: ({ runId, operation, at, outcome, detail }) =>
      appendNote(store, store, null, { runId, operation, at, outcome, detail }),
  }
}

/** Oldest first. */
export function readStatements(store: Queryable, operation: KeptStatement['operation']): Promise<KeptStatement[]> {
  return store.query<KeptStatement>(
    `SELECT run_id AS "runId", attempts.operation, answered_at AS at, outcome, detail, account, machine, file
       FROM attempts JOIN runs ON runs.id = run_id
      WHERE submission_id IS NULL AND attempts.operation = $1 ORDER BY attempts.id`,
    [operation],
  )
}
