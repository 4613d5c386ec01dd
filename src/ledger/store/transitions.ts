import type { SubmissionState } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { Claim, DuePoll, Sender, Settlement } from '../port/submissions.ts'
import type { Reader } from './store.ts'

/** A guarded change of one submission. Columns without a value keep theirs, except the problem and the next poll. */
export interface GuardedChange {
  id: number
  /** Made under a claim: a late outcome still counts in doubt … */
  claim?: { holder: number; number: number }
  /** … or by any process, from this state. */
  from?: SubmissionState
  to?: SubmissionState
  identifier?: string
  reportUrl?: string
  acceptedAt?: number
  doneAt?: number | undefined
  nextPollAt?: number
  result?: string
  problemField?: string
  problem?: string
  /** For the present problem; by default it is replaced. */
  earlierProblem?: 'kept' | 'added to'
  rawAnswer?: string
  attempt?: AttemptFacts
}

/** The row, if any, whose submission has the identifier of a change, which was not made. */
export interface IdentifierOwner {
  rowNumber: number | null
}
export type ChangeResult = 'moved' | 'overtaken'

/** Groups of changes, durable when a call resolves. */
export interface Commits {
  claim(id: number, runId: number, now: number): Promise<Claim | undefined>
  /** `toDoubt`: what is made instead where another row has the identifier. */
  change(change: GuardedChange, toDoubt?: (owner: IdentifierOwner) => GuardedChange): Promise<ChangeResult>
  /** Call it before a caller that finds nothing stops. False: the lease was over, and polls are due again. */
  ensureLease(): Promise<boolean>
}

/** For a row of `submissions`. Looked up for each due poll: of a million rows in a run few are due. */
const isOfRun = `(SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1 AND rows.held IS NULL LIMIT 1) IS NOT NULL`

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
async function commitOutcome(
  commits: Pick<Commits, 'change'>,
  change: GuardedChange,
): Promise<ChangeResult | Settlement> {
  const made: { doubt?: Settlement } = {}
  const end = await commits.change(change, ({ rowNumber }) => {
    const { id, claim, attempt, identifier, reportUrl } = change
    const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
    const reason = `the service answered with the identifier ${identifier}, which ${owner} has already: the answer belongs to another request, or one of the two is wrong`
    const [to, rawAnswer] = ['unknown' as const, JSON.stringify({ identifier, reportUrl })]
    made.doubt = { to, reason, rawAnswer }
    const facts = attempt && { attempt: { ...attempt, outcome: to, detail: reason } }
    return { id, ...(claim && { claim }), to, problem: reason, rawAnswer, ...facts }
  })
  return (end === 'moved' && made.doubt) || end
}

/** True when it counted. What the database refuses is spilled: kept, it would refuse each later opening. */
export async function replayOutcome(commits: Pick<Commits, 'change'>, change: GuardedChange): Promise<boolean> {
  try {
    return (await commitOutcome(commits, change)) !== 'overtaken'
  } catch (error) {
    if (error instanceof BatchError && error.code === 'defect') return false
    throw error
  }
}

/** The record to save when no ledger can store the outcome; undefined when it holds no identifier and no answer. */
export function spillRecordOf(
  { id: submission, identifier, reportUrl, problem: reason, rawAnswer = '' }: GuardedChange,
  request?: () => string | undefined,
): unknown {
  if (identifier === undefined) return rawAnswer === '' ? undefined : { submission, reason, rawAnswer }
  return reportUrl === undefined
    ? { submission, identifier }
    : { submission, identifier, reportUrl, request: request?.() }
}

