import { buildLookup, hashRow } from '../../matching/lookup.ts'
import { type MatchPlan, matchRows } from '../../matching/match-rows.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { RowLoader } from '../../port/runs.ts'
import { findPlannedNames, overlayLookup, planChanges } from '../planned/planned-changes.ts'
import { toJson } from '../storable.ts'
import type { Reader, Store } from '../store.ts'
import type { LoadParts } from './load-completion.ts'
import { lookUpSubmissions } from './submission-lookup.ts'

const claimColumns = { claim: 'text', sheet: 'integer', rowNumber: 'integer' } as const

export function createRowLoader(store: Store, partsOf: (statements: Reader) => LoadParts): RowLoader {
  // A server waits until rows are sent to it; meanwhile the next batch must not be prepared.
  let areSent: Promise<unknown> = Promise.resolve()
  return {
    add(settings, firstSeq, loaded) {
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
     SELECT CAST($2 AS bigint), claim, sheet, "rowNumber" FROM ${statements.dialect.records('claimed', '$1', claimColumns)}`,
    [toJson(claims), runId],
  )
}
