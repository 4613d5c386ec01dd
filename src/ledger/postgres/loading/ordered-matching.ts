import type { KnownSubmission } from '../../matching/lookup.ts'
import { matchOrdered, type OrderedRow } from '../../matching/match-ordered.ts'
import { SubmissionChanges } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import type { Transaction } from '../connection/reconnecting-connection.ts'
import { toJson } from '../connection/records.ts'
import { matchColumns } from './submission-lookup.ts'
import { provisionalId, type ReserveIds, writeChanges } from './write-changes.ts'

const keysOfPage = 100

interface KeptRow extends Omit<OrderedRow, 'kept'> {
  key: string
  isKept: boolean
  hash: string
  request: string
}

/**
 * Matches the waiting rows of a run; call it in the transaction that completes the load. Resolves to true if there are
 * any.
 */
export async function matchOrderedRows(
  statements: Transaction,
  reserveIds: ReserveIds,
  settings: LoadSettings,
): Promise<boolean> {
  let keys: string[] = []
  let isSome = false
  do {
    const found = await statements.query<{ key: string }>(
      `SELECT DISTINCT order_key COLLATE "C" AS key FROM rows WHERE run_id = $1 AND order_key COLLATE "C" > $2 ORDER BY 1 LIMIT $3`,
      [settings.runId, keys.at(-1) ?? '', keysOfPage],
    )
    keys = found.map(({ key }) => key)
    isSome ||= keys.length > 0
    if (keys.length > 0) await matchPage(statements, reserveIds, settings, keys)
  } while (keys.length === keysOfPage)
  return isSome
}

async function matchPage(
  statements: Transaction,
  reserveIds: ReserveIds,
  settings: LoadSettings,
  keys: readonly string[],
): Promise<void> {
  const { runId, operation, target } = settings
  const rows = await statements.query<KeptRow>(
    `SELECT order_key AS key, seq, sheet, row_number AS "rowNumber", held = 'skipped' AND request_hash IS NOT NULL AS "isKept",
            encode(request_hash, 'hex') AS hash, detail AS request
       FROM rows WHERE run_id = $1 AND order_key = ANY($2) ORDER BY order_key, seq`,
    [runId, keys],
  )
  const known = await statements.query<KnownSubmission & { key: string }>(
    `SELECT ${matchColumns}, order_key AS key FROM submissions
      WHERE order_key = ANY($3) AND operation = $1 AND target_id = $2 ORDER BY order_key, turn NULLS FIRST, id`,
    [operation, target.id, keys],
  )
  const before = known.map(({ id, state }) => ({ id, state }))
  const changes = new SubmissionChanges(settings, provisionalId)
  const settled = keys.flatMap((key) => {
    const ofKey = rows.filter((row) => row.key === key).map(toOrdered)
    const knownOfKey = known.filter((submission) => submission.key === key)
    return matchOrdered(settings, key, ofKey, knownOfKey, changes)
  })
  const number = await writeChanges(statements, settings, changes.list, before, { reserveIds })
  await statements.query(
    `UPDATE rows SET submission_id = placed.submission, held = placed.held, detail = placed.detail, was_done = placed."wasDone"::int
       FROM json_to_recordset($2) AS placed (seq integer, submission bigint, held text, detail text, "wasDone" boolean)
      WHERE run_id = $1 AND rows.seq = placed.seq`,
    [
      runId,
      toJson(settled.map(({ submission, ...of }) => ({ ...of, submission: submission && number(submission.id) }))),
    ],
  )
}

function toOrdered({ seq, sheet, rowNumber, isKept, hash, request }: KeptRow): OrderedRow {
  return { seq, sheet, rowNumber, kept: isKept ? { hash, request } : undefined }
}
