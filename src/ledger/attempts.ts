import type Database from 'better-sqlite3'

/** One line of the audit log: who was told what, when, with which answer. */
export interface Attempt {
  submissionId: number
  runId: number | undefined
  /** What was asked: `create`, `retrieve`, …; `recover`, `resolve` and `resend` are our own entries. */
  operation: string
  sentAt: number | undefined
  answeredAt: number | undefined
  httpStatus: number | undefined
  outcome: string
  detail: string
}

export interface AttemptLog {
  /** Appends; call it inside the transaction that records the outcome. */
  append(attempt: Attempt): void
  of(submissionId: number): Attempt[]
}

interface AttemptRecord {
  submission_id: number
  run_id: number | null
  operation: string
  sent_at: number | null
  answered_at: number | null
  http_status: number | null
  outcome: string
  detail: string
}

export function createAttemptLog(db: Database.Database): AttemptLog {
  const insert = db.prepare(
    `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail)
     VALUES (@submission_id, @run_id, @operation, @sent_at, @answered_at, @http_status, @outcome, @detail)`,
  )
  const select = db.prepare<[number], AttemptRecord>('SELECT * FROM attempts WHERE submission_id = ? ORDER BY id')
  return {
    append(attempt) {
      insert.run({
        submission_id: attempt.submissionId,
        run_id: attempt.runId ?? null,
        operation: attempt.operation,
        sent_at: attempt.sentAt ?? null,
        answered_at: attempt.answeredAt ?? null,
        http_status: attempt.httpStatus ?? null,
        outcome: attempt.outcome,
        detail: attempt.detail,
      } satisfies AttemptRecord)
    },
    of: (submissionId) =>
      select.all(submissionId).map((record) => ({
        submissionId: record.submission_id,
        runId: record.run_id ?? undefined,
        operation: record.operation,
        sentAt: record.sent_at ?? undefined,
        answeredAt: record.answered_at ?? undefined,
        httpStatus: record.http_status ?? undefined,
        outcome: record.outcome,
        detail: record.detail,
      })),
  }
}
