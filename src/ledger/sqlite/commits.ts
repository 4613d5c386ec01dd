import { absentStates, inDoubtStates } from '../../contract/states.ts'
import type { Database, Statement } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import { listOf } from '../state-sql.ts'
import { sqliteDialect } from '../store/dialect.ts'
import {
  type ChangeResult,
  type Commits,
  type GuardedChange,
  type IdentifierOwner,
  spillRecordOf,
} from '../store/transitions.ts'
import type { Journal } from './journal.ts'
import { checksumOf, setState, sumOfLine, sumOfTime } from './schema/record-checks.ts'

export type AttemptLog = ReturnType<typeof createAttemptLog>

/** Appends a line. Call it in the transaction that records the outcome. */
export function createAttemptLog(db: Database) {
  // Bound by position, as it runs for every request.
  const insert = db.prepare<
    [number | null, number | null, string, number | null, number | null, number | null, string, string, number]
  >(
    `INSERT INTO attempts (submission_id, run_id, operation, sent_at, answered_at, http_status, outcome, detail,
                           line_sum, salt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, randomblob(16))`,
  )
  return (submissionId: number, facts: AttemptFacts): void => {
    const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = facts
    const [sent, answered] = [sentAt ?? null, answeredAt ?? null]
    const sum = sumOfLine(submissionId, facts)
    insert.run(submissionId, runId ?? null, operation, sent, answered, httpStatus ?? null, outcome, detail, sum)
  }
}

/** Values are bound by position: looking up names takes a fifth of a transition. */
export function createCommits(db: Database, journal: Journal, log: AttemptLog, holder: number): Commits {
  let lastClaim = 0
  const claim = db.prepare<unknown[]>(
    `UPDATE submissions SET ${setState('sending')}, sent_at = ?, sent_sum = ?, holder = ?, sent_by = ?, claim = ?,
            sent_in = ?, tries = tries + 1, problem_field = NULL,
            problem = NULL, raw_answer = NULL, doubted_turn = CASE WHEN doubted = 1 THEN turn END, turn = ${sqliteDialect.nextTurn}
      WHERE id = ? AND state = 'ready'`,
  )
  const selectOwner = db.prepare<[string, number], IdentifierOwner>(
    `SELECT (SELECT row_number FROM rows WHERE rows.submission_id = other.id ORDER BY run_id DESC, held IS NOT NULL, seq LIMIT 1) AS rowNumber
       FROM submissions AS other JOIN submissions AS this
         ON this.operation = other.operation AND this.target_id = other.target_id AND this.id <> other.id
      WHERE other.identifier = ? AND this.id = ?`,
  )
  const selectRequest = db.prepare<[number], string>('SELECT request FROM submissions WHERE id = ?').pluck()
  const updates = new Map<string, Statement>()

  function update(change: GuardedChange): boolean {
    const { text, values } = toUpdate(change)
    const statement = updates.get(text) ?? db.prepare(text)
    updates.set(text, statement)
    return statement.run(...values).changes === 1
  }

  function apply(change: GuardedChange, toDoubt?: (owner: IdentifierOwner) => GuardedChange): ChangeResult {
    const { id, to, identifier, attempt } = change
    const owner = to === 'accepted' && identifier !== undefined ? selectOwner.get(identifier, id) : undefined
    if (owner !== undefined) return toDoubt === undefined ? 'overtaken' : apply(toDoubt(owner))
    const isMoved = update(change)
    if (attempt !== undefined && isMoved) log(id, attempt)
    // Another run has moved the submission on after the claim expired: only the log gets the outcome then.
    else if (attempt !== undefined && change.claim !== undefined)
      log(id, { ...attempt, outcome: `late: ${attempt.outcome}` })
    return isMoved ? 'moved' : 'overtaken'
  }

  return {
    async claim(id, runId, now) {
      lastClaim += 1
      const number = lastClaim
      const values = [now, sumOfTime(now), holder, holder, number, runId, id]
      const isMine = await journal.commitIntent(() => claim.run(...values).changes === 1)
      return isMine ? { id, holder, number } : undefined
    },
    change(change, toDoubt) {
      const rescue = change.claim && (() => spillRecordOf(change, () => selectRequest.get(change.id)))
      return journal.commit(() => apply(change, toDoubt), rescue)
    },
    ensureLease: async () => true,
  }
}

/** Only the columns that it changes, each part with its checksum; there are as many texts as kinds of changes. */
function toUpdate(change: GuardedChange): { text: string; values: unknown[] } {
  const { id, claim, from, to, identifier, reportUrl, acceptedAt, doneAt, nextPollAt, result, problem } = change
  const sets: string[] = []
  const values: unknown[] = []
  const set = (column: string, value: unknown): void => {
    sets.push(`${column} = ?`)
    values.push(value)
  }
  // One by one, for every transition: properties after a spread cost Node.js 20 a microsecond.
  if (identifier !== undefined) set('identifier', identifier)
  if (identifier !== undefined) set('names_sum', checksumOf(id, identifier, reportUrl))
  if (reportUrl !== undefined) set('report_url', reportUrl)
  if (acceptedAt !== undefined) set('accepted_at', acceptedAt)
  if (acceptedAt !== undefined) set('accepted_sum', sumOfTime(acceptedAt))
  if (doneAt !== undefined) set('done_at', doneAt)
  if (doneAt !== undefined) set('done_sum', sumOfTime(doneAt))
  if (result !== undefined) set('result', result)
  if (result !== undefined) set('result_sum', checksumOf(result))
  if (change.problemField !== undefined) set('problem_field', change.problemField)
  if (change.earlierProblem === undefined) set('problem', problem ?? null)
  if (change.rawAnswer !== undefined) set('raw_answer', change.rawAnswer)
  set('next_poll_at', nextPollAt === undefined ? null : Math.trunc(nextPollAt))
  if (to !== undefined) sets.push(setState(to))
  if (change.earlierProblem === 'added to') {
    sets.push(`problem = problem || '; ' || ?`)
    values.push(problem)
  }
  if (claim === undefined) {
    return {
      text: `UPDATE submissions SET ${sets.join(', ')} WHERE id = ? AND state = ?`,
      values: [...values, id, from],
    }
  }
  sets.push('holder = NULL')
  // Surely not processed: only the earlier sending may count, with its own turn.
  if (to !== undefined && absentStates.has(to)) sets.push('turn = COALESCE(doubted_turn, turn)')
  const ofClaim = `id = ? AND holder = ? AND claim = ? AND state IN ${listOf(inDoubtStates)}`
  const text = `UPDATE submissions SET ${sets.join(', ')} WHERE ${ofClaim}`
  return { text, values: [...values, id, claim.holder, claim.number] }
}
