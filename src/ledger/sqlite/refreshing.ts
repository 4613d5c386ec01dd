import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import type { Refreshing } from '../port/refreshing.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import { checksumOf, sumOfTime } from './schema/checksum.ts'

export function createRescoring(
  db: Database,
  journal: Journal,
  attempts: AttemptLog,
): Pick<Refreshing, 'rescore' | 'logAttempt'> {
  const selectResult = db.prepare<[number], { result: string | null }>('SELECT result FROM submissions WHERE id = ?')
  const rescore = db.prepare(
    `UPDATE submissions SET result = @result, done_at = @now, result_sum = @sum, done_sum = @nowSum
      WHERE id = @id AND state = 'done'`,
  )
  const setAsked = db.prepare(
    'UPDATE rows SET was_done = 0 WHERE run_id = @runId AND submission_id = @id AND held IS NULL',
  )
  return {
    rescore: (runId, id, result, attempt) =>
      journal.commit(() => {
        const before = selectResult.get(id)?.result ?? undefined
        const now = attempt.answeredAt ?? null
        if (rescore.run({ id, result, now, sum: checksumOf(result), nowSum: sumOfTime(now) }).changes !== 1) {
          throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
        }
        setAsked.run({ runId, id })
        attempts.append(id, { ...attempt, detail: before === result ? 'as before' : `before: ${before ?? 'nothing'}` })
      }),
    logAttempt: (id, attempt) => journal.commit(() => attempts.append(id, attempt)),
  }
}
