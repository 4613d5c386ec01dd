import { inDoubtStates } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { Database, Statement } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { Submission } from '../port/outcomes.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import { listOf } from './state-sql.ts'
import { type SubmissionRecord, submissionColumns, toSubmission } from './submission-record.ts'

/** For the intent of a submission with an order key: it comes after all that was ever sent with that key. */
export const nextTurn = `CASE WHEN order_key IS NULL THEN NULL ELSE (
  SELECT COALESCE(MAX(other.turn), 0) + 1 FROM submissions AS other
   WHERE other.order_key = submissions.order_key AND other.operation = submissions.operation
     AND other.target_id = submissions.target_id) END`

export interface ReadySubmission {
  seq: number
  sheet: number
  rowNumber: number
  orderKey: string | null
  id: number
  request: string
  requestHash: Uint8Array
  ordinal: number
  generation: number
}

export interface DuePoll {
  id: number
  identifier: string
  /** Whom it is about, when the operation says so. */
  subject: string | null
  acceptedAt: number
}

export interface Accepted {
  identifier: string
  reportUrl: string
  /** When to ask for the scores first. */
  nextPollAt: number
}

/**
 * Every move a submission can make. Each is guarded by the state it starts from, changes exactly one row, and is
 * durable when its promise resolves.
 */
export interface Submissions {
  /** ready → sending: the intent. Nothing may be sent before this resolves. */
  intend(id: number, now: number): Promise<void>
  /** sending → ready: surely not processed, to be tried again. */
  release(id: number, reason: string, attempt: AttemptFacts): Promise<void>
  /**
   * sending → accepted; also unknown → accepted, for an answer that came late. When another submission of the operation
   * and target has that identifier already, the answer was for somebody else: → unknown, and the promise gives why.
   */
  accept(id: number, accepted: Accepted, attempt: AttemptFacts): Promise<string | undefined>
  /** sending → done; also from unknown. */
  finish(id: number, identifier: string, attempt: AttemptFacts): Promise<void>
  /** sending → rejected: refused by the service, in its own words. */
  reject(id: number, field: string, message: string, attempt: AttemptFacts): Promise<void>
  /** sending → failed: surely not processed, and no tries left. */
  fail(id: number, reason: string, attempt: AttemptFacts): Promise<void>
  /** sending → unknown, with the raw answer if there was one. */
  doubt(id: number, reason: string, rawAnswer: string, attempt: AttemptFacts): Promise<void>
  /** accepted → done. */
  score(id: number, result: string, attempt: AttemptFacts): Promise<void>
  /** accepted, to be asked again at `nextPollAt`. */
  postpone(id: number, nextPollAt: number): Promise<void>
  /** accepted → pending: not ready within the time-out. */
  leavePending(id: number, problem: string, attempt: AttemptFacts): Promise<void>
  /** Stays unknown; adds what was seen of it afterwards. */
  noteUnknown(id: number, seen: string, attempt: AttemptFacts): Promise<void>
  /** Stays accepted with the service's message; not asked again in this run. */
  strand(id: number, problem: string, attempt: AttemptFacts): Promise<void>

  /** The next rows of a run that may be sent, in sheet order after `afterSeq`. */
  readyPage(runId: number, afterSeq: number, limit: number): ReadySubmission[]
  duePolls(now: number, limit: number): DuePoll[]
  /** When the next poll of this run is due, of those due after `after`; undefined when there is none. */
  nextPollAt(after?: number): number | undefined
  get(id: number): Submission | undefined
  /** Whether any submission has this identifier, of whatever target and operation. */
  isNamed(identifier: string): boolean
  /** Whether only a sandbox in this program ever gave out this identifier. */
  isSimulated(identifier: string): boolean
  /** Every identifier, one at a time. */
  identifiers(): Iterable<string>
}

