import type { Database } from '../../../support/sqlite.ts'
import type { KnownSubmission } from '../../matching/lookup.ts'
import { matchOrdered, type OrderedRow } from '../../matching/match-ordered.ts'
import { SubmissionChanges } from '../../matching/submission-changes.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { type CheckedColumns, verifySubmission, withoutChecksums } from '../schema/checksum.ts'
import { matchColumns, prepareFreeId } from './submission-lookup.ts'
import type { WriteChanges } from './write-changes.ts'

/** Matches the waiting rows of a run; call it in the transaction that completes the load. */
export type MatchOrderedRows = (settings: LoadSettings) => Generator<void, void>

const keysOfPage = 100

interface KeptRow extends Omit<OrderedRow, 'kept'> {
  key: string
  isKept: number
  hash: string
  request: string
}

export function createOrderedMatcher(db: Database, writeChanges: WriteChanges): MatchOrderedRows {
  const selectKeys = db
    .prepare<[number, string, number], string>(
      'SELECT DISTINCT order_key FROM rows WHERE run_id = ? AND order_key > ? ORDER BY order_key LIMIT ?',
    )
    .pluck()
  const ofPage = 'FROM rows WHERE run_id = @runId AND order_key BETWEEN @first AND @last'
  const selectRows = db.prepare<object, KeptRow>(
    `SELECT order_key AS key, seq, sheet, row_number AS rowNumber, held = 'skipped' AND request_hash IS NOT NULL AS isKept,
            lower(hex(request_hash)) AS hash, detail AS request ${ofPage} ORDER BY order_key, seq`,
  )
  const selectKnown = db.prepare<object, KnownSubmission & CheckedColumns & { key: string }>(
    `SELECT ${matchColumns}, order_key AS key FROM (SELECT DISTINCT order_key AS wanted ${ofPage}) CROSS JOIN submissions
         ON order_key = wanted AND +operation = @operation AND +target_id = @target ORDER BY order_key, turn, submissions.id`,
  )
  const selectFreeId = prepareFreeId(db)
  const settle = db.prepare(
    'UPDATE rows SET submission_id = ?, held = ?, detail = ?, was_done = ? WHERE run_id = ? AND seq = ?',
  )

  function matchPage(settings: LoadSettings, keys: readonly string[]): void {
    const { runId, operation, target } = settings
    const page = { runId, first: keys[0] ?? '', last: keys.at(-1) ?? '' }
    const rows = selectRows.all(page)
    const known = selectKnown
      .all({ ...page, operation, target: target.id })
      .map((record) => withoutChecksums(verifySubmission(db, record)))
    const changes = new SubmissionChanges(settings, selectFreeId.get() ?? 1)
    const settled = keys.flatMap((key) => {
      const ofKey = rows.filter((row) => row.key === key).map(toOrdered)
      const knownOfKey = known.filter((submission) => submission.key === key)
      return matchOrdered(settings, key, ofKey, knownOfKey, changes)
    })
    writeChanges(settings, changes.list)
    for (const { seq, submission, held, detail, wasDone } of settled) {
      settle.run(submission?.id ?? null, held ?? null, detail ?? null, wasDone ? 1 : 0, runId, seq)
    }
  }

  return function* (settings) {
    let keys: string[] = []
    do {
      keys = selectKeys.all(settings.runId, keys.at(-1) ?? '', keysOfPage)
      if (keys.length > 0) matchPage(settings, keys)
      yield
    } while (keys.length === keysOfPage)
  }
}

function toOrdered({ seq, sheet, rowNumber, isKept, hash, request }: KeptRow): OrderedRow {
  return { seq, sheet, rowNumber, kept: isKept === 1 ? { hash, request } : undefined }
}
