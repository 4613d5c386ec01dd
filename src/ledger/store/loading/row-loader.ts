import { hideContents, revealContents } from '../../forgetting/forget-key.ts'
import {
  buildLookup,
  hashRow,
  type KnownSubmission,
  type LookupQuery,
  type LookupResult,
} from '../../matching/lookup.ts'
import { type MatchPlan, matchRows } from '../../matching/match-rows.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import { holdForgetting } from '../forgetting/erase-trips.ts'
import { findPlannedNames, overlayLookup, planChanges } from '../planned/planned-changes.ts'
import { type Reader, type Store, storable, toJson } from '../store.ts'
import { type LoadParts, matchColumns } from './load-completion.ts'

const claimColumns = 'claim text, sheet integer, rowNumber integer'

/** Finds the submission for each row of a sheet. Identity is content, not position. */
export function createRowLoader(store: Store, partsOf: (statements: Reader) => LoadParts) {
  // A server waits until rows are sent to it; meanwhile the next batch must not be prepared.
  let areSent: Promise<unknown> = Promise.resolve()
  return {
    /**
     * Adds rows to a run being loaded, in one transaction; `seq` counts on from `firstSeq`. Calls may overlap: batches
     * are stored one after another. A batch is stored even if an earlier one failed, so such a run is never completed.
     */
    add(settings: LoadSettings, firstSeq: number, loaded: readonly LoadedRow[]): Promise<void> {
      let onSent = (): void => {}
      const before = areSent
      areSent = new Promise<void>((resolve) => {
        onSent = resolve
      })
      return before.then(() => add(settings, firstSeq, loaded, onSent)).finally(onSent)
    },
  }

  function add(
    settings: LoadSettings,
    firstSeq: number,
    loaded: readonly LoadedRow[],
    onSent: () => void,
  ): Promise<void> {
    const rows = loaded.map(hashRow)
    const lookup = buildLookup(rows)
    const { runId } = settings
    return store.transaction(async (statements) => {
      const parts = partsOf(statements)
      const named = await findPlannedNames(statements, runId, lookup.identifiers)
      const query = { ...lookup, named: named.map(({ id }) => id) }
      const found = await lookUpSubmissions(statements, parts, settings, query)
      const { planned: before, ...facts } = await overlayLookup(statements, runId, found, named)
      const plan = matchRows(settings, rows, facts)
      await parts.add(settings, plan.added, loaded)
      await addClaims(statements, runId, plan.claims)
      const stored = parts.addRows(runId, firstSeq, plan.rows)
      setImmediate(onSent)
      await stored
      await planChanges(statements, runId, plan.planned, before)
    })
  }
}

async function addClaims(statements: Reader, runId: number, claims: MatchPlan['claims']): Promise<void> {
  if (claims.length === 0) return
  await statements.query(
    `INSERT INTO run_claims (run_id, claim, sheet, row_number)
     SELECT CAST($2 AS bigint), claim, sheet, "rowNumber" FROM ${statements.dialect.records('claimed', claimColumns)}`,
    [toJson(claims), runId],
  )
}

/** Answers the lookup of a batch in a few statements, independent of its size. */
export async function lookUpSubmissions(
  statements: Reader,
  { key, reserveIds }: LoadParts,
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
    return {
      contents,
      known: revealContents(known, hidden),
      holders,
      claims: await findOwners(),
      freeId: await reserveIds(rows),
    }
  }

  async function findOwners(): Promise<LookupResult['claims']> {
    if (claims.length === 0) return []
    const byStored = new Map(claims.map((claim) => [storable(claim), claim]))
    const owners = await statements.query<LookupResult['claims'][number]>(
      `SELECT claim, sheet, row_number AS "rowNumber" FROM run_claims WHERE run_id = $1 AND claim ${dialect.anyOf('$2')}`,
      [runId, [...byStored.keys()]],
    )
    return owners.map((owner) => ({ ...owner, claim: byStored.get(owner.claim) ?? owner.claim }))
  }
}
