import type { Queryable } from '../queryable.ts'
import type { Reader } from '../store.ts'
import { forgetPlanned } from './planned-changes.ts'

const rowsAtOnce = 2_000

/** Ends a run that was not released. Its rows go, and with them what it added and no other run has. */
export async function dropRun(
  { dialect }: Reader,
  statements: Queryable,
  runId: number,
  { now, ending }: { now: number; ending: string },
): Promise<boolean> {
  const ended = await statements.query(
    `UPDATE runs SET ended_at = $1, ending = $2
      WHERE id = $3 AND ended_at IS NULL AND waits_for IN ('confirmation', 'second person') RETURNING id`,
    [now, ending, runId],
  )
  if (ended.length === 0) return false
  await forgetPlanned(statements, runId)
  let ids: number[] = []
  do {
    const gone = await statements.query<{ id: number | null }>(
      `DELETE FROM rows WHERE run_id = $1 AND seq IN (SELECT seq FROM rows WHERE run_id = $1 ORDER BY seq LIMIT $2)
       RETURNING submission_id AS id`,
      [runId, rowsAtOnce],
    )
    ids = gone.map(({ id }) => id ?? Number.NaN)
    await deleteUnsent(dialect, statements, [...new Set(ids.filter((id) => !Number.isNaN(id)))])
  } while (ids.length === rowsAtOnce)
  // The latest run of an input is one that was released.
  await statements.query('UPDATE run_sheets SET input_id = NULL WHERE run_id = $1 AND input_id IS NOT NULL', [runId])
  return true
}

/** Never sent, and without a row in any run. */
export async function deleteUnsent(
  { anyOf }: Reader['dialect'],
  statements: Queryable,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const unsent = `id ${anyOf('$1')} AND state = 'ready' AND tries = 0 AND identifier IS NULL AND forgotten_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id)
      AND NOT EXISTS (SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id)`
  await statements.query(
    `UPDATE submissions SET superseded_by = NULL WHERE superseded_by IN (SELECT id FROM submissions WHERE ${unsent})`,
    [ids],
  )
  await statements.query(`DELETE FROM submissions WHERE ${unsent}`, [ids])
}

/** Of a target: whose process is gone before it was confirmed, or whose time is over. */
export async function dropAbandoned(
  reader: Reader,
  statements: Queryable,
  targetId: number,
  now: number,
): Promise<void> {
  const found = await statements.query<{ id: number; isExpired: number }>(
    `SELECT id, CASE WHEN waits_for = 'confirmation' THEN 0 ELSE 1 END AS "isExpired" FROM runs
      WHERE target_id = $1 AND ended_at IS NULL
        AND (waits_for = 'confirmation' AND ${reader.dialect.isRunOver} OR waits_for = 'second person' AND waits_until < $2)
      ORDER BY id ${reader.dialect.skipLocked}`,
    [targetId, now],
  )
  for (const { id, isExpired } of found) {
    await dropRun(reader, statements, id, { now, ending: isExpired === 1 ? 'expired' : 'broken off' })
  }
}
