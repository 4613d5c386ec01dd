import type { Database } from '../../../support/sqlite.ts'
import type { Epoch, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import type { AttemptLog } from '../attempts.ts'
import { outcomeSumUpdate } from '../schema/checksum.ts'
import { holdChangedRows } from './changed-rows.ts'
import type { MatchOrderedRows } from './ordered-matching.ts'
import { bindInputs, isRunOver, supersededRuns } from './run-inputs.ts'

export interface CompletionParts {
  matchOrdered: MatchOrderedRows
  attempts: AttemptLog
}

/** Rows per step, before other work gets a turn. */
const pageSize = 2_000

/**
 * The steps that need all sheets, in one transaction of many turns: match ordered rows, find the inputs, find orphans,
 * hold their edited versions as changed, and plan the polls.
 */
export function completeLoad(
  db: Database,
  { matchOrdered, attempts }: CompletionParts,
  settings: LoadSettings,
  completion: LoadCompletion,
): Promise<void> {
  const { runId, now } = settings
  return db.transactionInSteps(function* () {
    yield* matchOrdered(settings)
    yield* bindInputs(db, settings)
    db.prepare('UPDATE runs SET loaded_at = ? WHERE id = ?').run(now, runId)
    if (settings.epoch !== undefined) adoptEpochs(db, runId, settings.epoch)
    yield* deleteSupersededRows(db, runId)
    yield* holdChangedRows(db, attempts, { runId, now }, completion)
    planPolls(db, runId, now)
  })()
}

function adoptEpochs(db: Database, runId: number, epoch: Epoch): void {
  const move = db.prepare(
    'UPDATE submissions SET epoch = ? WHERE epoch = ? AND id IN (SELECT submission_id FROM rows WHERE run_id = ?)',
  )
  for (const earlier of epoch.unfinished) move.run(epoch.id, earlier, runId)
}

/** Only the latest run of an input keeps its rows; unsent submissions without a row are deleted too. */
function* deleteSupersededRows(db: Database, runId: number): Generator<void, void> {
  const superseded = db
    .prepare<{ runId: number }, number>(`SELECT id FROM runs WHERE id IN ${supersededRuns}`)
    .pluck()
    .all({ runId })
  const forget = db.prepare<object>(
    'DELETE FROM rows WHERE run_id = @earlier AND seq IN (SELECT seq FROM rows WHERE run_id = @earlier LIMIT @pageSize)',
  )
  for (const earlier of superseded) {
    while (forget.run({ earlier, pageSize }).changes === pageSize) yield
  }
  const inputs = db
    .prepare<[number], number | null>('SELECT DISTINCT input_id FROM run_sheets WHERE run_id = ?')
    .pluck()
    .all(runId)
  for (const input of [...inputs, null]) yield* deleteUnsent(db, input)
}

/** Submissions that an input brought in, that were never sent, and that none of its rows has. */
function* deleteUnsent(db: Database, input: number | null): Generator<void, void> {
  const select = db.prepare<[number | null, number, number], { id: number; isStale: number }>(
    `SELECT id, state = 'ready' AND tries = 0
            AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id) AS isStale
       FROM submissions WHERE input_id IS ? AND id > ? ORDER BY id LIMIT ?`,
  )
  const release = db.prepare<[number]>('UPDATE submissions SET superseded_by = NULL WHERE superseded_by = ?')
  const remove = db.prepare<[number]>('DELETE FROM submissions WHERE id = ?')
  let page: { id: number; isStale: number }[] = []
  do {
    page = select.all(input, page.at(-1)?.id ?? 0, pageSize)
    const stale = page.filter(({ isStale }) => isStale === 1)
    for (const { id } of stale) release.run(id)
    for (const { id } of stale) remove.run(id)
    yield
  } while (page.length === pageSize)
}

/**
 * The run polls the submissions that its rows name, at once when they were created before. An acceptance in the
 * future, after a clock was set back, counts as now. Leftovers of finished runs are not polled: each search for due
 * polls would have to skip them.
 */
export function planPolls(db: Database, runId: number, now: number): void {
  db.prepare(
    `UPDATE submissions SET next_poll_at = NULL
      WHERE state = 'accepted' AND next_poll_at IS NOT NULL
        AND id NOT IN (SELECT submission_id FROM rows
                        WHERE submission_id IS NOT NULL AND run_id IN (SELECT id FROM runs WHERE NOT ${isRunOver}))`,
  ).run()
  const accepted = 'MIN(accepted_at, @now)'
  db.prepare(
    `UPDATE submissions SET next_poll_at = @now, accepted_at = ${accepted}, ${outcomeSumUpdate({ accepted_at: accepted })}
      WHERE state = 'accepted' AND id IN (SELECT submission_id FROM rows WHERE run_id = @runId AND held IS NULL)`,
  ).run({ now, runId })
}
