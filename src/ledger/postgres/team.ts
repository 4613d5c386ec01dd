import { unsettledStates } from '../../contract/states.ts'
import type { DuePoll } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import type { DetachedRun, OpenRows, PaceState, Reservation, TargetPace, TeamWork } from '../port/team.ts'
import { listOf } from '../state-sql.ts'
import { isAlive, postgresDialect } from '../store/dialect.ts'
import { execute, type Nullable, readCount, readFirst, readValue, withoutNulls } from '../store/store.ts'
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
  const reopenRun = `UPDATE runs SET ended_at = NULL, ending = NULL WHERE id = $1 AND waits_for = 'workers' AND ended_at IS NOT NULL
     AND EXISTS (SELECT FROM rows JOIN submissions ON submissions.id = submission_id
                  WHERE run_id = $1 AND held IS NULL AND state = 'accepted' AND next_poll_at IS NOT NULL)`
  const selectSpans = `SELECT MIN(seq) AS first, MAX(seq) AS last FROM rows WHERE run_id = $1 AND order_key IS NOT NULL
    GROUP BY order_key HAVING COUNT(*) > 1`
  const countOpen = `SELECT width_bucket(seq, $2::integer[]) - 1 AS part, state, COUNT(*) AS rows
      FROM rows JOIN submissions ON submissions.id = submission_id
     WHERE run_id = $1 AND held IS NULL AND state IN ${listOf(unsettledStates)}
       AND (state <> 'accepted' OR next_poll_at IS NOT NULL)
     GROUP BY 1, 2 ORDER BY 1`
  const selectDue = `SELECT submissions.id, identifier, subject, accepted_at AS "acceptedAt" FROM ${waitingInChunk}
     AND next_poll_at <= $4 AND submissions.id <> ALL ($6::bigint[]) ORDER BY next_poll_at LIMIT $5`
  const replaceTargets = `WITH left_out AS (DELETE FROM workers WHERE holder_id = $1 AND NOT target_id = ANY($2))
    INSERT INTO workers SELECT $1, unnest($2::bigint[]) ON CONFLICT DO NOTHING`
  const countAlive = `SELECT COUNT(*) AS count FROM workers JOIN holders ON holders.id = holder_id WHERE target_id = $1 AND ${isAlive}`
  return {
    find: (runId, target) =>
      readFirst<DetachedRun>(connection, `${detachedRun} AND runs.id = $1 AND target_id = $2`, [runId, target.id]),
    open: ({ id }) =>
      connection.query<DetachedRun>(`${detachedRun} AND target_id = $1 AND ended_at IS NULL ORDER BY runs.id`, [id]),
    async finish(runId, now) {
      const text = `UPDATE runs SET ended_at = $2, ending = 'done' WHERE id = $1 AND ended_at IS NULL RETURNING id`
      return (await connection.query(text, [runId, now])).length > 0
    },
    reopen: (runId) => execute(connection, reopenRun, [runId]),
    orderSpans: (runId) => connection.query<{ first: number; last: number }>(selectSpans, [runId]),
    openRows: (runId, starts) => connection.query<OpenRows>(countOpen, [runId, starts]),
    readyPage: ({ runId, to }, afterSeq, limit) => readReadyPage(runId, afterSeq, limit, to),
    duePolls: ({ runId, from, to }, now, limit, polling = []) =>
      connection.query<DuePoll>(selectDue, [runId, from, to, Math.trunc(now), limit, polling]),
    nextPollAt: ({ runId, from, to }) =>
      readValue(connection, `SELECT MIN(next_poll_at) FROM ${waitingInChunk}`, [runId, from, to]),
    workFor: (targets) => execute(connection, replaceTargets, [commits.holding.id, targets.map(({ id }) => id)]),
    countWorkers: ({ id }) => readCount(connection, countAlive, [id]),
  }
}

const channel = 'rwa_batch_pace'
/** After this time another process sends a probe in place of a dead one's. */
const probeSeconds = 5
/** After a longer time without senders, the last run's stored pace counts. */
const trustedSeconds = 60

/** As of now. A pace lost in a crash of the server is found again, so no commit waits for the disk. */
const found = `SELECT paces.*, clock_timestamp() AS at, set_config('synchronous_commit', 'off', true) FROM paces
  WHERE target_id = $1::bigint FOR UPDATE`

const msUntil = (time: string): string => `GREATEST(0, extract(epoch FROM ${time} - clock_timestamp()) * 1000)::float8`

/** The updated row, but the probe as before the update. */
const state = `paces.per_second AS "perSecond", paces.ceiling, paces.cuts, paces.started,
  COALESCE(${msUntil('paces.hold_until')}, 0) AS "heldMs", COALESCE(${msUntil('known.probe_until')}, 0) AS "probingMs"`

