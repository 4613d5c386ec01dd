import { unansweredStates } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { DuePoll, Sender, Settlement, Submissions } from '../port/submissions.ts'
import { doubtIdentifier } from '../settlement-spill.ts'
import { listOf } from '../state-sql.ts'
import type { SubmissionReads } from '../store/submission-reads.ts'
import type { GroupCommit } from './commits/group-commit.ts'
import type { GuardedChange } from './commits/group-statement.ts'
import { leaseMs } from './commits/lease.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

/** Looked up for each due poll, never the other way round: of a million rows in a run few are due. */
const isOfRun = (run: string): string =>
  `(SELECT TRUE FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = ${run} AND rows.held IS NULL LIMIT 1)`

function toChange(settlement: Settlement, { answeredAt, sentAt }: AttemptFacts): Omit<GuardedChange, 'id'> {
  const { to } = settlement
  switch (to) {
    case 'accepted': {
      const { identifier, reportUrl, nextPollAt } = settlement
      return { to, identifier, reportUrl, nextPollAt, acceptedAt: answeredAt ?? sentAt ?? 0 }
    }
    case 'done':
      return { to, identifier: settlement.identifier, doneAt: answeredAt }
    case 'rejected':
      return { to, problemField: settlement.field, problem: settlement.message, rawAnswer: settlement.rawAnswer }
    case 'unknown':
      return { to, problem: settlement.reason, rawAnswer: settlement.rawAnswer }
    default:
      return { to, problem: settlement.reason }
  }
}

/** An identifier that another submission has makes the outcome unknown: resolves to that settlement when it was made. */
export async function commitOutcome(
  commits: Pick<GroupCommit, 'change'>,
  change: GuardedChange,
): Promise<'moved' | 'overtaken' | Settlement> {
  const end = await commits.change(change)
  if (typeof end === 'string') return end
  const { id, claim, attempt } = change
  const doubt = doubtIdentifier(change, end.rowNumber)
  const { to, reason: problem, rawAnswer } = doubt
  const facts = attempt && { attempt: { ...attempt, outcome: 'unknown', detail: problem } }
  const doubted = await commits.change({ id, ...(claim && { claim }), to, problem, rawAnswer, ...facts })
  return doubted === 'moved' ? doubt : 'overtaken'
}

/** True when it counted. What the database refuses is spilled: kept, it would refuse each later opening. */
export async function replayOutcome(commits: Pick<GroupCommit, 'change'>, change: GuardedChange): Promise<boolean> {
  try {
    return (await commitOutcome(commits, change)) !== 'overtaken'
  } catch (error) {
    if (error instanceof BatchError && error.code === 'defect') return false
    throw error
  }
}

export interface SubmissionWrites extends Omit<Submissions, keyof SubmissionReads> {
  hasOpenClaims(): boolean
}

export function createSubmissions(
  connection: Pick<ReconnectingConnection, 'query'>,
  commits: GroupCommit,
): SubmissionWrites {
  const openClaims = new Set<number>()

  async function applyChange(change: GuardedChange): Promise<boolean> {
    return (await commits.change(change)) === 'moved'
  }

  return {
    hasOpenClaims: () => openClaims.size > 0,
    async claim(id, runId, now) {
      const claim = await commits.claim(id, runId, now)
      if (claim !== undefined) openClaims.add(claim.number)
      return claim
    },
    async settle(claim, settlement, attempt) {
      const { id } = claim
      if (!openClaims.delete(claim.number)) {
        throw new BatchError('defect', `submission ${id} is settled without a claim on it`)
      }
      const end = await commitOutcome(commits, { id, claim, ...toChange(settlement, attempt), attempt })
      if (end === 'moved') return settlement
      return typeof end === 'string' ? undefined : end
    },
    score: (id, result, attempt) =>
      applyChange({ id, from: 'accepted', to: 'done', result, doneAt: attempt.answeredAt, attempt }),
    postpone: (id, nextPollAt) => applyChange({ id, from: 'accepted', nextPollAt, earlierProblem: 'kept' }),
    leavePending: (id, problem, attempt) => applyChange({ id, from: 'accepted', to: 'pending', problem, attempt }),
    keepWithMessage: (id, problem, attempt) => applyChange({ id, from: 'accepted', problem, attempt }),
    annotateUnknown: (id, seen, attempt) =>
      applyChange({ id, from: 'unknown', problem: seen, earlierProblem: 'added to', attempt }),
    async openRows(runId) {
      const open = await connection.query<Sender & { state: string }>(
        `SELECT state, COALESCE(account || '@' || machine, '') AS name, COUNT(*) AS rows,
                MIN(extract(epoch FROM clock_timestamp() - lease_until) * 1000)::float8 + $2 AS "heardMs"
           FROM rows JOIN submissions ON submissions.id = submission_id
           LEFT JOIN holders ON holders.id = submissions.holder AND state = 'sending'
          WHERE run_id = $1 AND held IS NULL AND state IN ${listOf(unansweredStates)} GROUP BY 1, 2`,
        [runId, leaseMs],
      )
      const senders = open.flatMap(({ state, ...sender }) => (state === 'sending' ? [sender] : []))
      return { isReady: senders.length < open.length, senders }
    },
    async duePolls(runId, now, limit, polling = []) {
      // A caller that finds nothing due stops, so the lease must be checked first.
      await commits.ensureLease()
      return connection.query<DuePoll>(
        `SELECT id, identifier, subject, accepted_at AS "acceptedAt" FROM submissions
          WHERE state = 'accepted' AND next_poll_at <= $2 AND id <> ALL ($4::bigint[]) AND ${isOfRun('$1')}
          ORDER BY next_poll_at LIMIT $3`,
        [runId, Math.trunc(now), limit, polling],
        'due polls',
      )
    },
    async nextPollAt(runId, after) {
      const ask = (): Promise<{ at: number }[]> =>
        connection.query<{ at: number }>(
          `SELECT next_poll_at AS at FROM submissions
            WHERE state = 'accepted' AND next_poll_at > $2 AND ${isOfRun('$1')} ORDER BY next_poll_at LIMIT 1`,
          [runId, Math.trunc(after)],
          'next poll',
        )
      const [next] = await ask()
      // Another process may just have expired this lease, and removed the due times of its polls.
      if (next !== undefined || commits.holding.isValid()) return next?.at
      await commits.ensureLease()
      return (await ask())[0]?.at
    },
  }
}
