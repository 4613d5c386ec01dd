import { currentOperator } from '../operator.ts'
import type { Runs } from '../port/runs.ts'
import { createOutcomes } from '../store/outcomes.ts'
import { findUnfinishedEpochs } from '../store/unfinished-epochs.ts'
import type { GroupCommit } from './commits/group-commit.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'
import { completeLoad } from './loading/load-completion.ts'
import type { ReserveIds } from './loading/write-changes.ts'

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
        const { account, machine } = currentOperator()
        const unfinished = await findUnfinishedEpochs(statements, operation, target.id)
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
        return { id, epoch: { id, unfinished } }
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