/** $2 started, $3 wanted, $4 growth, $5 known cuts, $6 initial pace. The time of a due probe lies in the past. */
const reserve = `WITH found AS MATERIALIZED (${found}),
known AS MATERIALIZED (
  SELECT *, CASE WHEN is_trusted THEN per_second * CASE WHEN cuts = $5::int THEN $4::float8 ELSE 1 END
                 ELSE $6::float8 END AS pace,
         CASE WHEN is_trusted THEN ceiling ELSE $6::float8 END AS top,
         CASE WHEN hold_until > at OR probe_until > at THEN 0 WHEN probe_until IS NOT NULL THEN 1 ELSE $3::int END AS granted,
         GREATEST(next_start_at, at) AS first
    FROM found CROSS JOIN LATERAL (SELECT used_at IS NOT NULL AND used_at > at - make_interval(secs => ${trustedSeconds})) AS trust (is_trusted))
UPDATE paces SET
    per_second = pace, ceiling = top, started = paces.started + $2::int, used_at = at,
    probe_until = CASE WHEN granted = 0 THEN known.probe_until
                       WHEN known.probe_until IS NOT NULL THEN at + make_interval(secs => ${probeSeconds}) END,
    next_start_at = CASE WHEN pace > 0 THEN first + make_interval(secs => granted / pace) ELSE known.next_start_at END
  FROM known WHERE paces.target_id = known.target_id
RETURNING ${state}, granted, granted = 1 AND known.probe_until IS NOT NULL AS "isProbe",
          CASE WHEN pace > 0 THEN ${msUntil('first')} ELSE 0 END AS "waitMs"`

const notify = `SELECT changed.*, pg_notify('${channel}', current_schema() || ' ' || $1::bigint) FROM changed`

/** $2 started, $3 age of the request in ms, $4 known cuts, $5 ms to hold, $6 the pace to cut to, $7 its ceiling. */
const refuse = `WITH known AS MATERIALIZED (${found}),
changed AS (
  UPDATE paces SET
      per_second = CASE WHEN counts THEN $6::float8 ELSE paces.per_second END,
      ceiling = CASE WHEN counts THEN $7::float8 ELSE paces.ceiling END,
      cuts = paces.cuts + counts::int,
      cut_at = CASE WHEN counts THEN at ELSE paces.cut_at END,
      started = paces.started + $2::int, used_at = at, next_start_at = NULL, probe_until = 'epoch',
      hold_until = GREATEST(paces.hold_until, at + make_interval(secs => $5::float8 / 1000))
    FROM known CROSS JOIN LATERAL (
      SELECT $6::float8 IS NOT NULL AND known.cuts = $4::int
         AND COALESCE(known.cut_at < at - make_interval(secs => $3::float8 / 1000), TRUE)) AS judged (counts)
   WHERE paces.target_id = known.target_id RETURNING ${state})
${notify}`

/** $2 started. A hold made since is kept. */
const endProbe = `WITH known AS MATERIALIZED (${found}),
changed AS (
  UPDATE paces SET started = paces.started + $2::int, used_at = at,
      probe_until = CASE WHEN paces.probe_until > at THEN NULL ELSE paces.probe_until END
    FROM known WHERE paces.target_id = known.target_id RETURNING ${state})
${notify}`

/** The pace has a table of its own: every load locks rows of `targets`. */
export function createTargetPaces(connection: ReconnectingConnection): (target: Target) => TargetPace {
  return ({ id }) => {
    const made = connection.query('INSERT INTO paces (target_id) VALUES ($1) ON CONFLICT (target_id) DO NOTHING', [id])
    // The next caller gets the failure.
    made.catch(() => {})

    async function ask<State extends PaceState>(text: string, ...values: unknown[]): Promise<State> {
      await made
      const [state] = await connection.query<Nullable<State>>(text, [id, ...values])
      return withoutNulls(state as Nullable<State>)
    }

    return {
      reserve: ({ started, wanted, growth, cuts, initial }) =>
        ask<Reservation>(reserve, started, wanted, growth, cuts, initial ?? null),
      refuse: ({ started, ageMs, cuts, heldMs, cut }) =>
        ask<PaceState>(refuse, started, ageMs, cuts, heldMs ?? 0, cut?.perSecond ?? null, cut?.ceiling ?? null),
      endProbe: ({ started }) => ask<PaceState>(endProbe, started),
      listen: (listener) =>
        connection.listen(channel, (payload) => {
          if (payload === undefined || payload.endsWith(` ${id}`)) listener()
        }),
    }
  }
}