/** Transitions of submissions while they are sent and polled. Each is guarded by the states it may start from. */
export function createTransitions(store: Reader, commits: Commits) {
  const openClaims = new Set<string>()
  const keyOf = ({ holder, number }: Claim): string => `${holder} ${number}`
  const { checks, dialect } = store
  const selectDue = `SELECT id, identifier, subject, accepted_at AS "acceptedAt"${checks.columns('submissions', false)} FROM submissions
    WHERE state = 'accepted' AND next_poll_at <= $2 AND NOT (id ${dialect.anyOf('$4')}) AND ${isOfRun} ORDER BY next_poll_at LIMIT $3`
  const selectNext = `SELECT next_poll_at AS at FROM submissions
    WHERE state = 'accepted' AND next_poll_at > $2 AND ${isOfRun} ORDER BY next_poll_at LIMIT 1`

  async function applyChange(change: GuardedChange): Promise<boolean> {
    return (await commits.change(change)) === 'moved'
  }

  return {
    hasOpenClaims: () => openClaims.size > 0,
    /**
     * ready → sending, durable when this resolves: no request without it; undefined when the submission is not ready,
     * or its run not released. A claim whose holder is gone leaves the submission `unknown`, never `ready`.
     * @throws when the run was not released.
     */
    async claim(id: number, runId: number, now: number) {
      const claim = await commits.claim(id, runId, now)
      if (claim !== undefined) openClaims.add(keyOf(claim))
      return claim
    },
    /**
     * Ends a claim, once; durable when this resolves. A late outcome still replaces `unknown`, unless another run has
     * moved the submission on. If another submission of the operation and target has the identifier, the answer belongs
     * to that one: → unknown. Resolves to the settlement that was made. Resolves to undefined when the claim had expired
     * and the submission was moved on; the log of attempts then has the answer as `late: …`.
     * @throws BatchError `defect` when the claim was never given out here, or has ended before.
     */
    async settle(claim: Claim, settlement: Settlement, attempt: AttemptFacts) {
      const { id } = claim
      if (!openClaims.delete(keyOf(claim))) {
        throw new BatchError('defect', `submission ${id} is settled without a claim on it`)
      }
      const end = await commitOutcome(commits, { id, claim, ...toChange(settlement, attempt), attempt })
      if (end === 'moved') return settlement
      return end === 'overtaken' ? undefined : end
    },
    // Polling twice does no harm, so the next ones need no claim. False: another run has moved the submission on.
    /** accepted → done. */
    score: (id: number, result: string, attempt: AttemptFacts) =>
      applyChange({ id, from: 'accepted', to: 'done', result, doneAt: attempt.answeredAt, attempt }),
    /** accepted, to be asked again at `nextPollAt`. */
    postpone: (id: number, nextPollAt: number) =>
      applyChange({ id, from: 'accepted', nextPollAt, earlierProblem: 'kept' }),
    /** accepted → pending: no scores within the time-out. */
    leavePending: (id: number, problem: string, attempt: AttemptFacts) =>
      applyChange({ id, from: 'accepted', to: 'pending', problem, attempt }),
    /** Stays accepted with the service's message; not polled again in this run. */
    keepWithMessage: (id: number, problem: string, attempt: AttemptFacts) =>
      applyChange({ id, from: 'accepted', problem, attempt }),
    /** Stays unknown; adds a later observation. */
    annotateUnknown: (id: number, seen: string, attempt: AttemptFacts) =>
      applyChange({ id, from: 'unknown', problem: seen, earlierProblem: 'added to', attempt }),
    /** Rows of a run that are ready or being sent, by any process. `isReady`: some may be sent. */
    async openRows(runId: number) {
      const text = dialect.selectOpenRows
      const open = await store.query<Sender & { state: string; heardMs: number | null }>(text, [runId])
      const senders = open.flatMap(({ state, heardMs, ...sender }): Sender[] =>
        state === 'sending' ? [{ ...sender, heardMs: heardMs ?? undefined }] : [],
      )
      return { isReady: senders.length < open.length, senders }
    },
    /** For this run's rows, without those that are being polled already. */
    async duePolls(runId: number, now: number, limit: number, polling: readonly number[] = []) {
      await commits.ensureLease()
      const due = await store.query<DuePoll>(selectDue, [runId, Math.trunc(now), limit, polling], 'due polls')
      return due.map(checks.verify)
    },
    /** Time of the run's next poll later than `after`; undefined without one. */
    async nextPollAt(runId: number, after: number) {
      const values = [runId, Math.trunc(after)]
      const ask = () => store.query<{ at: number }>(selectNext, values, 'next poll')
      const found = await ask()
      // Another process may just have expired the lease, and removed the due times of its polls.
      const [next] = found.length > 0 || (await commits.ensureLease()) ? found : await ask()
      return next?.at
    },
  }
}
