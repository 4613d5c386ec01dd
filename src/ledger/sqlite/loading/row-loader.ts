import type { Database } from '../../../support/sqlite.ts'
import type { ForgetKey } from '../../forgetting/forget-key.ts'
import { buildLookup, hashRow, type RowMatch } from '../../matching/lookup.ts'
import { matchRows } from '../../matching/match-rows.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { RowLoader } from '../../port/runs.ts'
import { findPlannedNames, overlayLookup, planChanges } from '../../store/planned/planned-changes.ts'
import type { Reader, Store } from '../../store/store.ts'
import { sumOfRow } from '../schema/record-checks.ts'
import type { AddSubmissions } from './add-submissions.ts'
import { createSubmissionLookup } from './submission-lookup.ts'
import { createUniqueKeys } from './unique-keys.ts'

export function createRowLoader(db: Database, store: Store, addSubmissions: AddSubmissions, key: ForgetKey): RowLoader {
  const claims = createUniqueKeys(db)
  const findFacts = createSubmissionLookup(db, store, claims, key)
  const insert = db.prepare(
    `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id,
                       held, detail, was_done, was_named, cells_sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, unhex(?), ?, ?, ?, ?, ?, ?, ?)`,
  )

  function insertRow(runId: number, seq: number, row: LoadedRow, placement: RowMatch): void {
    const { hash, ordinal, submission, held, detail, wasDone, isNamed = false } = placement
    insert.run(
      runId,
      seq,
      row.sheet,
      row.rowNumber,
      row.isHidden ? 1 : 0,
      row.cells,
      row.warnings ?? null,
      row.orderKey ?? null,
      hash ?? null,
      ordinal ?? null,
      submission?.id ?? null,
      held ?? null,
      detail ?? null,
      wasDone ? 1 : 0,
      isNamed ? 1 : 0,
      sumOfRow({ sheet: row.sheet, row_number: row.rowNumber, cells: row.cells, warnings: row.warnings ?? null }),
    )
  }

  async function add(
    settings: LoadSettings,
    firstSeq: number,
    loaded: readonly LoadedRow[],
    statements: Reader,
  ): Promise<void> {
    const rows = loaded.map(hashRow)
    const { runId } = settings
    const lookup = buildLookup(rows)
    const named = await findPlannedNames(statements, runId, lookup.identifiers)
    const found = findFacts(settings, { ...lookup, named: named.map(({ id }) => id) })
    const facts = await overlayLookup(statements, runId, found, named)
    const plan = matchRows(settings, rows, facts)
    addSubmissions(settings, plan.added)
    claims.add(runId, plan.claims)
    for (const [index, { row, placement }] of plan.rows.entries()) {
      insertRow(runId, firstSeq + index, row, placement)
    }
    await planChanges(statements, runId, plan.planned, facts.planned)
  }

  return {
    add: (settings, firstSeq, loaded) => store.transaction((statements) => add(settings, firstSeq, loaded, statements)),
  }
}
