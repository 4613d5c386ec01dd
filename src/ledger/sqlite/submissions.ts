import { BatchError } from '../../support/errors.ts'
import type { Database, Statement } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { Claim, DuePoll, Settlement, Submissions } from '../port/submissions.ts'
import { doubtIdentifier, spillRecordOf } from '../settlement-spill.ts'
import { sqliteDialect } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import type { SubmissionReads } from '../store/submission-reads.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import { checkedColumns, checksumOf, setState, sumOfTime } from './schema/checksum.ts'
import { prepareEnds } from './settlements.ts'

export function createSubmissions(
  db: Database,
  store: Store,
  journal: Journal,
  attempts: AttemptLog,
  holder: number,
): Omit<Submissions, keyof SubmissionReads> {
  let lastClaim = 0
  const openClaims = new Set<number>()
  // Bound by position: looking up names takes a fifth of a transition.
  const claim = db.prepare<[number, number | null, number, number, number, number, number]>(
    `UPDATE submissions SET ${setState('sending')}, sent_at = ?, sent_sum = ?, holder = ?, sent_by = ?, claim = ?,
            sent_in = ?, tries = tries + 1, problem_field = NULL,
            problem = NULL, raw_answer = NULL, doubted_turn = CASE WHEN doubted = 1 THEN turn END, turn = ${sqliteDialect.nextTurn}
      WHERE id = ? AND state = 'ready'`,
  )
  const ends = prepareEnds(db)
  const selectOwner = db.prepare<[string, number], { row_number: number | null }>(
    `SELECT (SELECT row_number FROM rows WHERE rows.submission_id = other.id ORDER BY run_id DESC, held IS NOT NULL, seq LIMIT 1) AS row_number
       FROM submissions AS other JOIN submissions AS this
         ON this.operation = other.operation AND this.target_id = other.target_id AND this.id <> other.id
      WHERE other.identifier = ? AND this.id = ?`,
  )
  const score = db.prepare<[string, number, number | null, number | null, number]>(
    `UPDATE submissions SET ${setState('done')}, result = ?, result_sum = ?, done_at = ?, done_sum = ?, next_poll_at = NULL, problem = NULL
      WHERE id = ? AND state = 'accepted'`,
  )
  const postpone = db.prepare<[number, number]>(
    `UPDATE submissions SET next_poll_at = CAST(? AS INTEGER) WHERE id = ? AND state = 'accepted'`,
  )
  const leavePending = db.prepare<[string, number]>(
    `UPDATE submissions SET ${setState('pending')}, next_poll_at = NULL, problem = ?
      WHERE id = ? AND state = 'accepted'`,
  )
  const noteUnknown = db.prepare<[string, number]>(
    `UPDATE submissions SET problem = problem || '; ' || ? WHERE id = ? AND state = 'unknown'`,
  )
  const strand = db.prepare<[string, number]>(
    `UPDATE submissions SET next_poll_at = NULL, problem = ? WHERE id = ? AND state = 'accepted'`,
  )
  const isOfRun = `EXISTS (SELECT 1 FROM rows WHERE rows.submission_id = submissions.id AND rows.run_id = $1 AND rows.held IS NULL)`
  const selectDue = `SELECT id, identifier, subject, accepted_at AS acceptedAt, ${checkedColumns('submissions', false)} FROM submissions
      WHERE state = 'accepted' AND next_poll_at <= $2 AND id NOT IN (SELECT value FROM json_each($4)) AND ${isOfRun}
      ORDER BY next_poll_at LIMIT $3`
  const selectNextPoll = `SELECT next_poll_at AS at FROM submissions
      WHERE state = 'accepted' AND next_poll_at > $2 AND ${isOfRun} ORDER BY next_poll_at LIMIT 1`
  const selectSenders = `SELECT COALESCE(account || '@' || machine, '') AS name, COUNT(*) AS rows
       FROM submissions LEFT JOIN holders ON holders.id = submissions.holder
      WHERE state = 'sending' AND ${isOfRun} GROUP BY 1`
  const selectReady = `SELECT 1 FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = $1 AND rows.held IS NULL AND submissions.state = 'ready' LIMIT 1`
  const selectRequest = db.prepare<[number], string>('SELECT request FROM submissions WHERE id = ?').pluck()

  /** A guarded transition without a claim, and its line in the log, in one transaction; the id is bound last. */
  function move<Values extends unknown[]>(
    statement: Statement<[...Values, number]>,
    values: Values,
    id: number,
    attempt?: AttemptFacts,
  ): Promise<boolean> {
    return journal.commit(() => {
      const isMoved = statement.run(...values, id).changes === 1
      if (isMoved && attempt !== undefined) attempts.append(id, attempt)
      return isMoved
    })
  }

  /** False when another run has moved the submission on after the claim expired: only the log gets the outcome then. */
  function end({ id, holder, number }: Claim, settlement: Settlement, attempt: AttemptFacts): boolean {
    const isInTime = ends(settlement, attempt, [holder, number, id])
    attempts.append(id, isInTime ? attempt : { ...attempt, outcome: `late: ${attempt.outcome}` })
    return isInTime
  }

  return {
    async claim(id, runId, now) {
      lastClaim += 1
      const number = lastClaim
      const isMine = await journal.commitIntent(
        () => claim.run(now, sumOfTime(now), holder, holder, number, runId, id).changes === 1,
      )
      if (!isMine) return undefined
      openClaims.add(number)
      return { id, holder, number }
    },
    async settle(claim, settlement, attempt) {
      const { id } = claim
      if (claim.holder !== holder || !openClaims.delete(claim.number)) {
        throw new BatchError('defect', `submission ${id} is settled without a claim on it`)
      }
      return journal.commit(
        () => {
          const owner = settlement.to === 'accepted' ? selectOwner.get(settlement.identifier, id) : undefined
          if (settlement.to !== 'accepted' || owner === undefined) {
            return end(claim, settlement, attempt) ? settlement : undefined
          }
          const doubt = doubtIdentifier(settlement, owner.row_number)
          return end(claim, doubt, { ...attempt, outcome: 'unknown', detail: doubt.reason }) ? doubt : undefined
        },
        () => spillRecordOf(id, settlement, () => selectRequest.get(id)),
      )
    },
    score: (id, result, attempt) => {
      const at = attempt.answeredAt ?? null
      return move(score, [result, checksumOf(result), at, sumOfTime(at)], id, attempt)
    },
    postpone: (id, nextPollAt) => move(postpone, [nextPollAt], id),
    leavePending: (id, problem, attempt) => move(leavePending, [problem], id, attempt),
    annotateUnknown: (id, seen, attempt) => move(noteUnknown, [seen], id, attempt),
    keepWithMessage: (id, problem, attempt) => move(strand, [problem], id, attempt),
    async openRows(runId) {
      const isReady = (await store.query(selectReady, [runId])).length > 0
      const senders = await store.query<{ name: string; rows: number }>(selectSenders, [runId])
      return { isReady, senders: senders.map((sender) => ({ ...sender, heardMs: undefined })) }
    },
    async duePolls(runId, now, limit, polling = []) {
      const due = await store.query<DuePoll>(selectDue, [runId, now, limit, polling])
      return due.map(store.checks.verify)
    },
    async nextPollAt(runId, after) {
      const [next] = await store.query<{ at: number }>(selectNextPoll, [runId, after])
      return next?.at
    },
  }
}
