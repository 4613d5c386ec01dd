import type { Database } from '../../support/sqlite.ts'
import type { OrderedRows, ReleasedRow } from '../port/ordered-rows.ts'
import { isBlocked, isReleased } from '../state-sql.ts'
import type { OrderReads } from '../store/order-reads.ts'
import type { Journal } from './journal.ts'

export function createOrderedRows(db: Database, journal: Journal): Omit<OrderedRows, keyof OrderReads> {
  // Keeps the row's other details, for its release.
  const hold = db.prepare(
    `UPDATE rows SET held = 'skipped', detail = json_patch(COALESCE(detail, '{}'), ?)
      WHERE run_id = ? AND seq = ? AND held IS NULL`,
  )
  const selectReleased = db.prepare<[number], ReleasedRow & { seq: number }>(
    `SELECT held.seq, held.sheet, held.row_number AS rowNumber, own.id, own.state
       FROM rows AS held JOIN submissions AS own ON own.id = held.submission_id
      WHERE held.run_id = ? AND held.order_key IS NOT NULL AND ${isReleased(
        `SELECT 1 FROM rows AS earlier LEFT JOIN submissions ON submissions.id = earlier.submission_id
          WHERE earlier.run_id = held.run_id AND earlier.order_key = held.order_key AND earlier.seq < held.seq AND ${isBlocked}`,
      )} ORDER BY held.seq`,
  )
  const releaseRow = db.prepare(
    `UPDATE rows SET held = NULL, detail = NULLIF(json_remove(detail, '$.reason', '$.isWaiting'), '{}')
      WHERE run_id = ? AND seq = ?`,
  )

  return {
    holdBack: (runId, seq, detail) => journal.commit(() => void hold.run(detail, runId, seq)),
    async release(runId) {
      // Nearly always there are none, which needs no commit.
      if (selectReleased.get(runId) === undefined) return []
      return journal.commit(() =>
        selectReleased.all(runId).map(({ seq, ...row }) => {
          releaseRow.run(runId, seq)
          return row
        }),
      )
    },
  }
}
