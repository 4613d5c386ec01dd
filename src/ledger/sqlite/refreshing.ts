import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Refreshing } from '../port/refreshing.ts'
import type { RefreshReads } from '../store/refresh-reads.ts'
import { toAsyncPart } from './async-part.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import { planPolls } from './loading/load-completion.ts'
import { isRunOver } from './loading/run-inputs.ts'
import { outcomeSumUpdate, sumOfOutcome } from './schema/checksum.ts'

export function createRefreshing(
  db: Database,
  journal: Journal,
  attempts: AttemptLog,
): Omit<Refreshing, keyof RefreshReads> {
  const forgetEarlier = db.prepare(
    `DELETE FROM rows WHERE run_id IN (
       SELECT id FROM runs WHERE id < @runId AND ${isRunOver}
          AND (operation, target_id) = (SELECT operation, target_id FROM runs WHERE id = @runId))`,
  )
  const setLoaded = db.prepare('UPDATE runs SET loaded_at = @now WHERE id = @runId')
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
    ...toAsyncPart<Pick<Refreshing, 'complete'>>({ complete: (runId, now) => complete(runId, now) }),
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
