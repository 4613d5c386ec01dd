import type { Overlap, PeriodFields, PlacedRow } from '../port/ordered-rows.ts'
import type { Store } from './store.ts'

export function createOverlaps(store: Store) {
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
    /** Rows come by subject and start, one at a time; the first overlaps are kept. */
    async list(runId: number, { start: from, end, only }: PeriodFields, limit: number) {
      const first: Overlap[] = []
      let count = 0
      /** The row of the current subject that ends last. */
      let longest: PeriodRecord | undefined
      await store.each<PeriodRecord>(select, [runId, from, end, ...only], (row) => {
        const before = longest?.subject === row.subject ? longest : undefined
        longest = before === undefined || isAfter(row.end, before.end) ? row : before
        if (before === undefined || !isAfter(before.end, row.start)) return
        if (Buffer.compare(before.hash, row.hash) === 0) return
        count += 1
        const to = isAfter(row.end, before.end) ? before.end : row.end
        if (count <= limit) first.push({ subject: row.subject, rows: inOrder(before, row), from: row.start, to })
      })
      return { count, first }
    },
  }
}

interface PeriodRecord extends PlacedRow {
  subject: string
  hash: Uint8Array
  start: string
  end: string
}

function inOrder(one: PeriodRecord, other: PeriodRecord): [PlacedRow, PlacedRow] {
  return (one.sheet - other.sheet || one.rowNumber - other.rowNumber) > 0 ? [other, one] : [one, other]
}

/** Both as text, unless an offset makes the text misleading. */
function isAfter(one: string, other: string): boolean {
  return one.endsWith('Z') && other.endsWith('Z') ? one > other : Date.parse(one) > Date.parse(other)
}
