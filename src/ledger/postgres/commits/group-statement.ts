import { absentStates, inDoubtStates } from '../../../contract/states.ts'
import type { Claim } from '../../port/submissions.ts'
import { listOf, maySend } from '../../state-sql.ts'
import { leaseMs } from '../../store/dialect.ts'
import { toJson } from '../../store/store.ts'
import type { ChangeResult, GuardedChange, IdentifierOwner } from '../../store/transitions.ts'

export interface ClaimRequest {
  id: number
  runId: number
  number: number
  at: number
}

export type GroupEntry = { id: number; reject(error: unknown): void } & (
  | { kind: 'change'; change: GuardedChange; resolve(end: ChangeResult | IdentifierOwner): void }
  | { kind: 'claim'; asked: ClaimRequest; resolve(claim: Claim | undefined): void }
)

/** The result of a group, stored in the holder's row. */
export interface GroupAnswer {
  /** False: the lease was over, and no claim was given. */
  isAlive: boolean
  begun: readonly number[] | null
  /** Claims not given, because their run was not released. */
  refused: readonly number[] | null
  moved: readonly number[] | null
  /** Changes not made, because another submission has the identifier. */
  taken: readonly { id: number; rowNumber: number | null }[] | null
}

/** Of a change as it is sent; the statement has them as columns. */
const fields = `id bigint, holder bigint, claim bigint, fromState text, toState text, identifier text,
  reportUrl text, acceptedAt bigint, doneAt bigint, nextPollAt bigint, result text, problemField text,
  problem text, earlierProblem text, rawAnswer text, runId bigint, operation text, sentAt bigint,
  answeredAt bigint, httpStatus integer, outcome text, detail text`

const toColumn = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const columns = fields.replace(/(\w+) \w+/g, (_, field: string) => `"${field}" AS ${toColumn(field)}`)

/**
 * One group of changes: all or nothing, and once. It is group n of a holder, and only follows n − 1. $1 holder, $2 n,
 * $3 seconds of the lease, $4 changes, $5 claims asked for. Each change has its own guard: a late one does not fail
 * the others. A line of the log that is there already, as after a replay, is not repeated.
 */
