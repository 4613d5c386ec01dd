import type { Database } from '../../support/sqlite.ts'
import { OverlapSearch, type PeriodRecord } from '../overlap-search.ts'
import type { Overlaps } from '../port/overlaps.ts'
import type { SyncPart } from './async-part.ts'

export function createOverlaps(db: Database): SyncPart<Overlaps> {
  const ofRun = `FROM rows JOIN submissions ON submissions.id = rows.submission_id
                 WHERE run_id = @runId AND (held IS NULL OR held = 'changed')`
  // Most people have one row in a sheet: skipping them saves nine tenths of reading all requests in order.
  const select = db.prepare<object, PeriodRecord>(
    `SELECT sheet, row_number AS rowNumber, subject, submissions.request_hash AS hash,
            request ->> @start AS start, request ->> @end AS end
       ${ofRun} AND subject IN (SELECT subject ${ofRun} GROUP BY subject HAVING COUNT(*) > 1)
        AND request ->> @field = @value
      ORDER BY subject, start, seq`,
  )
  return {
    list(runId, { start, end, only: [field, value] }, limit) {
      const found = new OverlapSearch(limit)
      for (const row of select.iterate({ runId, start, end, field, value })) found.add(row)
      return found.result()
    },
  }
}
