import type { Database } from '../../support/sqlite.ts'
import type { Overlap, Overlaps, PeriodRow } from '../port/overlaps.ts'
import type { AtOnce } from './serve.ts'

interface Dated extends PeriodRow {
  subject: string
  hash: Uint8Array
  start: string
  end: string
}

export function createOverlaps(db: Database): AtOnce<Overlaps> {
  const ofRun = `FROM rows JOIN submissions ON submissions.id = rows.submission_id
                 WHERE run_id = @runId AND (held IS NULL OR held = 'changed')`
  // Most people stand in a sheet once: looking at no others costs a tenth of reading all requests in order.
  const select = db.prepare<object, Dated>(
    `SELECT sheet, row_number AS rowNumber, subject, submissions.request_hash AS hash,
            request ->> @start AS start, request ->> @end AS end
       ${ofRun} AND subject IN (SELECT subject ${ofRun} GROUP BY subject HAVING COUNT(*) > 1)
        AND request ->> @field = @value
      ORDER BY subject, start, seq`,
  )
  return {
    list(runId, { start, end, only: [field, value] }, limit) {
      const first: Overlap[] = []
      let count = 0
      /** Of those of one subject so far, the one that ends last. */
      let longest: Dated | undefined
      for (const row of select.iterate({ runId, start, end, field, value })) {
        const before = longest?.subject === row.subject ? longest : undefined
        longest = before === undefined || isAfter(row.end, before.end) ? row : before
        if (before === undefined || !isAfter(before.end, row.start) || isSame(before.hash, row.hash)) continue
        count += 1
        if (count > limit) continue
        const to = isAfter(row.end, before.end) ? before.end : row.end
        first.push({ subject: row.subject, rows: inOrder(before, row), from: row.start, to })
      }
      return { count, first }
    },
  }
}

function inOrder(one: Dated, other: Dated): [PeriodRow, PeriodRow] {
  return (one.sheet - other.sheet || one.rowNumber - other.rowNumber) > 0 ? [other, one] : [one, other]
}

/** Both as text, unless an offset makes the text misleading. */
function isAfter(one: string, other: string): boolean {
  return one.endsWith('Z') && other.endsWith('Z') ? one > other : Date.parse(one) > Date.parse(other)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
