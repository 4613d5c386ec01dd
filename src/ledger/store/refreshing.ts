import { createdStates } from '../../contract/states.ts'
import { BatchError } from '../../support/errors.ts'
import type { AttemptFacts } from '../port/attempts.ts'
import type { KnownAssessment, RefreshChoice, ScoredRow } from '../port/refreshing.ts'
import type { Scope } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import { appendNotes, type Note } from './attempts.ts'
import { completeRefresh } from './loading/load-completion.ts'
import { inputsAtPath } from './overview.ts'
import type { Store } from './store.ts'

/** Polls for scores again, even where there are some. No submission changes its state; earlier scores are logged. */
export function createRefreshing(store: Store, write: Store['transaction']) {
  const { checks, dialect } = store
  const selectKnown = `SELECT id, identifier, request${checks.columns()} FROM submissions
      WHERE id > $1 AND ${dialect.noIndex('operation')} = $2 AND ${dialect.noIndex('target_id')} = $3 AND identifier IS NOT NULL
        AND forgotten_at IS NULL AND state IN ${listOf(createdStates)} AND (CAST($4 AS integer) = 1 OR state <> 'done')
        AND (CAST($5 AS text) IS NULL OR input_id IN ${inputsAtPath('$5')})
      ORDER BY id LIMIT $6`
  const selectScored = `SELECT rows.seq, submissions.id, submissions.identifier, submissions.subject${checks.columns()}
       FROM rows ${dialect.eachSubmission('INNER')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.held IS NULL AND rows.was_done = 1
        AND submissions.state = 'done' AND submissions.identifier IS NOT NULL AND submissions.forgotten_at IS NULL
      ORDER BY rows.seq LIMIT $3`
  const selectDone = `SELECT id, result${checks.columns()} FROM submissions WHERE id = $1 AND state = 'done' ${dialect.forUpdate}`
  return {
    async knownPage(
      { operation, target }: Scope,
      { file, isScoredToo }: RefreshChoice,
      afterId: number,
      limit: number,
    ) {
      const values = [afterId, operation, target.id, isScoredToo ? 1 : 0, file ?? null, limit]
      const found = await store.query<KnownAssessment>(selectKnown, values)
      return found.map(checks.verify)
    },
    async scoredPage(runId: number, afterSeq: number, limit: number) {
      const found = await store.query<ScoredRow>(selectScored, [runId, afterSeq, limit])
      return found.map(checks.verify)
    },
    /** Ends the loading of a refreshing run, and plans its polls. */
    complete: (runId: number, now: number) =>
      store.transaction((statements) => completeRefresh(statements, runId, now)),
    /** done, with other scores; the log keeps the earlier ones. */
    rescore: (runId: number, id: number, result: string, attempt: AttemptFacts) =>
      write(async (statements) => {
        const [found] = await statements.query<{ id: number; result: string | null }>(selectDone, [id])
        if (found === undefined) throw new BatchError('defect', `submission ${id} is no longer in the state it was in`)
        const before = checks.verify(found).result
        const values = [result, attempt.answeredAt ?? null, id]
        await statements.query('UPDATE submissions SET result = $1, done_at = $2 WHERE id = $3', values)
        checks.resum([id])
        const setAsked = 'UPDATE rows SET was_done = 0 WHERE run_id = $1 AND submission_id = $2 AND held IS NULL'
        await statements.query(setAsked, [runId, id])
        const detail = before === result ? 'as before' : `before: ${before ?? 'nothing'}`
        await appendNotes(statements, [toNote(id, { ...attempt, detail })])
      }),
    /** Keeps the submission as it is, and logs the answer. */
    logAttempt: (id: number, attempt: AttemptFacts) =>
      write((statements) => appendNotes(statements, [toNote(id, attempt)])),
  }
}

function toNote(submissionId: number, attempt: AttemptFacts): Note {
  return { ...attempt, submissionId, at: attempt.answeredAt }
}
