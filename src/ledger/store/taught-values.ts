import { createdStates } from '../../contract/states.ts'
import type { TaughtValues } from '../port/submissions.ts'
import type { Target } from '../port/targets.ts'
import { listOf } from '../state-sql.ts'
import type { Reader } from './store.ts'

/** Of more requests a sample, by their digests: what a company sends often is in it, at the same cost. */
const mostRead = 5_000

/** What the service made of the values of these fields. Forgotten requests have none. */
export function createTaughtReader(store: Reader) {
  const { anyOf, field, listed } = store.dialect
  const value = field('seen.request', 'listed.value')
  const selectAccepted = `SELECT DISTINCT listed.value AS field, ${value} AS value
      FROM (SELECT request, state FROM submissions WHERE operation = $1 AND target_id = $2
             ORDER BY request_hash LIMIT ${mostRead}) AS seen
     CROSS JOIN ${listed('$3')}
     WHERE seen.state IN ${listOf(createdStates)} AND ${value} IS NOT NULL ORDER BY 1, 2`
  const refused = field('seen.request', 'seen.problem_field')
  const selectRefused = `SELECT seen.problem_field AS field, ${refused} AS value, COUNT(*) AS count, MAX(seen.sent_at) AS at
      FROM (SELECT request, problem_field, sent_at FROM submissions
             WHERE operation = $1 AND target_id = $2 AND state = 'rejected' ORDER BY id DESC LIMIT ${mostRead}) AS seen
     WHERE seen.problem_field ${anyOf('$3')} AND ${refused} IS NOT NULL GROUP BY 1, 2`
  return async (operation: string, target: Pick<Target, 'id'>, fields: readonly string[]): Promise<TaughtValues> => {
    const asked = [operation, target.id, fields]
    return { accepted: await store.query(selectAccepted, asked), refused: await store.query(selectRefused, asked) }
  }
}
