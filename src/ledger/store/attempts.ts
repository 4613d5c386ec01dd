import type { Attempts, KeptStatement, LoggedAttempt } from '../port/attempts.ts'
import type { Queryable } from './queryable.ts'
import { storable, toJson } from './storable.ts'
import type { Reader, Store } from './store.ts'
import { readLastAttempt } from './watermark.ts'

/** A line of the log about no request; without a submission about its whole run. */
export interface Note {
  submissionId?: number
  runId?: number
  operation: string
  at: number
  outcome: string
  detail: string
}

export async function appendNotes(statements: Reader, notes: readonly Note[]): Promise<void> {
  const { checks, dialect } = statements
  if (notes.length === 0) return
  const lines = notes.map(({ submissionId = null, runId = null, operation, at, outcome, detail }) => {
    const facts = {
      runId,
      operation,
      sentAt: null,
      answeredAt: at,
      httpStatus: null,
      outcome,
      detail: storable(detail),
    }
    return { ...facts, submissionId, lineSum: checks.sumOfLine(submissionId, facts)[0] }
  })
  const [column, sum] = checks.lineColumns === '' ? ['', ''] : [', line_sum, salt', ', "lineSum", randomblob(16)']
  const columns = {
    submissionId: 'bigint',
    runId: 'bigint',
    operation: 'text',
    answeredAt: 'bigint',
    outcome: 'text',
    detail: 'text',
    lineSum: 'bigint',
  } as const
  await statements.query(
    `INSERT INTO attempts (submission_id, run_id, operation, answered_at, outcome, detail${column})
     SELECT "submissionId", "runId", operation, "answeredAt", outcome, detail${sum} FROM ${dialect.records('noted', '$1', columns)}`,
    [toJson(lines)],
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
      appendNotes(store, [{ runId, operation, at, outcome, detail }]),
    disclose: (disclosure) => appendNotes(store, [{ ...disclosure, outcome: 'disclosed' }]),
    acceptRestored: (at, detail) => appendNotes(store, [{ operation: 'accept', at, outcome: 'restored', detail }]),
    last: () => readLastAttempt(store),
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

/** The column of the version that counted right after a line of the log, if a later one has replaced it. */
export function replacedAfter(column: 'request' | 'result', submission: string, attempt: string): string {
  return `(SELECT earlier.${column} FROM earlier_versions AS earlier
    WHERE earlier.submission_id = ${submission} AND earlier.last_attempt >= ${attempt}
    ORDER BY earlier.last_attempt, earlier.replaced_at LIMIT 1)`
}
