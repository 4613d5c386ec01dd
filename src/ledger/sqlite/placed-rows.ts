import type { HeldState } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import type { CheckedRow } from '../port/loaded-row.ts'

/** A row that is already in the run, and the submission it stands for. */
export interface PlacedRow {
  sheet: number
  row_number: number
  submission_id: number
}

/** What a row stands for. `detail` is JSON. */
export interface Placement {
  hash: Uint8Array | undefined
  /** Set for a row that stands for its content; not for one that names an identifier. */
  ordinal: number | undefined
  submissionId: number | undefined
  held: HeldState | undefined
  detail: string | undefined
  wasDone: boolean
  /** The sheet came with its identifier: it was not created for this run. */
  isNamed?: boolean
}

/** The rows of a run while it is being loaded. */
export interface PlacedRows {
  insert(runId: number, seq: number, row: CheckedRow, placement: Placement): void
  /** Gives a row that was held for the time being its place. */
  settle(runId: number, seq: number, placement: Omit<Placement, 'hash' | 'ordinal'>): void
  /** Lets rows of a run stand for another submission. */
  repoint(runId: number, from: number, to: number): void
  /** The next free place among rows of equal content. */
  nextOrdinal(runId: number, hash: Uint8Array): number
  firstEqual(runId: number, hash: Uint8Array): PlacedRow | undefined
  /** The row that stands for a submission. */
  holderOf(runId: number, submissionId: number): PlacedRow | undefined
}

export function createPlacedRows(db: Database): PlacedRows {
  const insert = db.prepare(
    `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, warnings, order_key, request_hash, ordinal, submission_id,
                       held, detail, was_done, was_named)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const settle = db.prepare(
    'UPDATE rows SET submission_id = ?, held = ?, detail = ?, was_done = ? WHERE run_id = ? AND seq = ?',
  )
  const selectLast = db.prepare<[number, Uint8Array], { ordinal: number | null }>(
    'SELECT ordinal FROM rows WHERE run_id = ? AND request_hash = ? ORDER BY ordinal DESC LIMIT 1',
  )
  const selectFirst = db.prepare<[number, Uint8Array], PlacedRow>(
    'SELECT sheet, row_number, submission_id FROM rows WHERE run_id = ? AND request_hash = ? ORDER BY ordinal LIMIT 1',
  )
  const selectHolder = db.prepare<[number, number], PlacedRow>(
    `SELECT sheet, row_number, submission_id FROM rows WHERE submission_id = ? AND run_id = ? AND held IS NULL LIMIT 1`,
  )
  const repoint = db.prepare('UPDATE rows SET submission_id = ? WHERE run_id = ? AND submission_id = ?')
  return {
    repoint(runId, from, to) {
      repoint.run(to, runId, from)
    },
    insert(runId, seq, row, placement) {
      const { hash, ordinal, submissionId, held, detail, wasDone, isNamed = false } = placement
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
        submissionId ?? null,
        held ?? null,
        detail ?? null,
        wasDone ? 1 : 0,
        isNamed ? 1 : 0,
      )
    },
    settle(runId, seq, { submissionId, held, detail, wasDone }) {
      settle.run(submissionId ?? null, held ?? null, detail ?? null, wasDone ? 1 : 0, runId, seq)
    },
    nextOrdinal: (runId, hash) => (selectLast.get(runId, hash)?.ordinal ?? -1) + 1,
    firstEqual: (runId, hash) => selectFirst.get(runId, hash),
    holderOf: (runId, submissionId) => selectHolder.get(submissionId, runId),
  }
}