export function createSubmissions(db: Database, journal: Journal, attempts: AttemptLog): Submissions {
  // Bound by place: looking up the names costs a fifth of a move.
  const intend = db.prepare<[number, number]>(
    `UPDATE submissions SET state = 'sending', sent_at = ?, tries = tries + 1, problem_field = NULL, problem = NULL,
            raw_answer = NULL, turn = ${nextTurn}
      WHERE id = ? AND state = 'ready'`,
  )
  const release = db.prepare<[string, number]>(
    `UPDATE submissions SET state = 'ready', problem = ? WHERE id = ? AND state = 'sending'`,
  )
  const accept = db.prepare<[string, string, number, number, number]>(
    `UPDATE submissions SET state = 'accepted', identifier = ?, report_url = ?, accepted_at = ?,
            next_poll_at = CAST(? AS INTEGER), problem = NULL
      WHERE id = ? AND state IN ${listOf(inDoubtStates)}`,
  )
  const refuseIdentifier = db.prepare<[string, string, number]>(
    `UPDATE submissions SET state = 'unknown', problem = ?, raw_answer = ? WHERE id = ? AND state IN ${listOf(inDoubtStates)}`,
  )
  const selectOwner = db.prepare<[string, number], { row_number: number | null }>(
    `SELECT (SELECT row_number FROM rows WHERE rows.submission_id = other.id ORDER BY run_id DESC LIMIT 1) AS row_number
       FROM submissions AS other JOIN submissions AS this
         ON this.operation = other.operation AND this.target_id = other.target_id AND this.id <> other.id
      WHERE other.identifier = ? AND this.id = ?`,
  )
  const finish = db.prepare<[string, number | null, number]>(
    `UPDATE submissions SET state = 'done', identifier = ?, done_at = ?, problem = NULL
      WHERE id = ? AND state IN ${listOf(inDoubtStates)}`,
  )
  const reject = db.prepare<[string, string, number]>(
    `UPDATE submissions SET state = 'rejected', problem_field = ?, problem = ? WHERE id = ? AND state = 'sending'`,
  )
  const fail = db.prepare<[string, number]>(
    `UPDATE submissions SET state = 'failed', problem = ? WHERE id = ? AND state = 'sending'`,
  )
  const doubt = db.prepare<[string, string, number]>(
    `UPDATE submissions SET state = 'unknown', problem = ?, raw_answer = ? WHERE id = ? AND state = 'sending'`,
  )
  const score = db.prepare<[string, number | null, number]>(
    `UPDATE submissions SET state = 'done', result = ?, done_at = ?, next_poll_at = NULL, problem = NULL
      WHERE id = ? AND state = 'accepted'`,
  )
  const postpone = db.prepare<[number, number]>(
    `UPDATE submissions SET next_poll_at = CAST(? AS INTEGER) WHERE id = ? AND state = 'accepted'`,
  )
  const leavePending = db.prepare<[string, number]>(
    `UPDATE submissions SET state = 'pending', next_poll_at = NULL, problem = ? WHERE id = ? AND state = 'accepted'`,
  )
  const noteUnknown = db.prepare<[string, number]>(
    `UPDATE submissions SET problem = problem || '; ' || ? WHERE id = ? AND state = 'unknown'`,
  )
  const strand = db.prepare<[string, number]>(
    `UPDATE submissions SET next_poll_at = NULL, problem = ? WHERE id = ? AND state = 'accepted'`,
  )
  const selectReady = db.prepare<[number, number, number], ReadySubmission>(
    `SELECT rows.seq, rows.sheet, rows.row_number AS rowNumber, rows.order_key AS orderKey, submissions.id, submissions.request,
            submissions.request_hash AS requestHash, submissions.ordinal, submissions.generation
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.seq > ? AND rows.held IS NULL AND submissions.state = 'ready'
      ORDER BY rows.seq LIMIT ?`,
  )
  const selectDue = db.prepare<[number, number], DuePoll>(
    `SELECT id, identifier, subject, accepted_at AS acceptedAt FROM submissions
      WHERE state = 'accepted' AND next_poll_at <= ? ORDER BY next_poll_at LIMIT ?`,
  )
  const selectNextPoll = db.prepare<[number], { at: number | null }>(
    `SELECT MIN(next_poll_at) AS at FROM submissions WHERE state = 'accepted' AND next_poll_at > ?`,
  )
  const selectOne = db.prepare<[number], SubmissionRecord>(`SELECT ${submissionColumns} FROM submissions WHERE id = ?`)
  const selectSimulated = db
    .prepare<[string], number | null>(
      `SELECT MIN(address LIKE 'sandbox:%') FROM submissions JOIN targets ON targets.id = target_id WHERE identifier = ?`,
    )
    .pluck()
  const selectIdentifiers = db
    .prepare<[], string>('SELECT identifier FROM submissions WHERE identifier IS NOT NULL')
    .pluck()
  const selectNamed = db.prepare<[string], number>('SELECT 1 FROM submissions WHERE identifier = ? LIMIT 1').pluck()

  /** One guarded move and its line in the log, in one transaction; the id is bound last. */
  function move<Values extends unknown[]>(
    statement: Statement<[...Values, number]>,
    values: Values,
    id: number,
    attempt?: AttemptFacts,
    rescue?: () => unknown,
  ): Promise<void> {
    return journal.commit(change(statement, values, id, attempt), rescue)
  }

  function change<Values extends unknown[]>(
    statement: Statement<[...Values, number]>,
    values: Values,
    id: number,
    attempt?: AttemptFacts,
  ): () => void {
    return () => {
      if (statement.run(...values, id).changes !== 1) {
        throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
      }
      if (attempt !== undefined) attempts.append(id, attempt)
    }
  }

  return {
    intend: (id, now) => journal.begin(change(intend, [now], id)),
    release: (id, reason, attempt) => move(release, [reason], id, attempt),
    accept: (id, { identifier, reportUrl, nextPollAt }, attempt) => {
      const now = attempt.answeredAt ?? attempt.sentAt ?? 0
      const rescue = () => ({ submission: id, identifier, reportUrl, request: selectOne.get(id)?.request })
      const take = change(accept, [identifier, reportUrl, now, nextPollAt], id, attempt)
      return journal.commit(() => {
        const owner = selectOwner.get(identifier, id)
        if (owner === undefined) return void take()
        const reason = describeTaken(identifier, owner.row_number)
        const answer = JSON.stringify({ identifier, reportUrl })
        change(refuseIdentifier, [reason, answer], id, { ...attempt, outcome: 'unknown', detail: reason })()
        return reason
      }, rescue)
    },
    finish: (id, identifier, attempt) =>
      move(finish, [identifier, attempt.answeredAt ?? null], id, attempt, () => ({ submission: id, identifier })),
    reject: (id, field, message, attempt) => move(reject, [field, message], id, attempt),
    fail: (id, reason, attempt) => move(fail, [reason], id, attempt),
    doubt: (id, reason, rawAnswer, attempt) =>
      move(
        doubt,
        [reason, rawAnswer],
        id,
        attempt,
        rawAnswer === '' ? undefined : () => ({ submission: id, reason, rawAnswer }),
      ),
    score: (id, result, attempt) => move(score, [result, attempt.answeredAt ?? null], id, attempt),
    postpone: (id, nextPollAt) => move(postpone, [nextPollAt], id),
    leavePending: (id, problem, attempt) => move(leavePending, [problem], id, attempt),
    noteUnknown: (id, seen, attempt) => move(noteUnknown, [seen], id, attempt),
    strand: (id, problem, attempt) => move(strand, [problem], id, attempt),
    readyPage: (runId, afterSeq, limit) => selectReady.all(runId, afterSeq, limit),
    duePolls: (now, limit) => selectDue.all(now, limit),
    nextPollAt: (after = -1) => selectNextPoll.get(after)?.at ?? undefined,
    get: (id) => {
      const record = selectOne.get(id)
      return record === undefined ? undefined : toSubmission(record)
    },
    isSimulated: (identifier) => selectSimulated.get(identifier) === 1,
    isNamed: (identifier) => selectNamed.get(identifier) !== undefined,
    identifiers: () => selectIdentifiers.iterate(),
  }
}

function describeTaken(identifier: string, rowNumber: number | null): string {
  const owner = rowNumber === null ? 'another row' : `row ${rowNumber}`
  return `the service answered with the identifier ${identifier}, which ${owner} has already: the answer was for somebody else, or one of the two is wrong`
}
