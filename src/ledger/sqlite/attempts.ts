import type { Database } from '../../support/sqlite.ts'
import type { AttemptFacts, Attempts } from '../port/attempts.ts'
import type { SyncPart } from './async-part.ts'
import { sumOfLine } from './line-sums.ts'

export interface AttemptLog extends SyncPart<Attempts> {
  /** Call it in the transaction that records the outcome. */
  append(submissionId: number, facts: AttemptFacts): void
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

export function createAttemptLog(db: Database): AttemptLog {
  // Bound by position, as it runs for every request.
  const insert = db.prepare<
    [number | null, number | null, string, number | null, number | null, number | null, string, string, number]
  >(
    `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail,
                           line_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const select = db.prepare<[number], AttemptRecord>('SELECT * FROM attempts WHERE submission_id = ? ORDER BY id')
  return {
    append(submissionId, facts) {
      const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = facts
      const [sent, answered] = [sentAt ?? null, answeredAt ?? null]
      const sum = sumOfLine(submissionId, facts)
      insert.run(submissionId, runId ?? null, operation, sent, answered, httpStatus ?? null, outcome, detail, sum)
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
    state({ runId, operation, at, outcome, detail }) {
      const facts = { runId, operation, sentAt: null, answeredAt: at, httpStatus: null, outcome, detail }
      insert.run(null, runId, operation, null, at, null, outcome, detail, sumOfLine(null, facts))
    },
  }
}
