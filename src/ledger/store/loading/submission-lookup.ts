import { hideContents, revealContents } from '../../forgetting/forget-key.ts'
import type { KnownSubmission, LookupQuery, LookupResult } from '../../matching/lookup.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'
import { holdForgetting } from '../forgetting/fingerprint.ts'
import { storable, toJson } from '../storable.ts'
import type { Reader } from '../store.ts'
import { type MatchWriter, matchColumns } from './ordered-matching.ts'

/** Answers the lookup of a batch in a few statements, independent of its size. */
export async function lookUpSubmissions(
  statements: Reader,
  { key, reserveIds }: MatchWriter,
  { runId, operation, target }: LoadSettings,
  { rows, hashes, identifiers, claims, named }: LookupQuery,
): Promise<LookupResult> {
  const { checks, dialect } = statements
  const hidden = hideContents(key, await holdForgetting(statements), hashes)
  const contents = await statements.query<LookupResult['contents'][number]>(dialect.selectContents, [runId, hashes])
  const next = new Map(contents.map(({ hash, last }) => [hash, (last ?? -1) + 1]))
  const stored = [...hashes.map((hash) => [hash, hash] as const), ...hidden]
  const places = toJson(stored.map(([place, hash]) => ({ hash: place, ordinal: next.get(hash) ?? 0 })))
  const firsts = [...contents.flatMap(({ submissionId }) => submissionId ?? []), ...named]
  const text = dialect.selectKnown(matchColumns(statements))
  // Skips ordinals of submissions that a row of the run, or of the batch, already has.
  for (let reach = 2 * rows; ; reach *= 2) {
    const values = [operation, target.id, places, reach, identifiers, firsts]
    const found = await statements.query<KnownSubmission & { identifier: string | null }>(text, values)
    const known = found
      .map(checks.verify)
      .map(({ identifier, ...of }) => ({ ...of, identifier: identifier ?? undefined }))
    const holders = await statements.query<LookupResult['holders'][number]>(
      `SELECT submission_id AS "submissionId", sheet, row_number AS "rowNumber" FROM rows
        WHERE submission_id ${dialect.anyOf('$2')} AND ${dialect.noIndex('run_id')} = $1 AND held IS NULL`,
      [runId, known.map(({ id }) => id)],
    )
    if (holders.length + rows > reach) continue
    const owners = await findOwners(statements, runId, claims)
    return { contents, known: revealContents(known, hidden), holders, claims: owners, freeId: await reserveIds(rows) }
  }
}

async function findOwners(
  statements: Reader,
  runId: number,
  claims: readonly string[],
): Promise<LookupResult['claims']> {
  if (claims.length === 0) return []
  const byStored = new Map(claims.map((claim) => [storable(claim), claim]))
  const found = await statements.query<LookupResult['claims'][number]>(
    `SELECT claim, sheet, row_number AS "rowNumber" FROM run_claims WHERE run_id = $1 AND claim ${statements.dialect.anyOf('$2')}`,
    [runId, [...byStored.keys()]],
  )
  return found.map((owner) => ({ ...owner, claim: byStored.get(owner.claim) ?? owner.claim }))
}
