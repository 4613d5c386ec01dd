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
import { overlayPlanned, planChanges } from '../planned/planned-changes.ts'
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

  function add(settings: LoadSettings, firstSeq: number, loaded: readonly LoadedRow[], onSent: () => void) {
    const rows = loaded.map(hashRow)
    const lookup = buildLookup(rows)
    const { runId } = settings
    return store.transaction(async (statements) => {
      const parts = partsOf(statements)
      const { planned: before, ...facts } = await lookUpSubmissions(statements, parts, settings, lookup)
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
  const insert = `INSERT INTO run_claims (run_id, claim, sheet, row_number)
   SELECT CAST($2 AS bigint), claim, sheet, "rowNumber" FROM ${statements.dialect.records('claimed', claimColumns)}`
  await statements.query(insert, [toJson(claims), runId])
}

/**
 * Answers the lookup of a batch in a few statements, independent of its size. Submissions are as they will be once the
 * run is released; `planned` are those about which it has decided.
 */
export async function lookUpSubmissions(
  statements: Reader,
  { key, reserveIds }: LoadParts,
  { runId, operation, target }: LoadSettings,
  { rows, hashes, identifiers, claims }: LookupQuery,
): Promise<LookupResult & { planned: number[] }> {
  const { checks, dialect } = statements
  const hidden = hideContents(key, await holdForgetting(statements), hashes)
  const contents = await statements.query<LookupResult['contents'][number]>(dialect.selectContents, [runId, hashes])
  const next = new Map(contents.map(({ hash, last }) => [hash, (last ?? -1) + 1]))
  const stored = [...hashes.map((hash) => [hash, hash] as const), ...hidden]
  const places = toJson(stored.map(([place, hash]) => ({ hash: place, ordinal: next.get(hash) ?? 0 })))
  const named = await findPlannedNames()
  const firsts = [...contents.flatMap(({ submissionId }) => submissionId ?? []), ...named.map(({ id }) => id)]
  const text = dialect.selectKnown(matchColumns(statements))
  // Skips ordinals of submissions that a row of the run, or of the batch, already has.
  for (let reach = 2 * rows; ; reach *= 2) {
    const values = [operation, target.id, places, reach, identifiers, firsts]
    const found = await statements.query<KnownSubmission & { identifier: string | null }>(text, values)
    const known = found
      .map(checks.verify)
      .map(({ identifier, ...of }) => ({ ...of, identifier: identifier ?? undefined }))
    const select = `SELECT submission_id AS "submissionId", sheet, row_number AS "rowNumber" FROM rows
      WHERE submission_id ${dialect.anyOf('$2')} AND ${dialect.noIndex('run_id')} = $1 AND held IS NULL`
    const holders = await statements.query<LookupResult['holders'][number]>(select, [runId, known.map(({ id }) => id)])
    if (holders.length + rows > reach) continue
    const overlaid = await overlayPlanned(statements, runId, revealContents(known, hidden))
    const byId = new Map(overlaid.known.map((each) => [each.id, each]))
    const further = named.flatMap(({ id, identifier }) => {
      const each = byId.get(id)
      return each === undefined ? [] : [{ ...each, identifier }]
    })
    return {
      contents,
      known: [...overlaid.known, ...further],
      planned: overlaid.planned,
      holders,
      claims: await findOwners(),
      freeId: await reserveIds(rows),
    }
  }

  /** Submissions that the run is to give one of the identifiers to. */
  async function findPlannedNames(): Promise<{ id: number; identifier: string }[]> {
    if (identifiers.length === 0) return []
    return statements.query(
      `SELECT submission_id AS id, identifier FROM run_changes WHERE run_id = $1 AND identifier ${dialect.anyOf('$2')} ORDER BY n`,
      [runId, identifiers],
    )
  }

  async function findOwners(): Promise<LookupResult['claims']> {
    if (claims.length === 0) return []
    const byStored = new Map(claims.map((claim) => [storable(claim), claim]))
    const selectOwners = `SELECT claim, sheet, row_number AS "rowNumber" FROM run_claims WHERE run_id = $1 AND claim ${dialect.anyOf('$2')}`
    const owners = await statements.query<LookupResult['claims'][number]>(selectOwners, [runId, [...byStored.keys()]])
    return owners.map((owner) => ({ ...owner, claim: byStored.get(owner.claim) ?? owner.claim }))
  }
}
