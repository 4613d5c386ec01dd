import type { Overlap, PeriodRow } from './port/overlaps.ts'

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
