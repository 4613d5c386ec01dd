import type { Database } from '../../support/sqlite.ts'
import type { OrderedRows } from '../port/ordered-rows.ts'
import type { Journal } from './journal.ts'

export function createHoldBack(db: Database, journal: Journal): OrderedRows['holdBack'] {
  // Keeps the row's other details, for its release.
  const hold = db.prepare(
    `UPDATE rows SET held = 'skipped', detail = json_patch(COALESCE(detail, '{}'), ?)
      WHERE run_id = ? AND seq = ? AND held IS NULL`,
  )
  return (runId, seq, detail) => journal.commit(() => void hold.run(detail, runId, seq))
}
