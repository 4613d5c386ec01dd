import type { Epoch, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import type { Queryable } from '../../store/queryable.ts'
import type { ReconnectingConnection } from '../connection/reconnecting-connection.ts'
import { holdChangedRows } from './changed-rows.ts'
import { matchOrderedRows } from './ordered-matching.ts'
import { bindInputs, isOfNoInput, isRunOver, supersededRuns } from './run-inputs.ts'
import type { ReserveIds } from './write-changes.ts'

export interface CompletionParts {
  reserveIds: ReserveIds
  ledgerId: string
}

/** Rows and submissions are looked up by these; to analyze all columns takes twice as long. */
const analyzedColumns = `rows (run_id, seq, sheet, submission_id, held, request_hash, order_key),
  submissions (id, operation, target_id, request_hash, input_id, state, tries, identifier, order_key, next_poll_at)`

/**
 * The steps that need all sheets, in one transaction: match ordered rows, find the inputs, find orphans, hold their
 * edited versions as changed, and plan the polls.
 */
export async function completeLoad(
  connection: ReconnectingConnection,
  { reserveIds, ledgerId }: CompletionParts,
  settings: LoadSettings,
  completion: LoadCompletion,
): Promise<void> {
  const { runId, now, epoch } = settings
  await analyzeTables(connection)
  const isOrdered = await connection.transaction(async (statements) => {
    const isSome = await matchOrderedRows(statements, reserveIds, settings)
    await bindInputs(statements, settings)
    await statements.query('UPDATE runs SET loaded_at = $1 WHERE id = $2', [now, runId])
    if (epoch !== undefined) await adoptEpochs(statements, runId, epoch)
    await deleteSupersededRows(statements, runId)
    await holdChangedRows(statements, { runId, now, ledgerId }, completion)
    await planPolls(statements, runId, now)
    return isSome
  })
  if (isOrdered) await analyzeTables(connection)
}

/**
 * Until its own ANALYZE, the database takes the tables for as empty as before, and scans them for a page. Runs in a
 * transaction of its own, as all other work waits for it; a tenth of the usual sample is enough.
 */
function analyzeTables(connection: ReconnectingConnection): Promise<void> {
  return connection.transaction(async (statements) => {
    await statements.query('SET LOCAL default_statistics_target = 10')
    await statements.query(`ANALYZE ${analyzedColumns}`)
  })
}

async function adoptEpochs(statements: Queryable, runId: number, { id, unfinished }: Epoch): Promise<void> {
  await statements.query(
    `UPDATE submissions SET epoch = $1 WHERE id IN (
       SELECT id FROM submissions
        WHERE epoch = ANY($2) AND id IN (SELECT submission_id FROM rows WHERE run_id = $3) ORDER BY id FOR NO KEY UPDATE)`,
    [id, [...unfinished], runId],
  )
}

/** Only the latest run of an input keeps its rows; unsent submissions without a row are deleted too. */
async function deleteSupersededRows(statements: Queryable, runId: number): Promise<void> {
  await statements.query(`DELETE FROM rows WHERE run_id IN ${supersededRuns}`, [runId])
  await statements.query(`DELETE FROM run_claims WHERE run_id = $1 OR run_id IN ${supersededRuns}`, [runId])
  // A row of another process, or one about to be inserted, would hold a lock on it.
  const stale = await statements.query<{ id: number }>(
    `SELECT id FROM submissions
      WHERE (input_id IN (SELECT input_id FROM run_sheets WHERE run_id = $1) OR ${isOfNoInput})
        AND state = 'ready' AND tries = 0
        AND NOT EXISTS (SELECT FROM rows WHERE rows.submission_id = submissions.id)
      ORDER BY id FOR UPDATE SKIP LOCKED`,
    [runId],
  )
  if (stale.length === 0) return
  const ids = [stale.map(({ id }) => id)]
  await statements.query('UPDATE submissions SET superseded_by = NULL WHERE superseded_by = ANY($1)', ids)
  await statements.query(`DELETE FROM submissions WHERE id = ANY($1) AND state = 'ready' AND tries = 0`, ids)
}

/**
 * The run polls the submissions that its rows name, at once when they were created before. An acceptance in the
 * future, after a clock was set back, counts as now. Leftovers of finished runs are not polled: each search for due
 * polls would have to skip them.
 */
export async function planPolls(statements: Queryable, runId: number, now: number): Promise<void> {
  await statements.query(
    `UPDATE submissions SET next_poll_at = NULL WHERE id IN (
       SELECT id FROM submissions
        WHERE state = 'accepted' AND next_poll_at IS NOT NULL
          AND NOT EXISTS (SELECT FROM rows JOIN runs ON runs.id = rows.run_id
                           WHERE rows.submission_id = submissions.id AND NOT ${isRunOver})
        ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
  )
  await statements.query(
    `UPDATE submissions SET next_poll_at = $1, accepted_at = LEAST(accepted_at, $1) WHERE id IN (
       SELECT id FROM submissions
        WHERE state = 'accepted' AND id IN (SELECT submission_id FROM rows WHERE run_id = $2 AND held IS NULL)
        ORDER BY id FOR NO KEY UPDATE)`,
    [now, runId],
  )
}
