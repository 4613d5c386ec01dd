import { OverlapSearch, type PeriodRecord } from '../overlap-search.ts'
import type { Overlaps } from '../port/overlaps.ts'
import type { Store } from './store.ts'

export function createOverlaps(store: Store): Overlaps {
  const { byCode, field } = store.dialect
  const ofRun = `FROM rows JOIN submissions ON submissions.id = rows.submission_id
                 WHERE run_id = $1 AND (held IS NULL OR held = 'changed')`
  const start = field('request', '$2')
  // Most people have one row in a sheet: skipping them saves nine tenths of reading all requests in order.
  const select = `SELECT sheet, row_number AS "rowNumber", subject, submissions.request_hash AS hash,
            ${start} AS start, ${field('request', '$3')} AS end
       ${ofRun} AND subject IN (SELECT subject ${ofRun} GROUP BY subject HAVING COUNT(*) > 1)
        AND ${field('request', '$4')} = $5
      ORDER BY ${byCode('subject')}, ${byCode(start)}, seq`
  return {
    async list(runId, { start: from, end, only }, limit) {
      const found = new OverlapSearch(limit)
      await store.each<PeriodRecord>(select, [runId, from, end, ...only], (row) => found.add(row))
      return found.result()
    },
  }
}
