import { randomBytes } from 'node:crypto'
import { inDoubtStates } from '../../../contract/states.ts'
import { type ForgetKey, fingerprintKey } from '../../forgetting/forget-key.ts'
import { digestContent, forgottenCells, forgottenRequest, keepReferences } from '../../forgetting/forgotten-trip.ts'
import type { Erasure, SettledChoice } from '../../port/forgetting.ts'
import { listOf } from '../../state-sql.ts'
import { eraseAnswers } from '../answers.ts'
import { replacedAfter } from '../attempts.ts'
import { findPeople } from '../person/find-people.ts'
import { type LogLine, type Queryable, type Reader, readCount, readValue, type Store, toJson } from '../store.ts'
import { type FoundRow, type ResolvedTrip, settledAt } from './resolve-trips.ts'

interface FoundLine extends LogLine {
  id: number
  submissionId: number
  salt: string | null
  request: string
  lineSum: number | null
}

/** Lines of the log with content that these submissions have. */
export function countFilledLines(statements: Reader, ids: readonly number[]): Promise<number> {
  const { dialect } = statements
  const filled = `submission_id ${dialect.anyOf('$1')} AND erased_digest IS NULL`
  return readCount(statements, `SELECT COUNT(*) AS count FROM attempts WHERE ${filled}`, [ids])
}

/** Call it in a transaction that has verified these records. The triggers allow exactly these changes. */
export async function eraseTrips(
  statements: Reader,
  key: ForgetKey,
  trips: readonly ResolvedTrip[],
  now: number,
): Promise<void> {
  const erased = trips.flatMap(({ toErase }) => toErase)
  const ids = erased.map(({ submission }) => submission.id)
  const lines = await readLines(statements, ids)
  const hidden = erased.map(({ submission: { id, hash }, fate }) => {
    return { id, hash: fate === 'hidden' ? key.hide(hash) : randomBytes(16).toString('hex') }
  })
  await eraseSubmissions(statements, hidden, now)
  await eraseLines(statements, lines)
  const rows = trips.flatMap((trip) => trip.rows)
  await eraseRows(statements, rows)
  const people = new Set(trips.flatMap(({ person }) => person ?? []))
  await eraseAnswers(statements, [...new Set(rows.map(({ runId }) => runId))], people)
}

/**
 * What the sheet of a run that is over has brought back of forgotten trips. In a database senders have no right to it: it
 * waits for the owner's next forgetting.
 */
export async function eraseReturned(store: Store, runId: number): Promise<void> {
  if (store.dialect.isShared || (await readFingerprint(store)) === undefined) return
  await store.transaction(async (statements) => {
    const select = `SELECT run_id AS "runId", seq, sheet, row_number AS "rowNumber", detail, submission_id AS "submissionId"
       FROM rows JOIN submissions ON submissions.id = submission_id
      WHERE run_id = $1 AND forgotten_at IS NOT NULL AND cells <> '${forgottenCells}'`
    const rows = await statements.query<FoundRow>(select, [runId])
    if (rows.length === 0) return
    await eraseRows(statements, rows)
    await eraseAnswers(statements, [runId], new Set())
    await markUnscrubbed(statements)
  })
}

/** Key in the table `meta` while erased content may still be on the disk. */
export const unscrubbedKey = 'unscrubbed'

export async function markUnscrubbed(statements: Queryable): Promise<void> {
  const mark = `INSERT INTO meta (key, value) VALUES ($1, '1') ON CONFLICT (key) DO NOTHING`
  await statements.query(mark, [unscrubbedKey])
}

/** As the audit shows them, each with the request that it was about. */
async function readLines(statements: Reader, ids: readonly number[]): Promise<FoundLine[]> {
  const { checks, dialect } = statements
  if (ids.length === 0) return []
  const select = `SELECT attempts.id, attempts.submission_id AS "submissionId", attempts.run_id AS "runId", attempts.operation,
          attempts.sent_at AS "sentAt", attempts.answered_at AS "answeredAt", attempts.http_status AS "httpStatus",
          attempts.outcome, attempts.detail, ${dialect.toHex('attempts.salt')} AS salt,
          COALESCE(${replacedAfter('request', 'submissions.id', 'attempts.id')}, submissions.request) AS request${checks.lineColumns}
     FROM attempts JOIN submissions ON submissions.id = attempts.submission_id
    WHERE attempts.submission_id ${dialect.anyOf('$1')} AND attempts.erased_digest IS NULL ORDER BY attempts.id`
  const lines = await statements.query<FoundLine>(select, [ids])
  for (const line of lines) checks.verifyLine(line)
  return lines
}

