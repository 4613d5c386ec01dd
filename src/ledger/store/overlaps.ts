import type { Overlap, Overlaps, PeriodRow } from '../port/overlaps.ts'
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

export interface PeriodRecord extends PeriodRow {
  subject: string
  hash: Uint8Array
  start: string
  end: string
}

/** Takes rows by subject and start, one at a time, and keeps the first overlaps. */
export class OverlapSearch {
  readonly #limit: number
  readonly #first: Overlap[] = []
  #count = 0
  /** The row of the current subject that ends last. */
  #longest: PeriodRecord | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  add(row: PeriodRecord): void {
    const before = this.#longest?.subject === row.subject ? this.#longest : undefined
    this.#longest = before === undefined || isAfter(row.end, before.end) ? row : before
    if (before === undefined || !isAfter(before.end, row.start) || isSame(before.hash, row.hash)) return
    this.#count += 1
    if (this.#count > this.#limit) return
    const to = isAfter(row.end, before.end) ? before.end : row.end
    this.#first.push({ subject: row.subject, rows: inOrder(before, row), from: row.start, to })
  }

  result(): { count: number; first: Overlap[] } {
    return { count: this.#count, first: this.#first }
  }
}

function inOrder(one: PeriodRecord, other: PeriodRecord): [PeriodRow, PeriodRow] {
  return (one.sheet - other.sheet || one.rowNumber - other.rowNumber) > 0 ? [other, one] : [one, other]
}

/** Both as text, unless an offset makes the text misleading. */
function isAfter(one: string, other: string): boolean {
  return one.endsWith('Z') && other.endsWith('Z') ? one > other : Date.parse(one) > Date.parse(other)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
