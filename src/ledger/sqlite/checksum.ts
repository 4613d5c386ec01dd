import { crc32 } from 'node:zlib'
import { submissionStates } from '../../contract/states.ts'
import type { Database } from '../../support/sqlite.ts'
import { damaged } from '../damage.ts'

/**
 * The checksum of a submission is a sum: of its texts, which only JavaScript can hash, and of its numbers and its state,
 * which a statement counts. A move adds the differences to it and nothing else. Were it taken anew from what stands in the
 * row, the next move would put the seal on damage.
 */

/** Odd, so that no bit is without effect, and small: sums stay whole numbers of JavaScript. */
const factors = {
  id: 311,
  target_id: 37,
  ordinal: 101,
  generation: 211,
  doubted: 409,
  state: 65_537,
  sent_at: 163,
  accepted_at: 269,
  done_at: 347,
} as const
type Counted = keyof typeof factors

const stateList = `${submissionStates.join(' ')} `

function count(column: string, value: string): string {
  return column === 'state' ? `instr('${stateList}', ${value} || ' ')` : `COALESCE(CAST(${value} AS INTEGER), -1)`
}

/** For `SET`: the checksum follows these columns to their new values, each of which is bound here once more. */
export function followed(changes: Partial<Record<Counted, string>>, texts?: string): string {
  const terms = Object.entries(changes).map(
    ([column, value]) => `${factors[column as Counted]} * (${count(column, value)} - ${count(column, column)})`,
  )
  if (texts !== undefined) terms.push(`CAST(${texts} AS INTEGER)`)
  return `checksum = ${['checksum', ...terms].join(' + ')}`
}

/** All that stands in the numbers of a submission. */
function sumOfNumbers(table: string): string {
  return Object.entries(factors)
    .map(
      ([column, factor]) =>
        `${factor} * ${count(column, column === 'state' ? `${table}.state` : `${table}.${column}`)}`,
    )
    .join(' + ')
}

/** What a submission is: it does not change when it is sent. */
export interface Content {
  operation: string
  /** By hexadecimal digits. */
  hash: string
  request: string
  subject: string | null
  traitA: string | null
  traitB: string | null
  orderKey: string | null
}

/** As the statement joins them. */
export function sumOfContent({ operation, hash, request, subject, traitA, traitB, orderKey }: Content): number {
  return crcOf([operation, hash, request, subject, traitA, traitB, orderKey].map(asKept).join(separator), 0)
}

/** What became of it: each from nothing to a value, but for a result, which may be replaced. */
export function sumOfOutcome(texts: { identifier?: Text; reportUrl?: Text; result?: Text }): number {
  return crcOf(texts.identifier, 1) + crcOf(texts.reportUrl, 2) + crcOf(texts.result, 3)
}

type Text = string | null | undefined

const separator = '\u001f'

function crcOf(text: Text, seed: number): number {
  return text === null || text === undefined ? 0 : crc32(asKept(text), seed + 1)
}

/** A driver keeps a text up to its first NUL. */
function asKept(text: Text): string {
  if (text === null || text === undefined) return ''
  const end = text.indexOf('\u0000')
  return end < 0 ? text : text.slice(0, end)
}

/** The checksum of a new one that nothing was sent of; the statements of a move need no such sum. */
export function sumOfNew(
  numbers: Pick<Record<Counted, number>, 'id' | 'target_id' | 'ordinal' | 'generation'>,
  { state, acceptedAt, ...texts }: Content & { state: string; acceptedAt: number | null; identifier: string | null },
): number {
  const { id, target_id, ordinal, generation } = numbers
  const known =
    id * factors.id + target_id * factors.target_id + ordinal * factors.ordinal + generation * factors.generation
  const times = (acceptedAt ?? -1) * factors.accepted_at - factors.sent_at - factors.done_at
  const place = stateList.indexOf(`${state} `) + 1
  return known + times + place * factors.state + sumOfContent(texts) + sumOfOutcome(texts)
}

/** Columns that a checksum is verified by. */
export interface CheckedColumns {
  sumId: number | null
  sumContent: string | null
  sumIdentifier: string | null
  sumReport: string | null
  sumResult: string | null
  sumTexts: number | null
}

const content = (table: string): string =>
  [
    `${table}.operation`,
    `lower(hex(${table}.request_hash))`,
    `${table}.request`,
    ...['subject', 'trait_a', 'trait_b', 'order_key'].map((column) => `COALESCE(${table}.${column}, '')`),
  ].join(` || '${separator}' || `)

/** A damaged number may be larger than the driver gives: as a real number it is. */
export function checkedColumns(table = 'submissions'): string {
  return `${table}.id AS sumId, ${content(table)} AS sumContent, ${table}.identifier AS sumIdentifier,
    ${table}.report_url AS sumReport, ${table}.result AS sumResult,
    CAST(${table}.checksum - (${sumOfNumbers(table)}) AS REAL) AS sumTexts`
}

/** The same, when its submission is what was written; a row without one is. @throws BatchError `ledger` when it is not. */
export function verified<Found extends CheckedColumns>(db: Database, found: Found, rowNumber?: number): Found {
  if (found.sumId === null || sumOfFound(found) === found.sumTexts) return found
  const row = rowNumber === undefined ? '' : `, of row ${rowNumber},`
  throw damaged(db.file, `its record ${found.sumId}${row} does not match its checksum`)
}

/** Without them. */
export function bared<Found extends CheckedColumns>(found: Found): Omit<Found, keyof CheckedColumns> {
  const { sumId, sumContent, sumIdentifier, sumReport, sumResult, sumTexts, ...rest } = found
  return rest
}

function sumOfFound({ sumContent, sumIdentifier, sumReport, sumResult }: CheckedColumns): number {
  return crcOf(sumContent, 0) + sumOfOutcome({ identifier: sumIdentifier, reportUrl: sumReport, result: sumResult })
}

/** For submissions whose checksum nobody has written yet: takes what stands there as it is. */
export function fillChecksums(db: Database): void {
  const select = db.prepare<[number], CheckedColumns>(
    `SELECT ${checkedColumns()} FROM submissions WHERE id > ? ORDER BY id LIMIT 500`,
  )
  const write = db.prepare<[number, number | null]>(
    `UPDATE submissions SET checksum = CAST(? AS INTEGER) + ${sumOfNumbers('submissions')} WHERE id = ?`,
  )
  let page: CheckedColumns[] = []
  do {
    page = select.all(page.at(-1)?.sumId ?? -1)
    for (const found of page) write.run(sumOfFound(found), found.sumId)
  } while (page.length > 0)
}
