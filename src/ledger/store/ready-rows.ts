import type { ReadySubmission } from '../port/submissions.ts'
import { requestOfRow, stateOfRow } from '../state-sql.ts'
import type { Reader } from './store.ts'

/** No row of a run has a higher number. */
const lastSeq = 2 ** 31 - 1

/** The next rows of a run that may be sent, in sheet order after `afterSeq`, up to and including `to`. */
export type ReadReadyPage = (
  runId: number,
  page: { afterSeq: number; to?: number; limit: number },
) => Promise<ReadySubmission[]>

export function createReadyReader(store: Reader): ReadReadyPage {
  const { checks } = store
  const isVerified = checks.columns() !== ''
  const select = `SELECT rows.seq, rows.sheet, rows.row_number AS "rowNumber", rows.order_key AS "orderKey", submissions.id,
            ${requestOfRow} AS request, submissions.request_hash AS "requestHash", submissions.ordinal, submissions.generation
            ${checks.columns()}
       FROM rows ${store.dialect.eachSubmission('INNER')}
      WHERE rows.run_id = $1 AND rows.seq > $2 AND rows.seq <= $3 AND rows.held IS NULL AND ${stateOfRow} = 'ready'
      ORDER BY rows.seq LIMIT $4`
  return async (runId, { afterSeq, to = lastSeq, limit }) => {
    const found = await store.query<ReadySubmission>(select, [runId, afterSeq, to, limit])
    return found.map((row) => {
      const { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation } = checks.verify(row)
      return { seq, sheet, rowNumber, orderKey, id, request, requestHash, ordinal, generation, isVerified }
    })
  }
}
