import type { LoadSettings } from '../../port/loaded-row.ts'
import type { Dialect } from '../dialect.ts'
import { inParts } from '../planned/drop-run.ts'
import { type Reader, readCount, readValue, readValues } from '../store.ts'

/**
 * An input is one sheet of one file, and a run reads one or more. So orphans, and the comparison of edited rows, never
 * depend on the other sheets of a run.
 */

/** No completed load of a sheet has brought it in; for a row of `submissions`. */
const isOfNoInput = `(submissions.input_id IS NULL
  OR NOT EXISTS (SELECT 1 FROM run_sheets WHERE run_sheets.input_id = submissions.input_id))`

/** Runs before that of `$1` that are over: broken off, or with all of their sheets read again by that one. */
export const supersededRuns = ({ isRunOver }: Dialect): string => `(
    SELECT id FROM runs WHERE id < $1 AND ${isRunOver}
       AND (loaded_at IS NULL OR NOT EXISTS (
      SELECT 1 FROM run_sheets WHERE run_sheets.run_id = runs.id
         AND input_id NOT IN (SELECT input_id FROM run_sheets WHERE run_id = $1))))`

/**
 * Finds or creates the input of each sheet of a run, and binds its submissions to it. Inputs are the same when their file
 * and sheet are; after a rename, when they share at least half of the rows on both sides. An input in another active run
 * was not renamed.
 */
export async function bindInputs(statements: Reader, { runId, operation, target }: LoadSettings): Promise<void> {
  const { dialect } = statements
  const selectPositions = 'SELECT position FROM run_sheets WHERE run_id = $1 ORDER BY position'
  const adopt = `UPDATE submissions SET input_id = $1 WHERE id IN (
      SELECT id FROM submissions
       WHERE input_id IS DISTINCT FROM $1 AND ${isOfNoInput}
         AND id IN (SELECT submission_id FROM rows WHERE run_id = $2 AND sheet = $3 AND seq >= $4 AND seq < $5)
       ORDER BY id ${dialect.forUpdate})`
  for (const position of await readValues<number>(statements, selectPositions, [runId])) {
    const inputId = (await findByName(position)) ?? (await findByContent(position)) ?? (await createInput(position))
    const bind = 'UPDATE run_sheets SET input_id = $1 WHERE run_id = $2 AND position = $3'
    await statements.query(bind, [inputId, runId, position])
    await inParts(statements, runId, dialect.rowsAtOnce, (from, to) =>
      statements.query(adopt, [inputId, runId, position, from, to]),
    )
  }

  function findByName(position: number): Promise<number | undefined> {
    const select = `SELECT earlier_sheet.input_id
       FROM runs AS this JOIN run_sheets AS sheet ON sheet.run_id = this.id
       JOIN runs AS earlier ON earlier.operation = this.operation AND earlier.target_id = this.target_id
                           AND earlier.file = this.file AND ${dialect.isOfSameMachine}
       JOIN run_sheets AS earlier_sheet ON earlier_sheet.run_id = earlier.id AND earlier_sheet.name = sheet.name
      WHERE this.id = $1 AND sheet.position = $2 AND earlier.id < this.id AND earlier_sheet.input_id IS NOT NULL
      ORDER BY earlier.id DESC LIMIT 1`
    return readValue(statements, select, [runId, position])
  }

  async function findByContent(position: number): Promise<number | undefined> {
    const text = `WITH shared AS MATERIALIZED (
       SELECT submissions.input_id, COUNT(*) AS count FROM rows JOIN submissions ON submissions.id = rows.submission_id
        WHERE rows.run_id = $1 AND rows.sheet = $2 AND rows.held IS NULL GROUP BY submissions.input_id)
     SELECT input_id AS input, count AS shared FROM shared
      WHERE EXISTS (SELECT 1 FROM run_sheets WHERE run_sheets.input_id = shared.input_id)
        AND NOT EXISTS (SELECT 1 FROM run_sheets JOIN runs ON runs.id = run_sheets.run_id
                         WHERE run_sheets.input_id = shared.input_id AND runs.id <> $1 AND NOT ${dialect.isRunOver})
      ORDER BY shared DESC, input_id LIMIT 1`
    const [found] = await statements.query<{ input: number; shared: number }>(text, [runId, position])
    if (found === undefined) return undefined
    const [latest] = await statements.query<{ run: number; position: number }>(
      'SELECT run_id AS run, position FROM run_sheets WHERE input_id = $1 ORDER BY run_id DESC LIMIT 1',
      [found.input],
    )
    const there = latest === undefined ? 0 : await countSheet(latest.run, latest.position)
    return found.shared * 2 >= Math.max(await countSheet(runId, position), there) ? found.input : undefined
  }

  async function createInput(position: number): Promise<number> {
    const insert = `INSERT INTO inputs (id, operation, target_id)
     SELECT ${dialect.ownInput?.column ?? 'NULL'}, $1, $2 FROM run_sheets WHERE run_id = $3 AND position = $4 RETURNING id`
    const made = await readValue<number>(statements, insert, [operation, target.id, runId, position])
    return made ?? Number.NaN
  }

  function countSheet(run: number, position: number): Promise<number> {
    return readCount(statements, 'SELECT COUNT(*) AS count FROM rows WHERE run_id = $1 AND sheet = $2', [run, position])
  }
}
