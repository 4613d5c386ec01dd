import { submissionStates } from '../../../contract/states.ts'
import type { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import { damaged } from '../../damage.ts'

/**
 * A submission has two checksums, of its content and of its outcome. The second is a sum of hashed texts (by
 * JavaScript) and of numbers and the state (by SQL). A change only adds its difference. A sum computed from the whole
 * row would make a damaged row valid with its next change.
 */

/** Odd: no bit is without effect. Small: sums stay safe integers. */
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

/** Numbers are bound as REAL, which is not exact in sums. */
function countGiven(column: string, value: string): string {
  return count(column, column === 'state' ? value : `CAST(${value} AS INTEGER)`)
}

/** For `SET`: updates the second checksum for these columns; each new value is bound once more here. */
export function outcomeSumUpdate(changes: Partial<Record<Counted, string>>, texts?: string): string {
  const terms = Object.entries(changes).map(
    ([column, value]) => `${factors[column as Counted]} * (${countGiven(column, value)} - ${count(column, column)})`,
  )
  if (texts !== undefined) terms.push(`CAST(${texts} AS INTEGER)`)
  return `outcome_sum = ${['outcome_sum', ...terms].join(' + ')}`
}

function sumOfNumbers(table: string): string {
  return Object.entries(factors)
    .map(
      ([column, factor]) =>
        `${factor} * ${count(column, column === 'state' ? `${table}.state` : `${table}.${column}`)}`,
    )
    .join(' + ')
}

/** The part of a submission that sending does not change. */
export interface Content {
  operation: string
  /** Hexadecimal. */
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

/** The texts' part of the second checksum. Each text is set once, except a result, which may be replaced. */
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

/** Otherwise an identifier and a result could be exchanged unnoticed. */
const resultSeed = 1

/**
 * FNV-1a of 32 bits. Each step is one to one, so no single change is without effect. For these short texts it costs
 * less than a call of `crc32`.
 */
export function digest(text: string, from = 0x811c9dc5): number {
  let sum = from
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}

/** As a driver stores a text: up to its first NUL, and without half surrogate pairs. */
export function asStored(text: string): string {
  const end = text.indexOf('\u0000')
  const kept = end < 0 ? text : text.slice(0, end)
  return /[\ud800-\udfff]/.test(kept) ? Buffer.from(kept).toString() : kept
}

/** The second checksum of a new submission. */
export function sumOfNew(id: number, target: number, ordinal: number, generation: number): number {
  const numbers =
    id * factors.id + target * factors.target_id + ordinal * factors.ordinal + generation * factors.generation
  const stateNumber = stateList.indexOf('ready ') + 1
  return numbers + stateNumber * factors.state - factors.accepted_at - factors.sent_at - factors.done_at
}

export interface OutcomeColumns {
  sumNames: string | null
  sumResult: string | null
  sumTexts: number | null
}

export interface CheckedColumns extends OutcomeColumns {
  sumContent: string | null
}

/** `printf` takes each text up to its first NUL, even if the driver stored more. */
const names = (table: string) =>
  `IIF(${table}.identifier IS NULL, NULL, printf('%s|%s', ${table}.identifier, IFNULL(${table}.report_url, ''))) AS sumNames`

/** The sum less the numbers. A damaged sum may exceed the driver's integers, so it is read as REAL. */
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

interface Located {
  id?: number | null
  rowNumber?: number | null
  row_number?: number
}

/** Returns the record if the submission's checksums match. @throws BatchError `ledger` otherwise. */
export function verifySubmission<Found extends CheckedColumns & Located>(db: Database, found: Found): Found {
  if (digest(found.sumContent ?? '') + sumOfTexts(found) !== found.sumTexts) throw mismatch(db, found)
  return found
}

/** Verifies only the outcome, which is enough for polling. */
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

export function withoutChecksums<Found extends CheckedColumns>(found: Found): Omit<Found, keyof CheckedColumns> {
  const { sumNames, sumResult, sumTexts, sumContent, ...rest } = found
  return rest
}

/** For submissions from elsewhere, or from before the checksums: their present content counts as correct. */
export function sumSubmissions(db: Database, ids: readonly number[]): void {
  const select = db.prepare<[string], CheckedColumns & { id: number }>(
    `SELECT id, ${checkedColumns()} FROM submissions WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const write = db.prepare<[number, number, number]>(
    `UPDATE submissions SET content_sum = ?, outcome_sum = CAST(? AS INTEGER) + ${sumOfNumbers('submissions')} WHERE id = ?`,
  )
  for (const found of select.all(JSON.stringify(ids))) {
    write.run(digest(found.sumContent ?? ''), sumOfTexts(found), found.id)
  }
}

export function fillChecksums(db: Database): void {
  const select = db.prepare<[number], number>('SELECT id FROM submissions WHERE id > ? ORDER BY id LIMIT 500').pluck()
  let ids: number[] = []
  do {
    ids = select.all(ids.at(-1) ?? -1)
    sumSubmissions(db, ids)
  } while (ids.length > 0)
}
