import { blockingHeldStates, possiblyCreatedStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Blocker, OrderedRows, Replaced } from '../port/ordered-rows.ts'
import { listOf } from '../state-sql.ts'
import type { Journal } from './journal.ts'
import { serve } from './serve.ts'

export function createOrderedRows(db: Database, journal: Journal): OrderedRows {
  const selectBlocker = db.prepare<[number, number], Blocker>(
    `SELECT earlier.sheet, earlier.row_number AS rowNumber, COALESCE(earlier.held, submissions.state) AS state
       FROM rows AS this
       JOIN rows AS earlier ON earlier.run_id = this.run_id AND earlier.order_key = this.order_key AND earlier.seq < this.seq
       LEFT JOIN submissions ON submissions.id = earlier.submission_id
      WHERE this.run_id = ? AND this.seq = ?
        AND (earlier.held IN ${listOf(blockingHeldStates)}
             OR (earlier.held IS NULL AND submissions.state <> 'done'))
      ORDER BY earlier.held IS NULL AND submissions.state = 'ready', earlier.seq LIMIT 1`,
  )
  const selectReplaced = db.prepare<[number, number], Replaced>(
    `SELECT last.request, last.state, COALESCE(last.done_at, last.sent_at) AS at
       FROM rows
       JOIN submissions AS this ON this.id = rows.submission_id
       JOIN submissions AS last ON last.order_key = this.order_key AND last.operation = this.operation
        AND last.target_id = this.target_id AND last.id <> this.id AND last.turn IS NOT NULL
      WHERE rows.run_id = ? AND rows.seq = ?
        AND (last.doubted = 1 OR last.state IN ${listOf(possiblyCreatedStates)})
      ORDER BY last.turn DESC LIMIT 1`,
  )
  const selectLatest = db.prepare<[string, number], Replaced>(
    `SELECT request, state, COALESCE(done_at, sent_at) AS at FROM submissions
      WHERE order_key = ? AND target_id = (SELECT target_id FROM runs WHERE id = ?) AND turn IS NOT NULL
        AND (doubted = 1 OR state IN ${listOf(possiblyCreatedStates)})
      ORDER BY turn DESC LIMIT 1`,
  )
  const contested = `SELECT order_key FROM rows WHERE run_id = ? AND order_key IS NOT NULL AND request_hash IS NOT NULL
      GROUP BY order_key HAVING COUNT(DISTINCT request_hash) > 1`
  const countContested = db.prepare<[number], { count: number }>(`SELECT COUNT(*) AS count FROM (${contested})`)
  const selectContested = db.prepare<[number, number], { order_key: string }>(`${contested} ORDER BY MIN(seq) LIMIT ?`)
  const selectRows = db.prepare<[number, string], { sheet: number; rowNumber: number }>(
    `SELECT sheet, row_number AS rowNumber FROM rows
      WHERE run_id = ? AND order_key = ? AND request_hash IS NOT NULL ORDER BY seq`,
  )
  const hold = db.prepare(`UPDATE rows SET held = 'skipped', detail = ? WHERE run_id = ? AND seq = ? AND held IS NULL`)
  return {
    ...serve<Omit<OrderedRows, 'holdBack'>>({
      findBlocker: (runId, seq) => selectBlocker.get(runId, seq),
      findReplaced: (runId, seq) => selectReplaced.get(runId, seq),
      findLatest: (runId, orderKeys) =>
        new Map(
          orderKeys.flatMap((key) => {
            const latest = selectLatest.get(key, runId)
            return latest === undefined ? [] : [[key, latest]]
          }),
        ),
      listContested: (runId, limit) => ({
        count: countContested.get(runId)?.count ?? 0,
        first: selectContested.all(runId, limit).map(({ order_key: orderKey }) => ({
          orderKey,
          rows: selectRows.all(runId, orderKey),
        })),
      }),
    }),
    holdBack: (runId, seq, detail) => journal.commit(() => void hold.run(detail, runId, seq)),
  }
}
