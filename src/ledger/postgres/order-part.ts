import { blockingHeldStates, possiblyCreatedStates } from '../../contract/states.ts'
import type { Blocker, Contested, OrderedRows, Replaced } from '../port/ordered-rows.ts'
import { listOf } from '../state-sql.ts'
import type { DatabaseLine } from './line.ts'

const contested = `SELECT order_key, MIN(seq) AS first FROM rows
  WHERE run_id = $1 AND order_key IS NOT NULL AND request_hash IS NOT NULL
  GROUP BY order_key HAVING COUNT(DISTINCT request_hash) > 1`

export function orderOf(line: DatabaseLine): OrderedRows {
  return {
    async findBlocker(runId, seq) {
      const [blocker] = await line.query<Blocker>(
        `SELECT earlier.sheet, earlier.row_number AS "rowNumber", COALESCE(earlier.held, submissions.state) AS state
           FROM rows AS this
           JOIN rows AS earlier ON earlier.run_id = this.run_id AND earlier.order_key = this.order_key AND earlier.seq < this.seq
           LEFT JOIN submissions ON submissions.id = earlier.submission_id
          WHERE this.run_id = $1 AND this.seq = $2
            AND (earlier.held IN ${listOf(blockingHeldStates)} OR (earlier.held IS NULL AND submissions.state <> 'done'))
          ORDER BY earlier.held IS NULL AND submissions.state = 'ready', earlier.seq LIMIT 1`,
        [runId, seq],
      )
      return blocker
    },
    async findReplaced(runId, seq) {
      const [replaced] = await line.query<Replaced>(
        `SELECT last.request, last.state, COALESCE(last.done_at, last.sent_at) AS at
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
      const latest = await line.query<Replaced & { key: string }>(
        `SELECT DISTINCT ON (order_key) order_key AS key, request, state, COALESCE(done_at, sent_at) AS at FROM submissions
          WHERE order_key = ANY($2) AND target_id = (SELECT target_id FROM runs WHERE id = $1) AND turn IS NOT NULL
            AND (doubted = 1 OR state IN ${listOf(possiblyCreatedStates)})
          ORDER BY order_key, turn DESC`,
        [runId, orderKeys],
      )
      return new Map(latest.map(({ key, ...of }) => [key, of]))
    },
    async listContested(runId, limit) {
      const [all] = await line.query<{ count: number }>(`SELECT COUNT(*) AS count FROM (${contested}) AS each`, [runId])
      const first = await line.query<Contested>(
        `SELECT each.order_key AS "orderKey", json_agg(json_build_object('sheet', sheet, 'rowNumber', row_number) ORDER BY seq) AS rows
           FROM (${contested} ORDER BY MIN(seq) LIMIT $2) AS each
           JOIN rows ON rows.run_id = $1 AND rows.order_key = each.order_key AND request_hash IS NOT NULL
          GROUP BY each.order_key, each.first ORDER BY each.first`,
        [runId, limit],
      )
      return { count: all?.count ?? 0, first }
    },
    async holdBack(runId, seq, detail) {
      await line.query(
        `UPDATE rows SET held = 'skipped', detail = $1 WHERE run_id = $2 AND seq = $3 AND held IS NULL`,
        [detail, runId, seq],
      )
    },
  }
}
