import type { OrderedRows, ReleasedRow } from '../port/ordered-rows.ts'
import { isBlocked, isReleased } from '../state-sql.ts'
import { createOrderReads } from '../store/order-reads.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

export function createOrderedRows(connection: ReconnectingConnection): OrderedRows {
  return {
    ...createOrderReads(connection),
    async holdBack(runId, seq, detail) {
      await connection.query(
        `UPDATE rows SET held = 'skipped', detail = CASE WHEN detail IS NULL THEN $1::text ELSE (detail::jsonb || $1::text::jsonb)::text END
          WHERE run_id = $2 AND seq = $3 AND held IS NULL`,
        [detail, runId, seq],
      )
    },
    release: (runId) =>
      connection.query<ReleasedRow>(
        `WITH released AS (
           SELECT held.seq, held.sheet, held.row_number, own.id, own.state
             FROM rows AS held JOIN submissions AS own ON own.id = held.submission_id
            WHERE held.run_id = $1 AND held.order_key IS NOT NULL AND ${isReleased(
              `SELECT FROM rows AS earlier LEFT JOIN submissions ON submissions.id = earlier.submission_id
                WHERE earlier.run_id = held.run_id AND earlier.order_key = held.order_key AND earlier.seq < held.seq AND ${isBlocked}`,
            )})
         UPDATE rows SET held = NULL, detail = NULLIF((detail::jsonb - 'reason' - 'isWaiting')::text, '{}')
           FROM released WHERE rows.run_id = $1 AND rows.seq = released.seq AND rows.held = 'skipped'
         RETURNING released.id, released.sheet, released.row_number AS "rowNumber", released.state`,
        [runId],
      ),
  }
}