async function eraseSubmissions(statements: Reader, hidden: readonly { id: number; hash: string }[], now: number) {
  const { checks, dialect } = statements
  if (hidden.length === 0) return
  const update = `UPDATE submissions SET request = '${forgottenRequest}', request_hash = ${dialect.fromHex('hidden.hash')}, subject = NULL,
          trait_a = NULL, trait_b = NULL, result = NULL, report_url = NULL, problem_field = NULL, problem = NULL,
          raw_answer = NULL, forgotten_at = $2
     FROM ${dialect.records('hidden', 'id bigint, hash text')} WHERE submissions.id = hidden.id`
  await statements.query(update, [toJson(hidden), now])
  const ids = hidden.map(({ id }) => id)
  checks.resum(ids)
  await statements.query(`DELETE FROM run_changes WHERE submission_id ${dialect.anyOf('$1')}`, [ids])
  const earlier = `UPDATE earlier_versions SET request = '${forgottenRequest}', result = NULL WHERE submission_id`
  await statements.query(`${earlier} ${dialect.anyOf('$1')}`, [ids])
}

async function eraseLines(statements: Reader, lines: readonly FoundLine[]): Promise<void> {
  const { checks, dialect } = statements
  if (lines.length === 0) return
  const erased = lines.map((line) => ({
    id: line.id,
    digest: digestContent(line.salt ?? '', line.detail ?? '', line.request),
    lineSum: checks.sumOfLine(line.submissionId, { ...line, detail: '' })[0],
  }))
  const sum = checks.lineColumns === '' ? '' : ', line_sum = erased."lineSum"'
  const update = `UPDATE attempts SET detail = '', salt = NULL, erased_digest = erased.digest${sum}
     FROM ${dialect.records('erased', 'id bigint, digest text, lineSum bigint')}
    WHERE attempts.id = erased.id`
  await statements.query(update, [toJson(erased)])
}

async function eraseRows(statements: Reader, rows: readonly FoundRow[]): Promise<void> {
  const { checks, dialect } = statements
  if (rows.length === 0) return
  const erased = rows.map(({ runId, seq, sheet, rowNumber, detail }) => ({
    runId,
    seq,
    kept: keepReferences(detail),
    cellsSum: checks.sumOfRow({ sheet, row_number: rowNumber, cells: forgottenCells, warnings: null })[0],
  }))
  const sum = checks.rowColumns === '' ? '' : ', cells_sum = erased."cellsSum"'
  const columns = 'runId bigint, seq integer, kept text, cellsSum bigint'
  const update = `UPDATE rows SET cells = '${forgottenCells}', warnings = NULL, order_key = NULL, request_hash = NULL, detail = erased.kept,
          planned = NULL, planned_request = NULL, planned_identifier = NULL, sealed_line = NULL${sum}
     FROM ${dialect.records('erased', columns)}
    WHERE rows.run_id = erased."runId" AND rows.seq = erased.seq`
  await statements.query(update, [toJson(erased)])
}

/**
 * Of old trips; without an erasure it only counts them. No checksum has the raw answer in it; what a run has planned may
 * repeat it, until it is released.
 */
export async function forgetAnswers(
  statements: Reader,
  { settledBefore, targetId, except }: SettledChoice,
  erasure: Erasure | undefined,
): Promise<number> {
  const { dialect } = statements
  const kept = except && (await findPeople(statements, except.people, except.readCells))
  const isOld = `raw_answer IS NOT NULL AND state NOT IN ${listOf(inDoubtStates)} AND ${settledAt('submissions')} < $1
    AND (CAST($3 AS bigint) IS NULL OR target_id = $3) AND NOT (id ${dialect.anyOf('$2')})
    AND NOT EXISTS (SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id)`
  const text =
    erasure === undefined
      ? `SELECT id FROM submissions WHERE ${isOld}`
      : `UPDATE submissions SET raw_answer = NULL WHERE ${isOld} RETURNING id`
  const keptIds = kept === undefined ? [] : [...kept.submissions.keys(), ...kept.named]
  return (await statements.query(text, [settledBefore, keptIds, targetId ?? null])).length
}

const lockName = 'forgetting'

export function readFingerprint(statements: Queryable): Promise<string | undefined> {
  return readValue(statements, 'SELECT value FROM meta WHERE key = $1', [fingerprintKey])
}

/**
 * For a transaction that looks contents up and creates the ones it did not find: until it ends, no trip is forgotten.
 * Otherwise a content could be missed under both of its identities.
 */
export async function holdForgetting(statements: Reader): Promise<string | undefined> {
  await statements.query(statements.dialect.share, [lockName])
  return readFingerprint(statements)
}

/** For a transaction that forgets. */
export function lockContents(statements: Reader): Promise<unknown> {
  return statements.query(statements.dialect.lock, [lockName])
}
