import type { Database } from '../../../support/sqlite.ts'
import type { ForgetKey } from '../../forgetting/forget-key.ts'
import { buildLookup, hashRow, type RowMatch } from '../../matching/lookup.ts'
import { matchRows } from '../../matching/match-rows.ts'
import type { LoadedRow, LoadSettings } from '../../port/loaded-row.ts'
import type { RowLoader } from '../../port/runs.ts'
import type { Store } from '../../store/store.ts'
import { sumOfRow } from '../schema/line-sums.ts'
import { createSubmissionLookup } from './submission-lookup.ts'
import { createUniqueKeys } from './unique-keys.ts'
import type { WriteChanges } from './write-changes.ts'

export function createRowLoader(db: Database, store: Store, writeChanges: WriteChanges, key: ForgetKey): RowLoader {
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
      sumOfRow(row.sheet, row.rowNumber, row.cells, row.warnings ?? null),
    )
  }

  function add(settings: LoadSettings, firstSeq: number, loaded: readonly LoadedRow[]): void {
    const rows = loaded.map(hashRow)
    const plan = matchRows(settings, rows, findFacts(settings, buildLookup(rows)))
    writeChanges(settings, plan.changes)
    claims.add(settings.runId, plan.claims)
    for (const [index, { row, placement }] of plan.rows.entries()) {
      insertRow(settings.runId, firstSeq + index, row, placement)
    }
  }

  return { add: (settings, firstSeq, loaded) => store.transaction(async () => add(settings, firstSeq, loaded)) }
}
