import {
  blockingHeldStates,
  possiblyCreatedStates,
  type RowState,
  type SubmissionState,
} from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Journal } from './journal.ts'
import { listOf } from './state-sql.ts'

/** An earlier row of the same order that has not come to its end well. */
export interface Blocker {
  sheet: number
  rowNumber: number
  state: RowState
}

/** What the ledger has recorded last of a thing, or may have. */
export interface Replaced {
  /** As it was sent. */
  request: string
  state: SubmissionState
  at: number | null
}

/** A thing whose rows in one sheet do not all say the same. */
export interface Contested {
  orderKey: string
  rows: { sheet: number; rowNumber: number }[]
}

/** Rows that must be sent one after another, in sheet order. */
export interface OrderedRows {
  /**
   * An earlier row with the same order key that is not done: the first one that nothing is sent for, else the first one
   * that is ready. Undefined when this row may be sent.
   */
  findBlocker(runId: number, seq: number): Blocker | undefined
  /** What is in force for the thing whose state a row sets, or may be; undefined when nothing was recorded. */
  findReplaced(runId: number, seq: number): Replaced | undefined
  /** The first of them, and how many there are. */
  listContested(runId: number, limit: number): { count: number; first: Contested[] }
  /** Keeps a row from being sent in this run, with the reason as JSON; a later run looks at it anew. */
  holdBack(runId: number, seq: number, detail: string): Promise<void>
}

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
    findBlocker: (runId, seq) => selectBlocker.get(runId, seq),
    findReplaced: (runId, seq) => selectReplaced.get(runId, seq),
    listContested: (runId, limit) => ({
      count: countContested.get(runId)?.count ?? 0,
      first: selectContested.all(runId, limit).map(({ order_key: orderKey }) => ({
        orderKey,
        rows: selectRows.all(runId, orderKey),
      })),
    }),
    holdBack: (runId, seq, detail) => journal.commit(() => void hold.run(detail, runId, seq)),
  }
}
