import type { Database } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import { sumOfLine } from './schema/record-checks.ts'

export interface AttemptLog {
  /** Call it in the transaction that records the outcome. */
  append(submissionId: number, facts: AttemptFacts): void
}

export function createAttemptLog(db: Database): AttemptLog {
  // Bound by position, as it runs for every request.
  const insert = db.prepare<
    [number | null, number | null, string, number | null, number | null, number | null, string, string, number]
  >(
    `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail,
                           line_sum, salt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, randomblob(16))`,
  )
  return {
    append(submissionId, facts) {
      const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = facts
      const [sent, answered] = [sentAt ?? null, answeredAt ?? null]
      const sum = sumOfLine(submissionId, facts)
      insert.run(submissionId, runId ?? null, operation, sent, answered, httpStatus ?? null, outcome, detail, sum)
    },
  }
}