export const groupStatement = `WITH turn AS MATERIALIZED (
  SELECT id, reaped_at IS NULL AND lease_until > clock_timestamp() AS alive FROM holders
   WHERE id = $1 AND last_group = $2 - 1 FOR UPDATE),
wanted AS MATERIALIZED (SELECT ${columns} FROM json_to_recordset($4) AS wanted (${fields.replace(/(\w+) (\w+)/g, '"$1" $2')})),
taken AS MATERIALIZED (
  SELECT wanted.id, (SELECT (array_agg(row_number ORDER BY run_id DESC, held IS NOT NULL, seq))[1] FROM rows WHERE submission_id = owner.id) AS "rowNumber"
    FROM wanted JOIN submissions AS this ON this.id = wanted.id
   CROSS JOIN LATERAL (SELECT id FROM submissions AS other
                        WHERE other.identifier = wanted.identifier AND other.operation = this.operation
                          AND other.target_id = this.target_id AND other.id <> this.id LIMIT 1) AS owner
   WHERE wanted.to_state = 'accepted'),
moved AS (
  UPDATE submissions SET
      state = COALESCE(to_state, state),
      holder = CASE WHEN wanted.claim IS NULL THEN submissions.holder END,
      identifier = COALESCE(wanted.identifier, submissions.identifier),
      report_url = COALESCE(wanted.report_url, submissions.report_url),
      accepted_at = COALESCE(wanted.accepted_at, submissions.accepted_at),
      done_at = COALESCE(wanted.done_at, submissions.done_at),
      next_poll_at = wanted.next_poll_at,
      result = COALESCE(wanted.result, submissions.result),
      problem_field = COALESCE(wanted.problem_field, submissions.problem_field),
      problem = CASE earlier_problem WHEN 'kept' THEN submissions.problem
                                     WHEN 'added to' THEN submissions.problem || '; ' || wanted.problem
                                     ELSE wanted.problem END,
      raw_answer = COALESCE(wanted.raw_answer, submissions.raw_answer),
      turn = CASE WHEN wanted.claim IS NOT NULL AND to_state IN ${listOf(absentStates)}
                  THEN COALESCE(doubted_turn, submissions.turn) ELSE submissions.turn END
    FROM wanted
   WHERE submissions.id = wanted.id AND EXISTS (SELECT FROM turn) AND wanted.id NOT IN (SELECT id FROM taken)
     AND CASE WHEN wanted.claim IS NULL THEN state = from_state
              ELSE submissions.holder = wanted.holder AND submissions.claim = wanted.claim
                   AND state IN ${listOf(inDoubtStates)} END
  RETURNING submissions.id),
logged AS (
  INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail)
  SELECT wanted.id, run_id, operation, sent_at, answered_at, http_status,
         CASE WHEN moved.id IS NULL THEN 'late: ' ELSE '' END || outcome, detail
    FROM wanted LEFT JOIN moved ON moved.id = wanted.id
   WHERE EXISTS (SELECT FROM turn) AND outcome IS NOT NULL AND (moved.id IS NOT NULL OR claim IS NOT NULL)
     AND wanted.id NOT IN (SELECT id FROM taken)
     AND (moved.id IS NOT NULL OR NOT EXISTS (
       SELECT FROM attempts AS same
        WHERE same.submission_id = wanted.id AND same.operation = wanted.operation AND same.sent_at = wanted.sent_at
          AND same.answered_at = wanted.answered_at AND same.outcome IN (wanted.outcome, 'late: ' || wanted.outcome)))),
asked AS MATERIALIZED (
  SELECT asked.*, (SELECT ${maySend('runs')} FROM runs WHERE runs.id = "runId") IS TRUE AS is_free
    FROM json_to_recordset($5) AS asked (id bigint, number bigint, at bigint, "runId" bigint)),
begun AS (
  UPDATE submissions SET state = 'sending', sent_at = asked.at, holder = $1, sent_by = $1, claim = asked.number,
         sent_in = asked."runId", tries = tries + 1,
         problem_field = NULL, problem = NULL, raw_answer = NULL,
         doubted_turn = CASE doubted WHEN 1 THEN submissions.turn END,
         turn = CASE WHEN order_key IS NULL THEN NULL ELSE nextval('turns') END
    FROM asked WHERE submissions.id = asked.id AND state = 'ready' AND is_free AND (SELECT alive FROM turn)
  RETURNING submissions.id)
UPDATE holders SET last_group = $2,
    lease_until = CASE WHEN alive THEN clock_timestamp() + make_interval(secs => $3) ELSE lease_until END,
    answer = json_build_object('isAlive', alive, 'begun', (SELECT json_agg(id) FROM begun),
                               'refused', (SELECT json_agg(id) FROM asked WHERE NOT is_free),
                               'moved', (SELECT json_agg(id) FROM moved), 'taken', (SELECT json_agg(taken) FROM taken))
  FROM turn WHERE holders.id = turn.id RETURNING answer`

/** Ordered by id: concurrent changes lock submissions in the same order, without a deadlock. */
export function toGroupValues(
  holder: number,
  group: number,
  changes: readonly GuardedChange[],
  claims: readonly ClaimRequest[],
): unknown[] {
  const sorted = changes.toSorted((one, other) => one.id - other.id).map(toFields)
  const asked = claims.toSorted((one, other) => one.id - other.id)
  return [holder, group, leaseMs / 1_000, toJson(sorted), toJson(asked)]
}

function toFields(change: GuardedChange): object {
  const { attempt, claim, from: fromState, to: toState, nextPollAt, ...rest } = change
  const times = nextPollAt === undefined ? {} : { nextPollAt: Math.trunc(nextPollAt) }
  return { ...rest, ...attempt, ...times, holder: claim?.holder, claim: claim?.number, fromState, toState }
}
