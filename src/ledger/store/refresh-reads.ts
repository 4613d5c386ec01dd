import { createdStates } from '../../contract/states.ts'
import type { KnownAssessment, Refreshing, ScoredRow } from '../port/refreshing.ts'
import { listOf } from '../state-sql.ts'
import { inputsAtPath } from './run-status.ts'
import type { Reader } from './store.ts'

export type RefreshReads = Pick<Refreshing, 'knownPage' | 'scoredPage'>

export function createRefreshReads(store: Reader): RefreshReads {
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
  return {
    async knownPage({ operation, target }, { file = null, isScoredToo }, afterId, limit) {
      const values = [afterId, operation, target.id, isScoredToo ? 1 : 0, file, limit]
      const found = await store.query<KnownAssessment>(selectKnown, values)
      return found.map(checks.verify)
    },
    async scoredPage(runId, afterSeq, limit) {
      const found = await store.query<ScoredRow>(selectScored, [runId, afterSeq, limit])
      return found.map(checks.verify)
    },
  }
}
