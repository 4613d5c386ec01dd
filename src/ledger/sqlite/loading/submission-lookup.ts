import type { Database, Statement } from '../../../support/sqlite.ts'
import { type ForgetKey, fingerprintKey } from '../../forgetting/forget-key.ts'
import { hideContents, revealContents } from '../../forgetting/hidden-contents.ts'
import type { KnownSubmission, LookupQuery, LookupResult } from '../../matching/lookup.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { matchColumns } from '../../store/loading/ordered-matching.ts'
import type { Reader } from '../../store/store.ts'
import type { UniqueKeys } from './unique-keys.ts'

/** No submission has this id or a higher one; nor has any of the ledger that this one is an excerpt of (`last_id`). */
export function prepareFreeId(db: Database): Statement<[], number> {
  const last = (text: string) => `COALESCE((SELECT ${text}), 0)`
  const kept = last(`CAST(value AS INTEGER) FROM meta WHERE key = 'last_id'`)
  return db.prepare<[], number>(`SELECT MAX(${last('MAX(id) FROM submissions')}, ${kept}) + 1`).pluck()
}

export type SubmissionLookup = (settings: LoadSettings, question: LookupQuery) => LookupResult

/** Answers the lookup of a batch in a few statements, independent of its size. */
export function createSubmissionLookup(
  db: Database,
  reader: Reader,
  claims: UniqueKeys,
  key: ForgetKey,
): SubmissionLookup {
  const selectFingerprint = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const ofContent = 'FROM rows WHERE run_id = @runId AND request_hash = unhex(wanted.value) ORDER BY ordinal'
  const selectContents = db.prepare<{ runId: number; hashes: string }, LookupResult['contents'][number]>(
    `SELECT wanted.value AS hash, sheet, row_number AS rowNumber, ordinal, submission_id AS submissionId,
            (SELECT ordinal ${ofContent} DESC LIMIT 1) AS last
       FROM json_each(@hashes) AS wanted
      CROSS JOIN rows ON run_id = @runId AND seq = (SELECT seq ${ofContent}, seq LIMIT 1)`,
  )
  const selectKnown = db.prepare<object, KnownSubmission & { at: number | null }>(
    `SELECT ${matchColumns(reader)}, at FROM (
       SELECT submissions.id AS found, NULL AS at FROM json_each(@places) CROSS JOIN submissions
           ON operation = @operation AND target_id = @target AND request_hash = unhex(key)
          AND ordinal >= value AND ordinal < value + @reach
       UNION ALL SELECT submissions.id, key FROM json_each(@identifiers) CROSS JOIN submissions
           ON identifier = value AND operation = @operation AND target_id = @target
       UNION ALL SELECT value, NULL FROM json_each(@firsts))
      CROSS JOIN submissions ON submissions.id = found ORDER BY submissions.id`,
  )
  const selectHolders = db.prepare<[string, number], LookupResult['holders'][number]>(
    `SELECT submission_id AS submissionId, sheet, row_number AS rowNumber
       FROM json_each(?) CROSS JOIN rows ON submission_id = value AND run_id = ? AND held IS NULL`,
  )
  const selectFreeId = prepareFreeId(db)

  return ({ runId, operation, target }, { rows, hashes, identifiers, claims: wanted, named }) => {
    const contents = selectContents.all({ runId, hashes: JSON.stringify(hashes) })
    const next = new Map(contents.map(({ hash, last }) => [hash, (last ?? -1) + 1]))
    const hidden = hideContents(key, selectFingerprint.get(fingerprintKey), hashes)
    const places = [...hashes.map((hash) => [hash, hash] as const), ...hidden].map(
      ([stored, hash]) => [stored, next.get(hash) ?? 0] as const,
    )
    const scope = {
      operation,
      target: target.id,
      places: JSON.stringify(Object.fromEntries(places)),
      identifiers: JSON.stringify(identifiers),
      firsts: JSON.stringify([...contents.map(({ submissionId }) => submissionId), ...named]),
    }
    // Skips ordinals of submissions that a row of the run, or of the batch, already has.
    for (let reach = 2 * rows; ; reach *= 2) {
      const found = selectKnown.all({ ...scope, reach })
      const holders = selectHolders.all(JSON.stringify(found.map(({ id }) => id)), runId)
      if (holders.length + rows > reach) continue
      const known = found.map((record) => {
        const { at, ...known } = reader.checks.verify(record)
        return { ...known, identifier: at === null ? undefined : identifiers[at] }
      })
      return {
        contents,
        known: revealContents(known, hidden),
        holders,
        claims: claims.find(runId, wanted),
        freeId: selectFreeId.get() ?? 1,
      }
    }
  }
}
