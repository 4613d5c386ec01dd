import { type ForgetKey, hideContents, revealContents } from '../../forgetting/forget-key.ts'
import type { KnownSubmission } from '../../matching/lookup.ts'
import { matchOrdered, type OrderedRow, type Recorded } from '../../matching/match-ordered.ts'
import { type AddedChange, SubmissionChanges } from '../../matching/submission-changes.ts'
import type { CheckedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { Dialect } from '../dialect.ts'
import { holdForgetting } from '../forgetting/fingerprint.ts'
import { overlayPlanned, planChanges } from '../planned/planned-changes.ts'
import { readColumn } from '../queryable.ts'
import { toJson } from '../storable.ts'
import type { Reader } from '../store.ts'

const keysOfPage = 100

export interface MatchWriter {
  key: ForgetKey
  /** No submission has this id or one of as many higher ones, and no other process will have them. */
  reserveIds(most: number): Promise<number>
  /** `rows`: the batch that needs them. */
  add(settings: LoadSettings, added: readonly AddedChange[], rows?: readonly CheckedRow[]): Promise<void>
}

interface KeptRow extends Omit<OrderedRow, 'kept'> {
  key: string
  isKept: number
  hash: string
  request: string
}

/** An earlier run of the same file sent it, or a row of the latest one stood for it. */
const isOwn = ({ isOfSameMachine }: Dialect): string => {
  const inRunOfFile = (run: string): string => `${run} IN (SELECT earlier.id FROM runs AS this
     JOIN runs AS earlier ON earlier.operation = this.operation AND earlier.target_id = this.target_id
                         AND earlier.file = this.file AND ${isOfSameMachine}
    WHERE this.id = $4 AND earlier.id < this.id)`
  return `EXISTS (SELECT 1 FROM attempts WHERE attempts.submission_id = submissions.id AND ${inRunOfFile('attempts.run_id')})
    OR EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND ${inRunOfFile('rows.run_id')})`
}

/** The columns of a known submission. */
export function matchColumns({ checks, dialect }: Reader): string {
  return `submissions.id, ${dialect.toHex('submissions.request_hash')} AS hash, submissions.ordinal, submissions.generation,
    submissions.state, submissions.epoch, submissions.sent_at AS "sentAt", submissions.raw_answer AS "rawAnswer", submissions.doubted,
    CASE WHEN submissions.request = '{}' THEN 1 ELSE 0 END AS bare,
    CASE WHEN submissions.forgotten_at IS NULL THEN 0 ELSE 1 END AS forgotten${checks.columns()}`
}

/**
 * Matches the waiting rows of a run, in the transaction that completes the load. Resolves to true if there are any.
 */
export async function matchOrderedRows(
  statements: Reader,
  writer: MatchWriter,
  settings: LoadSettings,
): Promise<boolean> {
  const key = statements.dialect.byCode('order_key')
  const fingerprint = await holdForgetting(statements)
  const selectKeys = `SELECT DISTINCT ${key} AS key FROM rows WHERE run_id = $1 AND ${key} > $2 ORDER BY 1 LIMIT $3`
  let keys: string[] = []
  let isSome = false
  do {
    keys = await readColumn<string>(statements, selectKeys, [settings.runId, keys.at(-1) ?? '', keysOfPage])
    isSome ||= keys.length > 0
    if (keys.length > 0) await matchPage(statements, writer, settings, keys, fingerprint)
  } while (keys.length === keysOfPage)
  return isSome
}

async function matchPage(
  statements: Reader,
  writer: MatchWriter,
  settings: LoadSettings,
  keys: readonly string[],
  fingerprint: string | undefined,
): Promise<void> {
  const { runId, operation, target } = settings
  const { checks, dialect } = statements
  const rows = await statements.query<KeptRow>(
    `SELECT order_key AS key, seq, sheet, row_number AS "rowNumber", ${dialect.toHex('request_hash')} AS hash, detail AS request,
            CASE WHEN held = 'skipped' AND request_hash IS NOT NULL THEN 1 ELSE 0 END AS "isKept"
       FROM rows WHERE run_id = $1 AND order_key ${dialect.anyOf('$2')} ORDER BY order_key, seq`,
    [runId, keys],
  )
  const found = await statements.query<KnownSubmission & Recorded & { key: string }>(
    `SELECT ${matchColumns(statements)}, order_key AS key, CASE WHEN ${isOwn(dialect)} THEN 1 ELSE 0 END AS "isOwn" FROM submissions
      WHERE order_key ${dialect.anyOf('$3')} AND ${dialect.noIndex('operation')} = $1 AND ${dialect.noIndex('target_id')} = $2
      ORDER BY order_key, turn NULLS FIRST, id`,
    [operation, target.id, keys, runId],
  )
  const contents = rows.flatMap(({ hash, isKept }) => (isKept === 1 ? hash : []))
  const revealed = revealContents(found.map(checks.verify), hideContents(writer.key, fingerprint, contents))
  const { known, planned: before } = await overlayPlanned(statements, runId, revealed)
  const changes = new SubmissionChanges(settings, await writer.reserveIds(rows.length))
  const settled = keys.flatMap((key) => {
    const ofKey = rows.filter((row) => row.key === key).map(toOrdered)
    const knownOfKey = known.filter((submission) => submission.key === key)
    return matchOrdered(settings, key, ofKey, knownOfKey, changes)
  })
  await writer.add(settings, changes.added)
  const placed = settled.map(({ seq, submission, held, detail, wasDone }) => ({
    run: runId,
    seq,
    submission: submission?.id,
    held,
    detail,
    wasDone: wasDone ? 1 : 0,
  }))
  // With the run as a value, SQLite would read all of its rows for each of these.
  await statements.query(
    `UPDATE rows SET submission_id = placed.submission, held = placed.held, detail = placed.detail, was_done = placed."wasDone"
       FROM ${dialect.records('placed', '$1', { run: 'bigint', seq: 'integer', submission: 'bigint', held: 'text', detail: 'text', wasDone: 'integer' })}
      WHERE rows.run_id = placed.run AND rows.seq = placed.seq`,
    [toJson(placed)],
  )
  await planChanges(statements, runId, changes.planned, before)
}

function toOrdered({ seq, sheet, rowNumber, isKept, hash, request }: KeptRow): OrderedRow {
  return { seq, sheet, rowNumber, kept: isKept === 1 ? { hash, request } : undefined }
}
