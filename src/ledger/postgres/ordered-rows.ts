import { possiblyCreatedStates } from '../../contract/states.ts'
import type { Blocker, Contested, OrderedRows, ReleasedRow, Replaced, ReplacedByRow } from '../port/ordered-rows.ts'
import { blockerState, isBlocked, isBlocker, isReleased, listOf, wasReleased } from '../state-sql.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

const contested = `SELECT order_key, MIN(seq) AS first FROM rows
  WHERE run_id = $1 AND order_key IS NOT NULL AND request_hash IS NOT NULL
  GROUP BY order_key HAVING COUNT(DISTINCT request_hash) > 1`

export function createOrderedRows(connection: ReconnectingConnection): OrderedRows {
  return {
    async findBlocker(runId, seq) {
      const [blocker] = await connection.query<Blocker>(
        `SELECT earlier.sheet, earlier.row_number AS "rowNumber", ${blockerState} AS state
           FROM rows AS this
           JOIN rows AS earlier ON earlier.run_id = this.run_id AND earlier.order_key = this.order_key AND earlier.seq < this.seq
           LEFT JOIN submissions ON submissions.id = earlier.submission_id
          WHERE this.run_id = $1 AND this.seq = $2 AND ${isBlocker}
          ORDER BY ${blockerState} = 'ready', earlier.seq LIMIT 1`,
        [runId, seq],
      )
      return blocker
    },
    async findReplaced(runId, seq) {
      const [replaced] = await connection.query<ReplacedByRow>(
        `SELECT last.request, last.state, COALESCE(last.done_at, last.sent_at) AS at,
                ${wasReleased('last.id')} AS "wasReleased"
           FROM rows
           JOIN submissions AS this ON this.id = rows.submission_id
           JOIN submissions AS last ON last.order_key = this.order_key AND last.operation = this.operation
            AND last.target_id = this.target_id AND last.id <> this.id AND last.turn IS NOT NULL
          WHERE rows.run_id = $1 AND rows.seq = $2
            AND (last.doubted = 1 OR last.state IN ${listOf(possiblyCreatedStates)})
          ORDER BY last.turn DESC LIMIT 1`,
        [runId, seq],
      )
      return replaced
    },
    async findLatest(runId, orderKeys) {
      const latest = await connection.query<Replaced & { key: string }>(
        `SELECT DISTINCT ON (order_key) order_key AS key, request, state, COALESCE(done_at, sent_at) AS at FROM submissions
          WHERE order_key = ANY($2) AND target_id = (SELECT target_id FROM runs WHERE id = $1) AND turn IS NOT NULL
            AND (doubted = 1 OR state IN ${listOf(possiblyCreatedStates)})
          ORDER BY order_key, turn DESC`,
        [runId, orderKeys],
      )
      return new Map(latest.map(({ key, ...of }) => [key, of]))
    },
    async listContested(runId, limit) {
      const [all] = await connection.query<{ count: number }>(`SELECT COUNT(*) AS count FROM (${contested}) AS each`, [
        runId,
      ])
      const first = await connection.query<Contested>(
        `SELECT each.order_key AS "orderKey", json_agg(json_build_object('sheet', sheet, 'rowNumber', row_number) ORDER BY seq) AS rows
           FROM (${contested} ORDER BY MIN(seq) LIMIT $2) AS each
           JOIN rows ON rows.run_id = $1 AND rows.order_key = each.order_key AND request_hash IS NOT NULL
          GROUP BY each.order_key, each.first ORDER BY each.first`,
        [runId, limit],
      )
      return { count: all?.count ?? 0, first }
    },
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
