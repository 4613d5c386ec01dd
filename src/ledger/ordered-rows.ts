import type { RowState } from '../contract/outcome.ts'
import type { Database } from '../support/sqlite.ts'
import type { Journal } from './journal.ts'

/** An earlier row of the same order that has not come to its end well. */
export interface Blocker {
  sheet: number
  rowNumber: number
  state: RowState
}

/** Rows that must be sent one after another, in sheet order. */
export interface OrderedRows {
  /**
   * An earlier row with the same order key that is not done: the first one that nothing is sent for, else the first one
   * that is ready. Undefined when this row may be sent.
   */
  findBlocker(runId: number, seq: number): Blocker | undefined
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
        AND (earlier.held IN ('invalid', 'changed')
             OR (earlier.held IS NULL AND submissions.state NOT IN ('scored', 'decided', 'invited')))
      ORDER BY earlier.held IS NULL AND submissions.state = 'ready', earlier.seq LIMIT 1`,
  )
  const hold = db.prepare(`UPDATE rows SET held = 'skipped', detail = ? WHERE run_id = ? AND seq = ? AND held IS NULL`)
  return {
    findBlocker: (runId, seq) => selectBlocker.get(runId, seq),
    holdBack: (runId, seq, detail) => journal.commit(() => void hold.run(detail, runId, seq)),
  }
}
