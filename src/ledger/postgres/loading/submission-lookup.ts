import type { ForgetKey } from '../../forgetting/forget-key.ts'
import { hideContents, revealContents } from '../../forgetting/hidden-contents.ts'
import type { KnownSubmission, LookupQuery, LookupResult } from '../../matching/lookup.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { holdForgetting } from '../../store/forgetting/fingerprint.ts'
import { matchColumns } from '../../store/loading/ordered-matching.ts'
import type { Reader } from '../../store/store.ts'

/** Answers the lookup of a batch in a few statements, independent of its size. */
export async function lookUpSubmissions(
  statements: Reader,
  { runId, operation, target }: LoadSettings,
  { rows, hashes, identifiers, claims, named }: LookupQuery,
  key: ForgetKey,
): Promise<Omit<LookupResult, 'freeId'>> {
  const hidden = hideContents(key, await holdForgetting(statements), hashes)
  // By content, never by run: the statistics are of earlier runs, and the database would scan all rows of this run for
  // each content.
  const contents = await statements.query<LookupResult['contents'][number]>(
    `SELECT wanted.hash, first.*,
            (SELECT MAX(ordinal) FROM rows WHERE request_hash = decode(wanted.hash, 'hex') AND run_id + 0 = $1) AS last
       FROM unnest($2::text[]) AS wanted (hash)
      CROSS JOIN LATERAL (
        SELECT sheet, row_number AS "rowNumber", ordinal, submission_id AS "submissionId" FROM rows
         WHERE request_hash = decode(wanted.hash, 'hex') AND run_id + 0 = $1 ORDER BY ordinal NULLS FIRST, seq LIMIT 1) AS first`,
    [runId, hashes],
  )
  const claimed =
    claims.length === 0
      ? []
      : await statements.query<LookupResult['claims'][number]>(
          `SELECT claim, sheet, row_number AS "rowNumber" FROM run_claims WHERE run_id = $1 AND claim = ANY($2)`,
          [runId, claims],
        )
  const next = new Map(contents.map(({ hash, last }) => [hash, (last ?? -1) + 1]))
  const stored = [...hashes, ...hidden.keys()]
  const places = [...hashes, ...hidden.values()].map((hash) => next.get(hash) ?? 0)
  const firsts = [...contents.map(({ submissionId }) => submissionId), ...named]
  // Each content by itself (`OFFSET 0`): with outdated statistics the database would scan the whole table each time.
  // Skips ordinals of submissions that a row of the run, or of the batch, already has.
  for (let reach = 2 * rows; ; reach *= 2) {
    const known = await statements.query<KnownSubmission & { identifier: string | null }>(
      `SELECT ${matchColumns(statements)}, found.identifier FROM (
         SELECT same.id, NULL AS identifier FROM unnest($3::text[], $4::int[]) AS place (hash, ordinal)
          CROSS JOIN LATERAL (
           SELECT id FROM submissions WHERE operation = $1 AND target_id = $2 AND request_hash = decode(place.hash, 'hex')
              AND ordinal >= place.ordinal AND ordinal < place.ordinal + $5 OFFSET 0) AS same
         UNION ALL SELECT named.id, named.identifier FROM submissions AS named
           WHERE named.identifier = ANY($6) AND named.operation = $1 AND named.target_id = $2
         UNION ALL SELECT first, NULL FROM unnest($7::bigint[]) AS first) AS found
        JOIN submissions ON submissions.id = found.id ORDER BY submissions.id`,
      [operation, target.id, stored, places, reach, identifiers, firsts],
    )
    const holders =
      known.length === 0
        ? []
        : await statements.query<LookupResult['holders'][number]>(
            `SELECT submission_id AS "submissionId", sheet, row_number AS "rowNumber" FROM rows
              WHERE submission_id = ANY($2) AND run_id = $1 AND held IS NULL`,
            [runId, known.map(({ id }) => id)],
          )
    if (holders.length + rows > reach) continue
    return {
      contents,
      known: revealContents(known, hidden).map(({ identifier, ...of }) => ({
        ...of,
        identifier: identifier ?? undefined,
      })),
      holders,
      claims: claimed,
    }
  }
}
