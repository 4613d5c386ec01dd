import { createdStates } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import type { KnownAssessment, Refreshing, ScoredRow } from '../port/refreshing.ts'
import { listOf } from '../state-sql.ts'
import { inputsAtPath } from '../store/inputs-at-path.ts'
import { toAsyncPart } from './async-part.ts'
import type { AttemptLog } from './attempts.ts'
import { type CheckedColumns, checkedColumns, outcomeSumUpdate, sumOfOutcome, verifySubmission } from './checksum.ts'
import type { Journal } from './journal.ts'
import { planPolls } from './load-completion.ts'
import { isRunOver } from './run-inputs.ts'

export function createRefreshing(db: Database, journal: Journal, attempts: AttemptLog): Refreshing {
  const selectKnown = db.prepare<
    [{ operation: string; target: number; afterId: number; isScoredToo: number; input: string | null; limit: number }],
    KnownAssessment & CheckedColumns
  >(
    `SELECT id, identifier, request, ${checkedColumns()} FROM submissions
      WHERE id > @afterId AND +operation = @operation AND +target_id = @target AND identifier IS NOT NULL
        AND state IN ${listOf(createdStates)} AND (@isScoredToo OR state <> 'done')
        AND (@input IS NULL OR input_id IN ${inputsAtPath('@input')})
      ORDER BY id LIMIT @limit`,
  )
  const forgetEarlier = db.prepare(
    `DELETE FROM rows WHERE run_id IN (
       SELECT id FROM runs WHERE id < @runId AND ${isRunOver}
          AND (operation, target_id) = (SELECT operation, target_id FROM runs WHERE id = @runId))`,
  )
  const setLoaded = db.prepare('UPDATE runs SET loaded_at = @now WHERE id = @runId')
  const selectScored = db.prepare<[number, number, number], ScoredRow & CheckedColumns>(
    `SELECT rows.seq, submissions.id, submissions.identifier, submissions.subject, ${checkedColumns()}
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.seq > ? AND rows.held IS NULL AND rows.was_done = 1
        AND submissions.state = 'done' AND submissions.identifier IS NOT NULL
      ORDER BY rows.seq LIMIT ?`,
  )
  const selectResult = db.prepare<[number], { result: string | null }>('SELECT result FROM submissions WHERE id = ?')
  const rescore = db.prepare(
    `UPDATE submissions SET result = @result, done_at = @now, ${outcomeSumUpdate({ done_at: '@now' }, '@texts')}
      WHERE id = @id AND state = 'done'`,
  )
  const setAsked = db.prepare(
    'UPDATE rows SET was_done = 0 WHERE run_id = @runId AND submission_id = @id AND held IS NULL',
  )
  const complete = db.transaction((runId: number, now: number) => {
    forgetEarlier.run({ runId })
    setLoaded.run({ runId, now })
    planPolls(db, runId, now)
  })

  return {
    ...toAsyncPart<Pick<Refreshing, 'knownPage' | 'complete' | 'scoredPage'>>({
      knownPage: ({ operation, target }, { file = null, isScoredToo }, afterId, limit) =>
        selectKnown
          .all({ operation, target: target.id, afterId, isScoredToo: isScoredToo ? 1 : 0, input: file, limit })
          .map((row) => {
            const { id, identifier, request } = verifySubmission(db, row)
            return { id, identifier, request }
          }),
      complete: (runId, now) => complete(runId, now),
      scoredPage: (runId, afterSeq, limit) =>
        selectScored.all(runId, afterSeq, limit).map((row) => {
          const { seq, id, identifier, subject } = verifySubmission(db, row)
          return { seq, id, identifier, subject }
        }),
    }),
    rescore: (runId, id, result, attempt) =>
      journal.commit(() => {
        const before = selectResult.get(id)?.result ?? undefined
        const texts = sumOfOutcome({ result }) - sumOfOutcome({ result: before })
        if (rescore.run({ id, result, now: attempt.answeredAt ?? null, texts }).changes !== 1) {
          throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
        }
        setAsked.run({ runId, id })
        attempts.append(id, { ...attempt, detail: before === result ? 'as before' : `before: ${before ?? 'nothing'}` })
      }),
    logAttempt: (id, attempt) => journal.commit(() => attempts.append(id, attempt)),
  }
}
