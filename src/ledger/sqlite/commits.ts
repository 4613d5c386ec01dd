import { absentStates, inDoubtStates } from '../../contract/states.ts'
import type { Database, Statement } from '../../support/sqlite.ts'
import { listOf } from '../state-sql.ts'
import { sqliteDialect } from '../store/dialect.ts'
import { type ChangeResult, type Commits, type GuardedChange, spillRecordOf } from '../store/transitions.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import { checksumOf, setState, sumOfTime } from './schema/checksum.ts'

/** Values are bound by position: looking up names takes a fifth of a transition. */
export function createCommits(db: Database, journal: Journal, attempts: AttemptLog, holder: number): Commits {
  let lastClaim = 0
  const claim = db.prepare<unknown[]>(
    `UPDATE submissions SET ${setState('sending')}, sent_at = ?, sent_sum = ?, holder = ?, sent_by = ?, claim = ?,
            sent_in = ?, tries = tries + 1, problem_field = NULL,
            problem = NULL, raw_answer = NULL, doubted_turn = CASE WHEN doubted = 1 THEN turn END, turn = ${sqliteDialect.nextTurn}
      WHERE id = ? AND state = 'ready'`,
  )
  const selectOwner = db.prepare<[string, number], { rowNumber: number | null }>(
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

  function apply(change: GuardedChange): ChangeResult {
    const { id, to, identifier, attempt } = change
    const owner = to === 'accepted' && identifier !== undefined ? selectOwner.get(identifier, id) : undefined
    if (owner !== undefined) return owner
    const isMoved = update(change)
    if (attempt !== undefined && isMoved) attempts.append(id, attempt)
    // Another run has moved the submission on after the claim expired: only the log gets the outcome then.
    else if (attempt !== undefined && change.claim !== undefined)
      attempts.append(id, { ...attempt, outcome: `late: ${attempt.outcome}` })
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
    change(change) {
      const rescue = change.claim && (() => spillRecordOf(change, () => selectRequest.get(change.id)))
      return journal.commit(() => apply(change), rescue)
    },
    ensureLease: async () => true,
  }
}

/** Only the columns that it changes, each part with its checksum; there are as many texts as kinds of changes. */
function toUpdate(change: GuardedChange): { text: string; values: unknown[] } {
  const { id, claim, from, to, identifier, reportUrl, acceptedAt, doneAt, nextPollAt, result, problem } = change
  const columns = {
    ...(identifier !== undefined && { identifier, names_sum: checksumOf(id, identifier, reportUrl) }),
    ...(reportUrl !== undefined && { report_url: reportUrl }),
    ...(acceptedAt !== undefined && { accepted_at: acceptedAt, accepted_sum: sumOfTime(acceptedAt) }),
    ...(doneAt !== undefined && { done_at: doneAt, done_sum: sumOfTime(doneAt) }),
    ...(result !== undefined && { result, result_sum: checksumOf(result) }),
    ...(change.problemField !== undefined && { problem_field: change.problemField }),
    ...(change.earlierProblem === undefined && { problem: problem ?? null }),
    ...(change.rawAnswer !== undefined && { raw_answer: change.rawAnswer }),
    next_poll_at: nextPollAt === undefined ? null : Math.trunc(nextPollAt),
  }
  const sets = Object.keys(columns).map((column) => `${column} = ?`)
  const values: unknown[] = Object.values(columns)
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
