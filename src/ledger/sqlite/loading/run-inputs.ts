import type { Database } from '../../../support/sqlite.ts'
import type { LoadSettings } from '../../port/loaded-row.ts'

/**
 * An input is one sheet of one file, and a run reads one or more. So orphans, and the comparison of edited rows, never
 * depend on the other sheets of a run.
 */

/** Rows per step, before other work gets a turn. */
const pageSize = 2_000

/** Finds or creates the input of each sheet of a run, and binds its submissions to it. */
export function* bindInputs(db: Database, settings: LoadSettings): Generator<void, void> {
  const { runId } = settings
  const bind = db.prepare('UPDATE run_sheets SET input_id = ? WHERE run_id = ? AND position = ?')
  const adopt = db.prepare<[number, number, number, number, number]>(
    `UPDATE submissions SET input_id = ?
      WHERE input_id IS NULL
        AND id IN (SELECT submission_id FROM rows WHERE run_id = ? AND sheet = ? AND seq >= ? AND seq < ?)`,
  )
  const last =
    db.prepare<[number], number | null>('SELECT MAX(seq) FROM rows WHERE run_id = ?').pluck().get(runId) ?? -1
  const positions = db.prepare<[number], number>('SELECT position FROM run_sheets WHERE run_id = ?').pluck().all(runId)
  for (const position of positions) {
    const inputId = findInput(db, settings, position)
    bind.run(inputId, runId, position)
    yield
    for (let seq = 0; seq <= last; seq += pageSize) {
      adopt.run(inputId, runId, position, seq, seq + pageSize)
      yield
    }
  }
}

/**
 * Inputs are the same when their file and sheet are; after a rename, when they share at least half of the rows on both
 * sides.
 */
function findInput(db: Database, { runId, operation, target }: LoadSettings, position: number): number {
  const byName = db
    .prepare<[number, number], number>(
      `SELECT earlier_sheet.input_id
         FROM runs AS this JOIN run_sheets AS sheet ON sheet.run_id = this.id
         JOIN runs AS earlier ON earlier.operation = this.operation AND earlier.target_id = this.target_id
                             AND earlier.file = this.file
         JOIN run_sheets AS earlier_sheet ON earlier_sheet.run_id = earlier.id AND earlier_sheet.name = sheet.name
        WHERE this.id = ? AND sheet.position = ? AND earlier.id < this.id AND earlier_sheet.input_id IS NOT NULL
        ORDER BY earlier.id DESC LIMIT 1`,
    )
    .pluck()
    .get(runId, position)
  if (byName !== undefined) return byName
  const byContent = db
    .prepare<[number, number], { input_id: number; shared: number }>(
      `SELECT submissions.input_id, COUNT(*) AS shared FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = ? AND rows.sheet = ? AND rows.held IS NULL AND submissions.input_id IS NOT NULL
        GROUP BY submissions.input_id ORDER BY shared DESC LIMIT 1`,
    )
    .get(runId, position)
  if (byContent !== undefined) {
    const here = countRows(db, runId, position)
    const there = countLatestRows(db, byContent.input_id)
    if (byContent.shared * 2 >= Math.max(here, there)) return byContent.input_id
  }
  const written = db.prepare('INSERT INTO inputs (operation, target_id) VALUES (?, ?)').run(operation, target.id)
  return Number(written.lastInsertRowid)
}

function countRows(db: Database, runId: number, position: number): number {
  const count = db.prepare<[number, number], number>('SELECT COUNT(*) FROM rows WHERE run_id = ? AND sheet = ?').pluck()
  return count.get(runId, position) ?? 0
}

function countLatestRows(db: Database, inputId: number): number {
  const latest = db
    .prepare<[number], { run_id: number; position: number }>(
      'SELECT run_id, position FROM run_sheets WHERE input_id = ? ORDER BY run_id DESC LIMIT 1',
    )
    .get(inputId)
  return latest === undefined ? 0 : countRows(db, latest.run_id, latest.position)
}

export const isRunOver = `(ended_at IS NOT NULL OR holder_id IS NOT (SELECT MAX(id) FROM holders))`

/**
 * Runs before this one that are over and no longer needed: this one has read all of their sheets, or they were broken
 * off.
 */
export const supersededRuns = `(
  SELECT id FROM runs WHERE id < @runId AND ${isRunOver}
     AND (loaded_at IS NULL OR NOT EXISTS (
    SELECT 1 FROM run_sheets WHERE run_sheets.run_id = runs.id
       AND input_id NOT IN (SELECT input_id FROM run_sheets WHERE run_id = @runId))))`
