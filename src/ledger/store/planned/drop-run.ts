import { currentOperator } from '../../operator.ts'
import type { Target } from '../../port/targets.ts'
import { awaitsRelease } from '../../state-sql.ts'
import { deleteAnswers } from '../answers.ts'
import { type Reader, readValue, readValues } from '../store.ts'
import { forgetPlanned } from './planned-changes.ts'

const rowsAtOnce = 2_000

/** `holder`: number of this opening of the ledger. */
export async function insertRun(
  statements: Reader,
  run: { operation: string; doneWord: string; holder: number; target: Target; file: string; now: number },
): Promise<number> {
  const { operation, doneWord, holder, target, file, now } = run
  const { account, machine } = currentOperator()
  const insert = `INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`
  const values = [operation, doneWord, holder, target.id, file, account, machine, now]
  const id = await readValue<number>(statements, insert, values)
  return id ?? Number.NaN
}

/** Ends a run that was not released. Its rows go, and with them what it added and no other run has. */
export async function dropUnreleased(
  statements: Reader,
  runId: number,
  { now, ending }: { now: number; ending: string },
): Promise<boolean> {
  const update = `UPDATE runs SET ended_at = $1, ending = $2
    WHERE id = $3 AND ${awaitsRelease('runs')} RETURNING id`
  const ended = await statements.query(update, [now, ending, runId])
  if (ended.length === 0) return false
  await forgetPlanned(statements, runId)
  await deleteRows(statements, runId)
  await deleteAnswers(statements, runId)
  // The latest run of an input is one that was released.
  await statements.query('UPDATE run_sheets SET input_id = NULL WHERE run_id = $1 AND input_id IS NOT NULL', [runId])
  return true
}

/** The sequence numbers of a run's rows in parts `[from, to)`, for statements that write many. */
export async function inParts(
  statements: Reader,
  runId: number,
  rowsAtOnce: number,
  write: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  const last = await readValue<number>(statements, 'SELECT MAX(seq) FROM rows WHERE run_id = $1', [runId])
  for (let from = 0; from <= (last ?? -1); from += rowsAtOnce) await write(from, from + rowsAtOnce)
}

/** The rows of a run, and what was never sent and has a row in no other one. */
export async function deleteRows(statements: Reader, runId: number): Promise<void> {
  const { anyOf, skipReferenced } = statements.dialect
  const ofPart = 'rows.run_id = $1 AND rows.seq >= $2 AND rows.seq < $3'
  const isUnsent = `state = 'ready' AND tries = 0 AND identifier IS NULL AND forgotten_at IS NULL`
  await inParts(statements, runId, rowsAtOnce, async (...part) => {
    const select = `SELECT DISTINCT submissions.id FROM rows JOIN submissions ON submissions.id = submission_id WHERE ${ofPart} AND ${isUnsent}`
    const unsent = await readValues<number>(statements, select, [runId, ...part])
    await statements.query(`DELETE FROM rows WHERE ${ofPart}`, [runId, ...part])
    if (unsent.length === 0) return
    const text = `SELECT id FROM submissions WHERE id ${anyOf('$1')} AND ${isUnsent}
        AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id)
        AND NOT EXISTS (SELECT 1 FROM run_changes WHERE run_changes.submission_id = submissions.id)
      ORDER BY id ${skipReferenced}`
    const unneeded = await readValues<number>(statements, text, [unsent])
    const ids = [unneeded]
    await statements.query(`UPDATE submissions SET superseded_by = NULL WHERE superseded_by ${anyOf('$1')}`, ids)
    await statements.query(`DELETE FROM submissions WHERE id ${anyOf('$1')} AND ${isUnsent}`, ids)
  })
}

/** Of a target, or of all: whose process is gone before it was confirmed, or whose time is over. */
export async function dropAbandoned(statements: Reader, targetId: number | undefined, now: number): Promise<void> {
  const select = `SELECT id, CASE WHEN waits_for = 'confirmation' THEN 0 ELSE 1 END AS "isExpired" FROM runs
    WHERE (CAST($1 AS bigint) IS NULL OR target_id = $1) AND ended_at IS NULL
      AND (waits_for = 'confirmation' AND ${statements.dialect.isRunOver} OR waits_for = 'second person' AND waits_until < $2)
    ORDER BY id ${statements.dialect.skipLocked}`
  const found = await statements.query<{ id: number; isExpired: number }>(select, [targetId ?? null, now])
  for (const { id, isExpired } of found) {
    await dropUnreleased(statements, id, { now, ending: isExpired === 1 ? 'expired' : 'broken off' })
  }
}
