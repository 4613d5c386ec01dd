import { OverlapSearch, type PeriodRecord } from '../overlap-search.ts'
import type { Attempts, KeptStatement, LoggedAttempt } from '../port/attempts.ts'
import type { Overlaps } from '../port/overlaps.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

export function createOverlaps(connection: ReconnectingConnection): Overlaps {
  const ofRun = `FROM rows JOIN submissions ON submissions.id = rows.submission_id
                 WHERE run_id = $1 AND (held IS NULL OR held = 'changed')`
  return {
    async list(runId, { start, end, only: [field, value] }, limit) {
      const found = new OverlapSearch(limit)
      const pages = connection.stream<PeriodRecord>(
        `SELECT sheet, row_number AS "rowNumber", subject, submissions.request_hash AS hash,
                request::json ->> $2 AS start, request::json ->> $3 AS end
           ${ofRun} AND subject IN (SELECT subject ${ofRun} GROUP BY subject HAVING COUNT(*) > 1)
            AND request::json ->> $4 = $5
          ORDER BY subject COLLATE "C", (request::json ->> $2) COLLATE "C", seq`,
        [runId, start, end, field, value],
      )
      for await (const rows of pages) for (const row of rows) found.add(row)
      return found.result()
    },
  }
}

export function createAttempts(connection: ReconnectingConnection): Attempts {
  return {
    async of(submissionId) {
      const logged = await connection.query<Record<keyof LoggedAttempt, never>>(
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
    async state({ runId, operation, at, outcome, detail }) {
      await connection.query(
        'INSERT INTO attempts (run_id, operation, answered_at, outcome, detail) VALUES ($1, $2, $3, $4, $5)',
        [runId, operation, at, outcome, detail],
      )
    },
  }
}

export function readStatements(
  connection: ReconnectingConnection,
  operation: KeptStatement['operation'],
): Promise<KeptStatement[]> {
  return connection.query<KeptStatement>(
    `SELECT run_id AS "runId", attempts.operation, answered_at AS at, outcome, detail, account, machine, file
       FROM attempts JOIN runs ON runs.id = run_id
      WHERE submission_id IS NULL AND attempts.operation = $1 ORDER BY attempts.id`,
    [operation],
  )
}
