import { unsettledStates } from '../../contract/states.ts'
import type { DuePoll } from '../port/submissions.ts'
import type { DetachedRun, OpenRows, TeamWork } from '../port/team.ts'
import { listOf } from '../state-sql.ts'
import { isAlive, postgresDialect } from '../store/dialect.ts'
import { execute, readCount, readValue } from '../store/store.ts'
import { createReadyReader } from '../store/submission-reads.ts'
import type { GroupCommit } from './commits/group-commit.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

const detachedRun = `SELECT runs.id, operation, how, ended_at IS NOT NULL AS "isOver",
       (SELECT json_agg(name ORDER BY position) FROM run_sheets WHERE run_id = runs.id) AS sheets
  FROM runs WHERE waits_for = 'workers' AND loaded_at IS NOT NULL`

/** A chunk has few rows: due polls are searched among them, not among all that are due. */
const waitingInChunk = `rows ${postgresDialect.eachSubmission('INNER')}
  WHERE rows.run_id = $1 AND rows.seq BETWEEN $2 AND $3 AND rows.held IS NULL AND submissions.state = 'accepted'`

export function createTeamWork(connection: ReconnectingConnection, commits: GroupCommit): TeamWork {
  const readReadyPage = createReadyReader(connection)
  return {
    async find(runId, target) {
      const ofTarget = `${detachedRun} AND runs.id = $1 AND target_id = $2`
      const [run] = await connection.query<DetachedRun>(ofTarget, [runId, target.id])
      return run
    },
    open: ({ id }) =>
      connection.query<DetachedRun>(`${detachedRun} AND target_id = $1 AND ended_at IS NULL ORDER BY runs.id`, [id]),
    finish(runId, now) {
      const text = `UPDATE runs SET ended_at = $2, ending = 'done' WHERE id = $1 AND ended_at IS NULL`
      return execute(connection, text, [runId, now])
    },
    reopen: (runId) =>
      execute(
        connection,
        `UPDATE runs SET ended_at = NULL, ending = NULL WHERE id = $1 AND waits_for = 'workers' AND ended_at IS NOT NULL
            AND EXISTS (SELECT FROM rows JOIN submissions ON submissions.id = submission_id
                         WHERE run_id = $1 AND held IS NULL AND state = 'accepted' AND next_poll_at IS NOT NULL)`,
        [runId],
      ),
    orderSpans: (runId) =>
      connection.query<{ first: number; last: number }>(
        `SELECT MIN(seq) AS first, MAX(seq) AS last FROM rows WHERE run_id = $1 AND order_key IS NOT NULL
          GROUP BY order_key HAVING COUNT(*) > 1`,
        [runId],
      ),
    openRows: (runId, starts) =>
      connection.query<OpenRows>(
        `SELECT width_bucket(seq, $2::integer[]) - 1 AS part, state, COUNT(*) AS rows
           FROM rows JOIN submissions ON submissions.id = submission_id
          WHERE run_id = $1 AND held IS NULL AND state IN ${listOf(unsettledStates)}
            AND (state <> 'accepted' OR next_poll_at IS NOT NULL)
          GROUP BY 1, 2 ORDER BY 1`,
        [runId, starts],
      ),
    readyPage: ({ runId, to }, afterSeq, limit) => readReadyPage(runId, afterSeq, limit, to),
    duePolls: ({ runId, from, to }, now, limit, polling = []) =>
      connection.query<DuePoll>(
        `SELECT submissions.id, identifier, subject, accepted_at AS "acceptedAt" FROM ${waitingInChunk}
            AND next_poll_at <= $4 AND submissions.id <> ALL ($6::bigint[]) ORDER BY next_poll_at LIMIT $5`,
        [runId, from, to, Math.trunc(now), limit, polling],
      ),
    nextPollAt: ({ runId, from, to }) =>
      readValue(connection, `SELECT MIN(next_poll_at) FROM ${waitingInChunk}`, [runId, from, to]),
    workFor: (targets) =>
      execute(
        connection,
        `WITH left_out AS (DELETE FROM workers WHERE holder_id = $1 AND NOT target_id = ANY($2))
         INSERT INTO workers SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`,
        [commits.holding.id, targets.map(({ id }) => id)],
      ),
    countWorkers: ({ id }) =>
      readCount(
        connection,
        `SELECT COUNT(*) AS count FROM workers JOIN holders ON holders.id = holder_id WHERE target_id = $1 AND ${isAlive}`,
        [id],
      ),
  }
}
