import { openLedgerForReading } from './open.ts'
import { inputsAt } from './run-sheets.ts'

/** One line of the audit log with what it was about; times in milliseconds since 1970 UTC. */
export interface AuditLine {
  sentAt: number | null
  answeredAt: number | null
  /** `create`, `retrieve`, `update`, `create_pending_user`; `recover`, `resolve`, `resend` are entries of our own. */
  operation: string
  httpStatus: number | null
  outcome: string
  detail: string
  /** Row of the sheet in the latest run of its input; null when it is no longer in it. */
  rowNumber: number | null
  /** Its worksheet; empty for CSV. */
  sheet: string | null
  identifier: string | null
  /** State of the row now. */
  state: string
  request: string
  address: string
  company: string
  runId: number | null
  /** The input of the run that it was done in. */
  file: string | null
}

/** Of the row that stands for a submission in the latest run of its input. */
const ofLatestRow = (column: string): string =>
  `(SELECT ${column} FROM rows
     WHERE rows.submission_id = submissions.id AND rows.held IS NOT 'duplicate' AND run_id IN (SELECT id FROM latest)
     ORDER BY run_id DESC LIMIT 1)`

/**
 * Who was told what, when, with which answer: every attempt ever made for an input, oldest first; of all inputs when
 * none is named. Streams; works while another process writes.
 */
export function* readAudit(ledgerFile: string, input?: string): Generator<AuditLine> {
  const db = openLedgerForReading(ledgerFile)
  try {
    yield* db
      .prepare<[{ input: string | null }], AuditLine>(
        `WITH latest AS (
           SELECT MAX(run_id) AS id, input_id FROM run_sheets
            WHERE input_id IS NOT NULL AND (@input IS NULL OR input_id IN ${inputsAt}) GROUP BY input_id)
         SELECT attempts.sent_at AS sentAt, attempts.answered_at AS answeredAt, attempts.operation,
                attempts.http_status AS httpStatus, attempts.outcome, attempts.detail,
                ${ofLatestRow('row_number')} AS rowNumber,
                ${ofLatestRow('(SELECT name FROM run_sheets WHERE run_sheets.run_id = rows.run_id AND position = sheet)')} AS sheet,
                submissions.identifier, submissions.state, submissions.request,
                targets.address, targets.company, attempts.run_id AS runId, runs.file
           FROM attempts
           JOIN submissions ON submissions.id = attempts.submission_id
           JOIN targets ON targets.id = submissions.target_id
           LEFT JOIN runs ON runs.id = attempts.run_id
          WHERE @input IS NULL OR submissions.input_id IN (SELECT input_id FROM latest)
             OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND run_id IN (SELECT id FROM latest))
          ORDER BY attempts.id`,
      )
      .iterate({ input: input ?? null })
  } finally {
    db.close()
  }
}
