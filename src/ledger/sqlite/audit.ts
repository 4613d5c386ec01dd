import { formatState } from '../../contract/states.ts'
import { deriveEventId, readLedgerId } from '../event-id.ts'
import type { AuditLine } from '../port/reports.ts'
import { type CheckedColumns, checkedColumns, verifySubmission, withoutChecksums } from './checksum.ts'
import { verifyLine } from './line-sums.ts'
import { openLedgerForReading } from './open.ts'
import { inputsAtPath } from './run-inputs.ts'

/** A column of the submission's row in the latest run of its input. */
const ofLatestRow = (column: string): string =>
  `(SELECT ${column} FROM rows
     WHERE rows.submission_id = submissions.id AND rows.held IS NOT 'duplicate' AND run_id IN (SELECT id FROM latest)
     ORDER BY run_id DESC LIMIT 1)`

interface AuditRow extends Omit<AuditLine, 'eventId'>, CheckedColumns {
  done_word: string
  submissionId: number | null
  lineSum: number | null
  order_key: string | null
  request_hash: Uint8Array
  ordinal: number
  generation: number
}

const batchSize = 500

/** A batch of lines at a time; their reader may be slow. */
export async function* readAudit(ledgerFile: string, input?: string): AsyncGenerator<readonly AuditLine[]> {
  const db = openLedgerForReading(ledgerFile)
  try {
    const ledgerId = readLedgerId(db) ?? ''
    const records = db
      .prepare<[{ input: string | null }], AuditRow>(
        `WITH latest AS (
           SELECT MAX(run_id) AS id, input_id FROM run_sheets
            WHERE input_id IS NOT NULL AND (@input IS NULL OR input_id IN ${inputsAtPath}) GROUP BY input_id)
         SELECT attempts.sent_at AS sentAt, attempts.answered_at AS answeredAt, attempts.operation,
                attempts.http_status AS httpStatus, attempts.outcome, attempts.detail,
                ${ofLatestRow('row_number')} AS rowNumber,
                ${ofLatestRow('(SELECT name FROM run_sheets WHERE run_sheets.run_id = rows.run_id AND position = sheet)')} AS sheet,
                submissions.identifier, COALESCE(submissions.state, '') AS state, COALESCE(submissions.request, '{}') AS request,
                targets.address, targets.company, attempts.run_id AS runId, runs.file, runs.account, runs.machine, NULL AS login,
                (SELECT said.detail FROM attempts AS said
                  WHERE said.submission_id IS NULL AND said.operation = 'release' AND said.run_id = attempts.run_id LIMIT 1) AS release,
                (SELECT json_extract(created.request, '$.employeeId') FROM submissions AS created
                  WHERE created.identifier IS NOT NULL
                    AND created.identifier = json_extract(submissions.request, '$.assessmentId') LIMIT 1) AS employeeId,
                COALESCE(runs.done_word, (SELECT same.done_word FROM runs AS same WHERE same.operation = submissions.operation LIMIT 1),
                         'done') AS done_word,
                attempts.submission_id AS submissionId, attempts.line_sum AS lineSum, submissions.order_key, submissions.request_hash, submissions.ordinal, submissions.generation,
                ${checkedColumns()}
           FROM attempts
           LEFT JOIN submissions ON submissions.id = attempts.submission_id
           LEFT JOIN runs ON runs.id = attempts.run_id
           JOIN targets ON targets.id = CASE WHEN attempts.submission_id IS NULL THEN runs.target_id ELSE submissions.target_id END
          WHERE @input IS NULL OR submissions.input_id IN (SELECT input_id FROM latest)
             OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND run_id IN (SELECT id FROM latest))
             OR (attempts.submission_id IS NULL AND runs.file = @input)
          ORDER BY attempts.id`,
      )
      .iterate({ input: input ?? null })
    let batch: AuditLine[] = []
    for (const record of records) {
      verifyLine(db, record.submissionId, record)
      if (record.submissionId !== null) verifySubmission(db, record)
      const {
        submissionId,
        lineSum,
        order_key,
        request_hash: requestHash,
        ordinal,
        generation,
        done_word,
        ...line
      } = withoutChecksums(record)
      const isEvent = order_key !== null
      const shown = { state: formatState(line.state, done_word), outcome: formatState(line.outcome, done_word) }
      const eventId = isEvent ? deriveEventId(ledgerId, { requestHash, ordinal, generation }) : null
      batch.push({ ...line, ...shown, eventId })
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    yield batch
  } finally {
    db.close()
  }
}
