import { possiblyCreatedStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Blocker, OrderedRows, ReleasedRow, Replaced } from '../port/ordered-rows.ts'
import { blockerState, isBlocked, isBlocker, isReleased, listOf, wasReleased } from '../state-sql.ts'
import { toAsyncPart } from './async-part.ts'
import { type CheckedColumns, checkedColumns, verifySubmission } from './checksum.ts'
import type { Journal } from './journal.ts'

export function createOrderedRows(db: Database, journal: Journal): OrderedRows {
  const selectBlocker = db.prepare<[number, number], Blocker>(
    `SELECT earlier.sheet, earlier.row_number AS rowNumber, ${blockerState} AS state
       FROM rows AS this
       JOIN rows AS earlier ON earlier.run_id = this.run_id AND earlier.order_key = this.order_key AND earlier.seq < this.seq
       LEFT JOIN submissions ON submissions.id = earlier.submission_id
      WHERE this.run_id = ? AND this.seq = ? AND ${isBlocker}
      ORDER BY ${blockerState} = 'ready', earlier.seq LIMIT 1`,
  )
  const selectReplaced = db.prepare<[number, number], Replaced & { released: number } & CheckedColumns>(
    `SELECT last.request, last.state, COALESCE(last.done_at, last.sent_at) AS at, ${wasReleased('last.id')} AS released,
            ${checkedColumns('last')}
       FROM rows
       JOIN submissions AS this ON this.id = rows.submission_id
       JOIN submissions AS last ON last.order_key = this.order_key AND last.operation = this.operation
        AND last.target_id = this.target_id AND last.id <> this.id AND last.turn IS NOT NULL
      WHERE rows.run_id = ? AND rows.seq = ?
        AND (last.doubted = 1 OR last.state IN ${listOf(possiblyCreatedStates)})
      ORDER BY last.turn DESC LIMIT 1`,
  )
  const selectLatest = db.prepare<[string, number], Replaced & CheckedColumns>(
    `SELECT request, state, COALESCE(done_at, sent_at) AS at, ${checkedColumns()} FROM submissions
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
  function toReplaced(found: (Replaced & CheckedColumns) | undefined): Replaced | undefined {
    if (found === undefined) return undefined
    const { request, state, at } = verifySubmission(db, found)
    return { request, state, at }
  }

  return {
    ...toAsyncPart<Omit<OrderedRows, 'holdBack' | 'release'>>({
      findBlocker: (runId, seq) => selectBlocker.get(runId, seq),
      findReplaced(runId, seq) {
        const found = selectReplaced.get(runId, seq)
        const replaced = toReplaced(found)
        return replaced === undefined ? undefined : { ...replaced, wasReleased: found?.released === 1 }
      },
      findLatest: (runId, orderKeys) =>
        new Map(
          orderKeys.flatMap((key) => {
            const latest = toReplaced(selectLatest.get(key, runId))
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
