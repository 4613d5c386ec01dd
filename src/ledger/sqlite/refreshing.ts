import { createdStates } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { AttemptLog } from './attempts.ts'
import type { Journal } from './journal.ts'
import type { Scope } from './known-submissions.ts'
import { planPolls } from './load-completion.ts'
import { inputsAt } from './run-sheets.ts'
import { listOf } from './state-sql.ts'

/** The operation under which runs that only ask are kept. */
export const refreshName = 'refresh'

export interface KnownAssessment {
  id: number
  identifier: string
  request: string
}

/** Which of what is known to ask for again. */
export interface RefreshChoice {
  /** Absolute path of an input: only what was created from it; undefined: all. */
  file: string | undefined
  /** What has scores already as well. */
  isScoredToo: boolean
}

export interface ScoredRow {
  seq: number
  id: number
  identifier: string
  /** Whom it is about. */
  subject: string | null
}

/** Asking again for scores, also where there are some: no state is left for it, and what was there before is in the log. */
export interface Refreshing {
  knownPage(scope: Scope, choice: RefreshChoice, afterId: number, limit: number): KnownAssessment[]
  /** Ends the loading of such a run, and plans its polls. */
  complete(runId: number, now: number): void
  /** Rows of a run with the scores of an earlier one. */
  scoredPage(runId: number, afterSeq: number, limit: number): ScoredRow[]
  /** done, with other scores; the log has those that were there before. */
  rescore(runId: number, id: number, result: string, attempt: AttemptFacts): Promise<void>
  /** Stays as it is; the log says what was answered. */
  note(id: number, attempt: AttemptFacts): Promise<void>
}

export function createRefreshing(db: Database, journal: Journal, attempts: AttemptLog): Refreshing {
  const selectKnown = db.prepare<
    [{ operation: string; target: number; afterId: number; isScoredToo: number; input: string | null; limit: number }],
    KnownAssessment
  >(
    `SELECT id, identifier, request FROM submissions
      WHERE id > @afterId AND +operation = @operation AND +target_id = @target AND identifier IS NOT NULL
        AND state IN ${listOf(createdStates)} AND (@isScoredToo OR state <> 'done')
        AND (@input IS NULL OR input_id IN ${inputsAt})
      ORDER BY id LIMIT @limit`,
  )
  const forgetEarlier = db.prepare(
    `DELETE FROM rows WHERE run_id IN (SELECT earlier.id FROM runs AS earlier JOIN runs AS this ON this.id = @runId
      WHERE earlier.id < this.id AND earlier.operation = this.operation AND earlier.target_id = this.target_id)`,
  )
  const setLoaded = db.prepare('UPDATE runs SET loaded_at = @now WHERE id = @runId')
  const selectScored = db.prepare<[number, number, number], ScoredRow>(
    `SELECT rows.seq, submissions.id, submissions.identifier, submissions.subject
       FROM rows JOIN submissions ON submissions.id = rows.submission_id
      WHERE rows.run_id = ? AND rows.seq > ? AND rows.held IS NULL AND rows.was_done = 1
        AND submissions.state = 'done' AND submissions.identifier IS NOT NULL
      ORDER BY rows.seq LIMIT ?`,
  )
  const selectResult = db.prepare<[number], { result: string | null }>('SELECT result FROM submissions WHERE id = ?')
  const rescore = db.prepare(
    `UPDATE submissions SET result = @result, done_at = @now WHERE id = @id AND state = 'done'`,
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
    knownPage: ({ operation, target }, { file = null, isScoredToo }, afterId, limit) =>
      selectKnown.all({ operation, target: target.id, afterId, isScoredToo: isScoredToo ? 1 : 0, input: file, limit }),
    complete: (runId, now) => complete(runId, now),
    scoredPage: (runId, afterSeq, limit) => selectScored.all(runId, afterSeq, limit),
    rescore: (runId, id, result, attempt) =>
      journal.commit(() => {
        const before = selectResult.get(id)?.result ?? undefined
        if (rescore.run({ id, result, now: attempt.answeredAt ?? null }).changes !== 1) {
          throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
        }
        setAsked.run({ runId, id })
        attempts.append(id, { ...attempt, detail: before === result ? 'as before' : `before: ${before ?? 'nothing'}` })
      }),
    note: (id, attempt) => journal.commit(() => attempts.append(id, attempt)),
  }
}
