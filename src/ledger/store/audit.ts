import { formatState } from '../../contract/states.ts'
import { deriveEventId } from '../event-id.ts'
import type { AuditLine } from '../port/reports.ts'
import { wasFourEyes } from '../state-sql.ts'
import { replacedAfter } from './attempts.ts'
import type { Dialect } from './dialect.ts'
import { inputsAtPath, readLedgerId } from './overview.ts'
import type { Store } from './store.ts'

/** A column of the submission's row in the latest run of its input. */
const ofLatestRow = (column: string): string =>
  `(SELECT ${column} FROM rows
     WHERE rows.submission_id = submissions.id AND rows.held IS DISTINCT FROM 'duplicate'
       AND run_id IN (SELECT id FROM latest)
     ORDER BY run_id DESC, held IS NOT NULL, seq LIMIT 1)`

/** The assessment of a decision, by the name `created`. */
const created = ({ field }: Dialect, column: string, condition = 'TRUE'): string =>
  `(SELECT ${column} FROM submissions AS created WHERE created.identifier IS NOT NULL
      AND created.identifier = ${field('submissions.request', `'assessmentId'`)} AND ${condition} LIMIT 1)`

const before = (columns: string): string =>
  `SELECT ${columns} FROM attempts AS known WHERE known.submission_id = created.id AND known.id < attempts.id`

/** By the order of the log: clocks of several machines differ. */
const resultKnown = (dialect: Dialect): string =>
  created(
    dialect,
    `COALESCE(${replacedAfter('result', 'created.id', `(${before('MAX(known.id)')})`)}, created.result)`,
    `EXISTS (${before('1')} AND known.outcome = 'done')`,
  )

const rowOf = (submission: string): string =>
  `(SELECT '[' || COALESCE(NULLIF(columns, ''), 'null') || ',' || cells || ']' FROM rows
      JOIN run_sheets ON run_sheets.run_id = rows.run_id AND position = sheet
     WHERE rows.submission_id = ${submission} ORDER BY rows.run_id DESC, seq LIMIT 1)`

interface AuditRecord extends Omit<AuditLine, 'eventId' | 'rows' | 'isFourEyes'> {
  ownRow: string | null
  aboutRow: string | null
  fourEyes: number | null
  doneWord: string
  submissionId: number | null
  orderKey: string | null
  requestHash: Uint8Array
  ordinal: number
  generation: number
  lineSum: number | null
  forgottenAt: number | null
}

const ofDecision = (value: string): string => `CASE WHEN submissions.order_key IS NOT NULL THEN ${value} END`

/** A line about the ledger as a whole has neither a submission nor a run. */
const isKnown = `(targets.id IS NOT NULL OR attempts.submission_id IS NULL AND attempts.run_id IS NULL)`

const ofInput = `CAST($1 AS text) IS NULL OR submissions.input_id IN (SELECT input_id FROM latest)
         OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND run_id IN (SELECT id FROM latest))
         OR (attempts.submission_id IS NULL AND runs.file = $1)`

/** All lines, those of an input, or those about these submissions: a page at a time, as their reader may be slow. */
export async function* readAudit(
  store: Store,
  { input = null, submissions }: { input?: string | null | undefined; submissions?: readonly number[] } = {},
): AsyncGenerator<readonly AuditLine[]> {
  const { checks, dialect } = store
  const ledgerId = await readLedgerId(store)
  const select = `WITH latest AS (
     SELECT MAX(run_id) AS id, input_id FROM run_sheets
      WHERE input_id IS NOT NULL AND (CAST($1 AS text) IS NULL OR input_id IN ${inputsAtPath('$1')}) GROUP BY input_id)
   SELECT attempts.id AS number, attempts.sent_at AS "sentAt", attempts.answered_at AS "answeredAt", attempts.operation,
          attempts.http_status AS "httpStatus", attempts.outcome, attempts.detail, ${dialect.toHex('attempts.salt')} AS salt, attempts.erased_digest AS "erasedDigest",
          ${ofLatestRow('row_number')} AS "rowNumber",
          ${ofLatestRow('(SELECT name FROM run_sheets WHERE run_sheets.run_id = rows.run_id AND position = sheet)')} AS sheet,
          submissions.identifier, COALESCE(submissions.state, '') AS state,
          COALESCE(${replacedAfter('request', 'submissions.id', 'attempts.id')}, submissions.request, '{}') AS request,
          COALESCE(targets.address, '') AS address, COALESCE(targets.company, '') AS company,
          attempts.run_id AS "runId", runs.file, runs.account, runs.machine, ${dialect.attemptLogin} AS login,
          (SELECT said.detail FROM attempts AS said
            WHERE said.submission_id IS NULL AND said.operation = 'release' AND said.run_id = attempts.run_id LIMIT 1) AS release,
          ${ofDecision(created(dialect, 'created.request'))} AS about,
          CASE WHEN submissions.order_key IS NOT NULL THEN ${resultKnown(dialect)}
               WHEN attempts.operation = 'retrieve' AND attempts.outcome = 'done'
               THEN COALESCE(${replacedAfter('result', 'submissions.id', 'attempts.id')}, submissions.result) END AS result,
          ${ofDecision(rowOf('submissions.id'))} AS "ownRow", ${ofDecision(rowOf(created(dialect, 'created.id')))} AS "aboutRow",
          ${ofDecision(`CASE WHEN ${wasFourEyes('submissions.target_id', 'COALESCE(runs.released_at, runs.started_at, attempts.sent_at)')} THEN 1 ELSE 0 END`)} AS "fourEyes",
          COALESCE(runs.done_word, (SELECT same.done_word FROM runs AS same WHERE same.operation = submissions.operation LIMIT 1),
                   'done') AS "doneWord",
          attempts.submission_id AS "submissionId", submissions.order_key AS "orderKey",
          submissions.forgotten_at AS "forgottenAt", submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation
          ${checks.lineColumns}${checks.columns()}
     FROM attempts
     LEFT JOIN submissions ON submissions.id = attempts.submission_id
     LEFT JOIN runs ON runs.id = attempts.run_id
     LEFT JOIN targets ON targets.id = CASE WHEN attempts.submission_id IS NULL THEN runs.target_id ELSE submissions.target_id END
    WHERE ${isKnown} AND ${submissions === undefined ? `(${ofInput})` : `attempts.submission_id ${dialect.anyOf('$2')}`}
    ORDER BY attempts.id`
  const pages = store.stream<AuditRecord>(select, submissions === undefined ? [input] : [input, submissions])
  for await (const page of pages) yield page.map(toLine)

  function toLine(found: AuditRecord): AuditLine {
    checks.verifyLine(found)
    const { doneWord, submissionId, requestHash, ordinal, generation, orderKey, forgottenAt, ...record } =
      found.submissionId === null ? found : checks.verify(found)
    const { ownRow, aboutRow, fourEyes, lineSum: _, ...line } = record
    const hasEvent = orderKey !== null && forgottenAt === null
    return {
      ...line,
      outcome: formatState(line.outcome, doneWord),
      state: formatState(line.state, doneWord),
      salt: line.salt ?? '',
      address: line.address ?? '',
      company: line.company ?? '',
      rows: [ownRow, aboutRow].flatMap((row) => row ?? []),
      isFourEyes: fourEyes === null ? null : fourEyes === 1,
      eventId: hasEvent ? deriveEventId(ledgerId, { requestHash, ordinal, generation }) : null,
    }
  }
}
