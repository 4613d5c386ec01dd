import { possiblyCreatedStates } from '../../contract/states.ts'
import type { Replaced } from '../port/ordered-rows.ts'
import type { RecordedRequest } from '../port/reports.ts'
import { listOf, rowPresenceOf } from '../state-sql.ts'
import { type CheckedColumns, checkedColumns, verifySubmission } from './checksum.ts'
import { openLedgerForReading } from './open.ts'

interface RecordedRow extends Omit<RecordedRequest, 'isRetired' | 'latest'>, CheckedColumns {
  isRetired: number
  latestRequest: string | null
  latestState: Replaced['state'] | null
  latestAt: number | null
}

const batchSize = 500

/** One statement reads one snapshot, even during writes and for a slow reader. */
export async function* readRecordedRequests(ledgerFile: string): AsyncGenerator<readonly RecordedRequest[]> {
  const db = openLedgerForReading(ledgerFile)
  try {
    const rows = db
      .prepare<[], RecordedRow>(
        `SELECT this.id, this.operation, address, company, retired_at IS NOT NULL AS isRetired, this.subject, this.state,
                this.identifier, this.report_url AS reportUrl, this.request, this.result, this.done_at AS doneAt,
                this.superseded_by AS supersededBy,
                ${rowPresenceOf('this.id')} AS place,
                last.request AS latestRequest, last.state AS latestState, COALESCE(last.done_at, last.sent_at) AS latestAt,
                ${checkedColumns('this')}
           FROM submissions AS this
           JOIN targets ON targets.id = this.target_id
           LEFT JOIN submissions AS last ON last.id = (
             SELECT id FROM submissions AS setting
              WHERE setting.order_key = this.identifier AND setting.target_id = this.target_id AND setting.turn IS NOT NULL
                AND (setting.doubted = 1 OR setting.state IN ${listOf(possiblyCreatedStates)})
              ORDER BY setting.turn DESC LIMIT 1)
          ORDER BY this.operation, this.target_id, this.subject, this.id`,
      )
      .iterate()
    let batch: RecordedRequest[] = []
    for (const row of rows) {
      batch.push(toRequest(verifySubmission(db, row)))
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  } finally {
    db.close()
  }
}

/** Field by field: the driver's rows are slow to spread, and slow to read twice. */
function toRequest(row: RecordedRow): RecordedRequest {
  const { latestRequest, latestState, latestAt } = row
  return {
    id: row.id,
    operation: row.operation,
    address: row.address,
    company: row.company,
    isRetired: row.isRetired === 1,
    subject: row.subject,
    state: row.state,
    identifier: row.identifier,
    reportUrl: row.reportUrl,
    request: row.request,
    result: row.result,
    doneAt: row.doneAt,
    supersededBy: row.supersededBy,
    place: row.place,
    latest:
      latestRequest === null || latestState === null
        ? undefined
        : { request: latestRequest, state: latestState, at: latestAt },
  }
}
