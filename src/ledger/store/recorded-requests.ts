import { possiblyCreatedStates } from '../../contract/states.ts'
import type { Replaced } from '../port/ordered-rows.ts'
import type { RecordedRequest } from '../port/reports.ts'
import { listOf, rowPresenceOf } from '../state-sql.ts'
import type { Store } from './store.ts'

interface RecordedRow extends Omit<RecordedRequest, 'isRetired' | 'isForgotten' | 'latest'> {
  isRetired: number
  forgottenAt: number | null
  latestRequest: string | null
  latestState: Replaced['state'] | null
  latestAt: number | null
}

/** One statement reads one snapshot, even during writes and for a slow statements. */
export async function* readRecordedRequests(store: Store): AsyncGenerator<readonly RecordedRequest[]> {
  const { byCode } = store.dialect
  const pages = store.stream<RecordedRow>(
    `SELECT this.id, this.operation, address, company, CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END AS "isRetired",
            this.subject, this.forgotten_at AS "forgottenAt", this.state, this.identifier, this.report_url AS "reportUrl", this.request, this.result,
            this.done_at AS "doneAt", this.superseded_by AS "supersededBy",
            ${rowPresenceOf('this.id')} AS place,
            (SELECT MAX(run_id) FROM rows WHERE submission_id = this.id) AS "runId",
            last.request AS "latestRequest", last.state AS "latestState", COALESCE(last.done_at, last.sent_at) AS "latestAt"
            ${store.checks.columns('this')}
       FROM submissions AS this
       JOIN targets ON targets.id = this.target_id
       LEFT JOIN submissions AS last ON last.id = (
         SELECT id FROM submissions AS setting
          WHERE setting.order_key = this.identifier AND setting.target_id = this.target_id AND setting.turn IS NOT NULL
            AND (setting.doubted = 1 OR setting.state IN ${listOf(possiblyCreatedStates)})
          ORDER BY setting.turn DESC LIMIT 1)
      ORDER BY ${byCode('this.operation')}, this.target_id, ${byCode('this.subject')} NULLS FIRST, this.id`,
  )
  for await (const page of pages) yield page.map((row) => toRequest(store.checks.verify(row)))
}

/** Field by field: SQLite's rows are slow to spread, and slow to read twice. */
function toRequest(row: RecordedRow): RecordedRequest {
  const { latestRequest, latestState, latestAt } = row
  return {
    id: row.id,
    operation: row.operation,
    address: row.address,
    company: row.company,
    isRetired: row.isRetired === 1,
    subject: row.subject,
    isForgotten: row.forgottenAt !== null,
    state: row.state,
    identifier: row.identifier,
    reportUrl: row.reportUrl,
    request: row.request,
    result: row.result,
    doneAt: row.doneAt,
    supersededBy: row.supersededBy,
    place: row.place,
    runId: row.runId,
    latest:
      latestRequest === null || latestState === null
        ? undefined
        : { request: latestRequest, state: latestState, at: latestAt },
  }
}
