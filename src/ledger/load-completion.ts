import type { Database } from '../support/sqlite.ts'
import type { AttemptLog } from './attempts.ts'
import type { ChangeAnswers } from './change-answers.ts'
import { holdChanged } from './changed-rows.ts'
import type { Epoch, LoadSettings } from './loaded-row.ts'
import type { OrderedPlacing } from './ordered-placing.ts'

/** What a completion works with besides the database. */
export interface CompletionParts {
  ordered: OrderedPlacing
  attempts: AttemptLog
}

export interface LoadCompletion {
  sendChanged: boolean
  /** What a person said of rows that were held as changed. */
  answers?: ChangeAnswers
}

/**
 * What can be said only when the whole sheet was read, in one transaction: what of its ordered rows is done, which input this is, what is no longer in
 * it, which of its new rows look like edited versions of what was created, and what is to be polled.
 */
export function completeLoad(
  db: Database,
  { ordered, attempts }: CompletionParts,
  settings: LoadSettings,
  completion: LoadCompletion,
): void {
  const { runId, now } = settings
  db.transaction(() => {
    ordered.placeAll(settings)
    const inputId = findInput(db, settings)
    db.prepare('UPDATE runs SET input_id = ?, loaded_at = ? WHERE id = ?').run(inputId, now, runId)
    db.prepare(
      `UPDATE submissions SET input_id = ?
        WHERE input_id IS NULL AND id IN (SELECT submission_id FROM rows WHERE run_id = ?)`,
    ).run(inputId, runId)
    if (settings.epoch !== undefined) carryOn(db, runId, settings.epoch)
    forgetOlderRows(db, inputId, runId)
    holdChanged(db, attempts, { inputId, runId, now }, completion)
    planPolls(db, runId, now)
  })()
}

/**
 * The same input is the same file and sheet, or, when it was renamed, the one that shares at least half of the rows on
 * both sides.
 */
function findInput(db: Database, settings: LoadSettings): number {
  const { runId, operation, target } = settings
  const byName = db
    .prepare<[number], { input_id: number }>(
      `SELECT earlier.input_id FROM runs AS this JOIN runs AS earlier
           ON earlier.operation = this.operation AND earlier.target_id = this.target_id
          AND earlier.file = this.file AND earlier.sheet = this.sheet
        WHERE this.id = ? AND earlier.input_id IS NOT NULL ORDER BY earlier.id DESC LIMIT 1`,
    )
    .get(runId)
  if (byName !== undefined) return byName.input_id
  const byContent = db
    .prepare<[number], { input_id: number; shared: number }>(
      `SELECT submissions.input_id, COUNT(*) AS shared FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = ? AND rows.held IS NULL AND submissions.input_id IS NOT NULL
        GROUP BY submissions.input_id ORDER BY shared DESC LIMIT 1`,
    )
    .get(runId)
  if (byContent !== undefined) {
    const sizes = db
      .prepare<[number, number], { here: number; there: number }>(
        `SELECT (SELECT COUNT(*) FROM rows WHERE run_id = ?) AS here,
                (SELECT COUNT(*) FROM rows WHERE run_id = (SELECT MAX(id) FROM runs WHERE input_id = ?)) AS there`,
      )
      .get(runId, byContent.input_id)
    const largest = Math.max(sizes?.here ?? 0, sizes?.there ?? 0)
    if (byContent.shared * 2 >= largest) return byContent.input_id
  }
  const written = db.prepare('INSERT INTO inputs (operation, target_id) VALUES (?, ?)').run(operation, target.id)
  return Number(written.lastInsertRowid)
}

/** What an unfinished `--again` has created belongs to this epoch from now on. */
function carryOn(db: Database, runId: number, epoch: Epoch): void {
  const move = db.prepare(
    'UPDATE submissions SET epoch = ? WHERE epoch = ? AND id IN (SELECT submission_id FROM rows WHERE run_id = ?)',
  )
  for (const earlier of epoch.unfinished) move.run(epoch.id, earlier, runId)
}

/** Only the latest run of an input keeps its rows; what was never sent and is in no sheet any more goes too. */
function forgetOlderRows(db: Database, inputId: number, runId: number): void {
  db.prepare(
    'DELETE FROM rows WHERE run_id IN (SELECT id FROM runs WHERE id < ? AND (input_id = ? OR loaded_at IS NULL))',
  ).run(runId, inputId)
  const stale = `(SELECT id FROM submissions WHERE (input_id = ${inputId} OR input_id IS NULL) AND state = 'ready' AND tries = 0
                     AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id))`
  db.exec(`UPDATE submissions SET superseded_by = NULL WHERE superseded_by IN ${stale}`)
  db.exec(`DELETE FROM submissions WHERE id IN ${stale}`)
}

/**
 * Only what this run's rows name is polled in it, at once when it was created before. What was accepted in the future,
 * as a clock that was set back since makes it seem, is not waited for any longer than what is accepted now.
 */
function planPolls(db: Database, runId: number, now: number): void {
  db.exec(`UPDATE submissions SET next_poll_at = NULL WHERE state = 'accepted' AND next_poll_at IS NOT NULL`)
  db.prepare(
    `UPDATE submissions SET next_poll_at = @now, accepted_at = MIN(accepted_at, @now)
      WHERE state = 'accepted' AND id IN (SELECT submission_id FROM rows WHERE run_id = @runId AND held IS NULL)`,
  ).run({ now, runId })
}
