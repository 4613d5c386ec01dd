import type { MatchPlan } from '../../matching/match-rows.ts'
import { plannedKinds } from '../../matching/submission-changes.ts'
import type { Epoch, LoadSettings } from '../../port/loaded-row.ts'
import type { LoadCompletion } from '../../port/runs.ts'
import { deleteRows } from '../planned/drop-run.ts'
import { makePlanned } from '../planned/planned-changes.ts'
import type { Queryable } from '../queryable.ts'
import type { Reader } from '../store.ts'
import { holdChangedRows } from './changed-rows.ts'
import { type MatchWriter, matchOrderedRows } from './ordered-matching.ts'
import { bindInputs, supersededRuns } from './run-inputs.ts'

/** The parts of a load that each kind of ledger has its own way for, in one transaction. */
export interface LoadParts extends MatchWriter {
  ledgerId: string
  addRows(runId: number, firstSeq: number, rows: MatchPlan['rows']): Promise<void>
}

/**
 * The steps that need all sheets, within one transaction: match ordered rows, find the inputs, find orphans, and hold
 * their edited versions as changed. Resolves to true if there are ordered rows.
 */
export async function completeLoad(
  statements: Reader,
  parts: LoadParts,
  settings: LoadSettings,
  completion: LoadCompletion,
): Promise<boolean> {
  const { runId, now, epoch } = settings
  const isOrdered = await matchOrderedRows(statements, parts, settings)
  await bindInputs(statements, settings)
  await setLoaded(statements, runId, now)
  if (epoch !== undefined) await planEpochs(statements, runId, epoch)
  await holdChangedRows(statements, { runId, ledgerId: parts.ledgerId }, completion)
  return isOrdered
}

/** What a run does to others once it is released: it takes the place of earlier runs, makes its changes, and polls. */
export async function finishLoad(statements: Reader, { runId, now }: { runId: number; now: number }): Promise<void> {
  await deleteSupersededRows(statements, runId)
  await makePlanned(statements, { runId, now })
  await planPolls(statements, runId, now)
}

/** The same for a run that refreshes scores: it loads no sheet, sends nothing, and takes the place of all earlier ones. */
export async function completeRefresh(statements: Reader, runId: number, now: number): Promise<void> {
  await statements.query(
    `DELETE FROM rows WHERE run_id IN (
       SELECT id FROM runs WHERE id < $1 AND ${statements.dialect.isRunOver}
          AND (operation, target_id) = (SELECT operation, target_id FROM runs WHERE id = $1))`,
    [runId],
  )
  await setLoaded(statements, runId, now)
  await makePlanned(statements, { runId, now })
  await statements.query('UPDATE runs SET waits_for = NULL, released_at = $1 WHERE id = $2', [now, runId])
  await planPolls(statements, runId, now)
}

async function setLoaded(statements: Queryable, runId: number, now: number): Promise<void> {
  await statements.query('UPDATE runs SET loaded_at = $1 WHERE id = $2', [now, runId])
}

async function planEpochs(statements: Reader, runId: number, { id, unfinished }: Epoch): Promise<void> {
  const { dialect } = statements
  await statements.query(
    `INSERT INTO run_changes (run_id, step, submission_id, change)
     SELECT DISTINCT CAST($3 AS bigint), CAST($4 AS integer), submissions.id, $1 FROM rows JOIN submissions ON submissions.id = submission_id
      WHERE run_id = $3 AND epoch ${dialect.anyOf('$2')}`,
    [JSON.stringify({ kind: 'epoch', epoch: id }), [...unfinished], runId, plannedKinds.indexOf('epoch')],
  )
}

/** Only the latest run of an input keeps its rows; unsent submissions without a row are deleted too. */
async function deleteSupersededRows(statements: Reader, runId: number): Promise<void> {
  const superseded = supersededRuns(statements.dialect)
  const earlier = await statements.query<{ id: number }>(`SELECT id FROM runs WHERE id IN ${superseded}`, [runId])
  for (const { id } of earlier) await deleteRows(statements, id)
  await statements.query(`DELETE FROM run_claims WHERE run_id = $1 OR run_id IN ${superseded}`, [runId])
}

/**
 * The run polls the submissions that its rows name, at once when they were created before. An acceptance in the
 * future, after a clock was set back, counts as now. Leftovers of finished runs are not polled: each search for due
 * polls would have to skip them.
 */
async function planPolls(statements: Reader, runId: number, now: number): Promise<void> {
  const { checks, dialect } = statements
  await statements.query(
    `UPDATE submissions SET next_poll_at = NULL WHERE id IN (
       SELECT id FROM submissions
        WHERE state = 'accepted' AND next_poll_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM rows JOIN runs ON runs.id = rows.run_id
                           WHERE rows.submission_id = submissions.id AND NOT ${dialect.isRunOver})
        ORDER BY ${dialect.noIndex('id')} ${dialect.skipLocked})`,
  )
  const accepted = { accepted_at: now, ...checks.ofAcceptance(now) }
  const sets = Object.keys(accepted).map(
    (column, index) => `${column} = CASE WHEN accepted_at < $1 THEN ${column} ELSE CAST($${index + 3} AS bigint) END`,
  )
  await statements.query(
    `UPDATE submissions SET next_poll_at = $1, ${sets.join(', ')}
      WHERE id IN (
       SELECT id FROM submissions
        WHERE state = 'accepted' AND id IN (SELECT submission_id FROM rows WHERE run_id = $2 AND held IS NULL)
        ORDER BY id ${dialect.forUpdate})`,
    [now, runId, ...Object.values(accepted)],
  )
}
