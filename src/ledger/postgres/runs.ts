import { finishedStates } from '../../contract/states.ts'
import { currentOperator } from '../operator.ts'
import type { Runs } from '../port/runs.ts'
import { listOf } from '../state-sql.ts'
import { createOutcomes } from '../store/outcomes.ts'
import type { GroupCommit } from './group-commit.ts'
import { completeLoad } from './load-completion.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'
import type { ReserveIds } from './write-changes.ts'

/** `ledgerId`: its references differ from those of other ledgers. */
export function createRuns(
  connection: ReconnectingConnection,
  commits: GroupCommit,
  reserveIds: ReserveIds,
  ledgerId: string,
): Runs {
  return {
    ...createOutcomes(connection),
    begin: (run) =>
      connection.transaction(async (statements) => {
        const { operation, doneWord, target, file, sheets, isAgain, now } = run
        const unfinished = await statements.query<{ epoch: number }>(
          `SELECT DISTINCT epoch FROM runs
            WHERE operation = $1 AND target_id = $2 AND epoch IS NOT NULL AND EXISTS (
              SELECT FROM rows LEFT JOIN submissions ON submissions.id = rows.submission_id
               WHERE rows.run_id = runs.id
                 AND COALESCE(rows.held, submissions.state) NOT IN ${listOf(finishedStates)})`,
          [operation, target.id],
        )
        const { account, machine } = currentOperator()
        const [begun] = await statements.query<{ id: number }>(
          `INSERT INTO runs (operation, done_word, holder_id, target_id, file, account, machine, started_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
          [operation, doneWord, commits.holding.id, target.id, file, account, machine, now],
        )
        const id = begun?.id ?? Number.NaN
        await statements.query(
          `INSERT INTO run_sheets (run_id, position, name, own_input_id)
           SELECT $1, position - 1, name, nextval(pg_get_serial_sequence('inputs', 'id')) FROM unnest($2::text[]) WITH ORDINALITY AS sheet (name, position)`,
          [id, sheets],
        )
        if (!isAgain) return { id, epoch: undefined }
        await statements.query('UPDATE runs SET epoch = id WHERE id = $1', [id])
        return { id, epoch: { id, unfinished: new Set(unfinished.map(({ epoch }) => epoch)) } }
      }),
    completeLoad: (settings, completion) => completeLoad(connection, { reserveIds, ledgerId }, settings, completion),
    async describeColumns(runId, position, columns) {
      await connection.query('UPDATE run_sheets SET columns = $1 WHERE run_id = $2 AND position = $3', [
        columns,
        runId,
        position,
      ])
    },
    async end(runId, { now, ending, output }) {
      await connection.query('UPDATE runs SET ended_at = $1, ending = $2, output = $3 WHERE id = $4', [
        now,
        ending,
        output ?? null,
        runId,
      ])
    },
  }
}
