import { submissionStates } from '../../contract/states.ts'
import type { BatchError } from '../../support/errors.ts'
import type { Database } from '../../support/sqlite.ts'
import { damaged } from '../damage.ts'

/**
 * A submission has two checksums: of what it is, and of what became of it. The second is a sum: of texts, which only
 * JavaScript can hash, and of numbers and the state, which a statement counts. A move adds the differences to it and
 * nothing else. Were it taken anew from what stands in the row, the next move would put the seal on damage.
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

const stateList = submissionStates.join(' ')
const withoutNull = new Set<string>(['id', 'target_id', 'ordinal', 'generation', 'doubted'])

function count(column: string, value: string): string {
  if (column === 'state') return `instr('${stateList}', ${value})`
  return withoutNull.has(column) ? value : `IFNULL(${value}, -1)`
}

/** Numbers are bound as real ones, which are not exact in sums. */
function countGiven(column: string, value: string): string {
  return count(column, column === 'state' ? value : `CAST(${value} AS INTEGER)`)
}

/** For `SET`: the second checksum follows these columns to their new values, each of which is bound here once more. */
export function outcomeSumUpdate(changes: Partial<Record<Counted, string>>, texts?: string): string {
  const terms = Object.entries(changes).map(
    ([column, value]) => `${factors[column as Counted]} * (${countGiven(column, value)} - ${count(column, column)})`,
  )
  if (texts !== undefined) terms.push(`CAST(${texts} AS INTEGER)`)
  return `outcome_sum = ${['outcome_sum', ...terms].join(' + ')}`
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

/** The first checksum, of the texts as a statement joins them. */
export function sumOfContent({ operation, hash, request, subject, traitA, traitB, orderKey }: Content): number {
  let sum = digest(request, digest(`${operation}|${hash}|`))
  for (const text of [subject, traitA, traitB, orderKey]) sum = digest(asStored(text ?? ''), digest('|', sum))
  return sum
}

/** Of what became of it: each comes from nothing, but for a result, which may be replaced. */
export function sumOfOutcome({ identifier, reportUrl, result }: Outcome): number {
  const named =
    typeof identifier !== 'string' ? 0 : digest(asStored(reportUrl ?? ''), digest('|', digest(asStored(identifier))))
  return named + sumOfResult(result)
}

interface Outcome {
  identifier?: string | null | undefined
  reportUrl?: string
  result?: string | undefined
}

function sumOfResult(result: string | null | undefined): number {
  return typeof result === 'string' ? digest(result, resultSeed) : 0
}

/** Else an identifier and a result might change places. */
const resultSeed = 1

/**
 * FNV-1a of 32 bits: each step is one to one, so that no single change is without effect. For texts as short as these it
 * costs less than a call of `crc32`.
 */
export function digest(text: string, from = 0x811c9dc5): number {
  let sum = from
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}

/** As a driver keeps a text: up to its first NUL, and without halves of characters. */
export function asStored(text: string): string {
  const end = text.indexOf('\u0000')
  const kept = end < 0 ? text : text.slice(0, end)
  return /[\ud800-\udfff]/.test(kept) ? Buffer.from(kept).toString() : kept
}

/** The second checksum of a new one; one with an identifier was accepted. */
export function sumOfNew(id: number, target: number, ordinal: number, generation: number, known?: Adopted): number {
  const numbers =
    id * factors.id + target * factors.target_id + ordinal * factors.ordinal + generation * factors.generation
  const place = stateList.indexOf(known === undefined ? 'ready ' : 'accepted ') + 1
  const times = (known?.at ?? -1) * factors.accepted_at - factors.sent_at - factors.done_at
  return numbers + place * factors.state + times + sumOfOutcome({ identifier: known?.identifier })
}

interface Adopted {
  identifier: string
  at: number
}

/** Columns that what became of a submission is verified by. */
export interface OutcomeColumns {
  sumNames: string | null
  sumResult: string | null
  sumTexts: number | null
}

/** The same of the whole submission. */
export interface CheckedColumns extends OutcomeColumns {
  sumContent: string | null
}

/** `printf` takes each text up to its first NUL, whatever the driver has kept behind it. */
const names = (table: string) =>
  `IIF(${table}.identifier IS NULL, NULL, printf('%s|%s', ${table}.identifier, IFNULL(${table}.report_url, ''))) AS sumNames`

/** What the numbers leave of a sum. A damaged one may be larger than the driver gives: as a real number it is. */
const textsOf = (table: string, sum: string) => `CAST(${sum} - (${sumOfNumbers(table)}) AS REAL) AS sumTexts`

export function outcomeColumns(table = 'submissions'): string {
  return `${names(table)}, ${table}.result AS sumResult, ${textsOf(table, `${table}.outcome_sum`)}`
}

export function checkedColumns(table = 'submissions'): string {
  const texts = ['request', 'subject', 'trait_a', 'trait_b', 'order_key'].map((column) => `${table}.${column}`)
  return `${names(table)}, ${table}.result AS sumResult,
    printf('%s|%s|%s|%s|%s|%s|%s', ${table}.operation, lower(hex(${table}.request_hash)), ${texts.join(', ')}) AS sumContent,
    ${textsOf(table, `${table}.content_sum + ${table}.outcome_sum`)}`
}

/** Where a record is, for people. */
interface Located {
  id?: number | null
  rowNumber?: number | null
  row_number?: number
}

/** The same, when its submission is what was written. @throws BatchError `ledger` when it is not. */
export function verifySubmission<Found extends CheckedColumns & Located>(db: Database, found: Found): Found {
  if (digest(found.sumContent ?? '') + sumOfTexts(found) !== found.sumTexts) throw mismatch(db, found)
  return found
}

/** The same for what became of it, which is all that polling needs. */
export function verifyOutcome<Found extends OutcomeColumns & Located>(db: Database, found: Found): Found {
  if (sumOfTexts(found) !== found.sumTexts) throw mismatch(db, found)
  return found
}

function sumOfTexts({ sumNames, sumResult }: OutcomeColumns): number {
  return (sumNames === null ? 0 : digest(sumNames)) + sumOfResult(sumResult)
}

function mismatch(db: Database, { id, row_number, rowNumber = row_number }: Located): BatchError {
  const record = typeof id === 'number' ? `its record ${id}` : 'one of its records'
  const row = typeof rowNumber !== 'number' ? '' : `, of row ${rowNumber} of the sheet,`
  return damaged(db.file, `${record}${row} does not match its checksum`)
}

/** Without them. */
export function withoutChecksums<Found extends CheckedColumns>(found: Found): Omit<Found, keyof CheckedColumns> {
  const { sumNames, sumResult, sumTexts, sumContent, ...rest } = found
  return rest
}

/** For submissions whose checksums nobody has written yet: takes what stands there as it is. */
export function fillChecksums(db: Database): void {
  const select = db.prepare<[number], CheckedColumns & { id: number }>(
    `SELECT id, ${checkedColumns()} FROM submissions WHERE id > ? ORDER BY id LIMIT 500`,
  )
  const write = db.prepare<[number, number, number]>(
    `UPDATE submissions SET content_sum = ?, outcome_sum = CAST(? AS INTEGER) + ${sumOfNumbers('submissions')} WHERE id = ?`,
  )
  let page: (CheckedColumns & { id: number })[] = []
  do {
    page = select.all(page.at(-1)?.id ?? -1)
    for (const found of page) write.run(digest(found.sumContent ?? ''), sumOfTexts(found), found.id)
  } while (page.length > 0)
}
