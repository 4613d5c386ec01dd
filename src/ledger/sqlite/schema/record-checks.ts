import { type SubmissionState, submissionStates } from '../../../contract/states.ts'
import type { BatchError } from '../../../support/errors.ts'
import type { Database } from '../../../support/sqlite.ts'
import { damaged } from '../../storage-failure.ts'
import type { Located, LogLine, RecordChecks, RowContents } from '../../store/store.ts'

/**
 * Each part of a submission that one change sets as a whole has a checksum. The change computes it from the values that
 * it writes, never from stored ones, and leaves the others alone: what is damaged stays damaged. Two parts are texts of
 * several columns, whose sum only JavaScript computes; so is that of `result`.
 */
const texts = {
  content_sum: [
    ...['operation', 'target_id', 'request_hash', 'ordinal', 'generation', 'doubted', 'request'],
    ...['subject', 'trait_a', 'trait_b', 'order_key'],
  ],
  names_sum: ['id', 'identifier', 'report_url'],
}

/** Checksums of single values: the place among all states, and complements of times, which have no bit in common. */
const places = (table: string) => ({
  state_sum: `instr('${submissionStates.join(' ')}', ${table}.state)`,
  sent_sum: `~${table}.sent_at`,
  accepted_sum: `~${table}.accepted_at`,
  done_sum: `~${table}.done_at`,
})

export interface CheckedColumns {
  sumContent: string
  sumNames: string
  sumResult: string | null
  /** Null if one of a single value does not match. */
  sums: number | null
}

export function checkedColumns(table = 'submissions', hasContent = true): string {
  // `printf` takes each text up to its first NUL, even if the driver stored more.
  const join = (columns: readonly string[]): string => {
    const values = columns.map((column) =>
      column === 'request_hash' ? `lower(hex(${table}.${column}))` : `${table}.${column}`,
    )
    return `printf('${values.map(() => '%s').join('|')}', ${values.join(', ')})`
  }
  const areSound = Object.entries(places(table)).map(([sum, value]) => `${table}.${sum} IS ${value}`)
  // A damaged sum may exceed the driver's integers.
  const [content, sumOfContent] = hasContent ? [join(texts.content_sum), `${table}.content_sum`] : [`''`, digest('')]
  const sum = `CAST(${sumOfContent} + ${table}.names_sum + ${table}.result_sum AS REAL)`
  return `${content} AS "sumContent", ${join(texts.names_sum)} AS "sumNames", ${table}.result AS "sumResult",
    IIF(${areSound.join(' AND ')}, ${sum}, NULL) AS sums`
}

/** Of values in the order of their columns. A hash is hexadecimal. */
export function checksumOf(...values: readonly (string | number | null | undefined)[]): number {
  const text = values.join('|')
  if (!/[\0\ud800-\udfff]/.test(text)) return digest(text)
  return digest(values.map((value) => (typeof value === 'string' ? asStored(value) : value)).join('|'))
}

/** For `SET`. */
export function setState(to: SubmissionState): string {
  return `state = '${to}', state_sum = instr('${submissionStates.join(' ')}', '${to}')`
}

export function sumOfTime(at: number | null): number | null {
  return at === null ? null : -1 - at
}

/** FNV-1a of 32 bits: each step is one to one, so each change counts. For short texts it costs less than `crc32`. */
export function digest(text: string, from = 0x811c9dc5): number {
  let sum = from
  for (let index = 0; index < text.length; index += 1) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum >>> 0
}

/** As a driver stores a text: up to its first NUL, and without half surrogate pairs. */
function asStored(text: string): string {
  return Buffer.from(text.split('\0', 1)[0] ?? '').toString()
}

/** Returns the record without its checksums if they match. @throws BatchError `ledger` otherwise. */
export function verifySubmission<Found extends Located>(db: Database, found: Found & CheckedColumns): Found {
  const { sumContent, sumNames, sumResult, sums, ...record } = found
  if (digest(sumContent) + digest(sumNames) + digest(sumResult ?? '') !== sums) throw mismatch(db, found)
  return record as unknown as Found
}

function mismatch(db: Database, { id, row_number, rowNumber = row_number }: Located): BatchError {
  const record = typeof id === 'number' ? `its record ${id}` : 'one of its records'
  const row = typeof rowNumber !== 'number' ? '' : `, of row ${rowNumber} of the sheet,`
  return damaged(db.file, `${record}${row} does not match its checksum`)
}

/** The present content of these counts as correct: they were verified, or come from elsewhere. */
export function sumSubmissions(db: Database, ids: readonly number[]): void {
  const select = db.prepare<[string], CheckedColumns & { id: number }>(
    `SELECT id, ${checkedColumns()} FROM submissions WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const ofPlaces = Object.entries(places('submissions')).map(([sum, value]) => `${sum} = ${value}`)
  const write = db.prepare<[number, number, number, number]>(
    `UPDATE submissions SET content_sum = ?, names_sum = ?, result_sum = ?, ${ofPlaces.join(', ')} WHERE id = ?`,
  )
  for (const { id, sumContent, sumNames, sumResult } of select.all(JSON.stringify(ids))) {
    write.run(digest(sumContent), digest(sumNames), digest(sumResult ?? ''), id)
  }
}

/** The checksum of a row as read, which never changes. */
export function sumOfRow({ sheet, row_number, cells, warnings }: RowContents): number {
  return digest(warnings ?? '', digest(cells, digest(`${sheet}|${row_number}|`)))
}

export function sumOfLine(submissionId: number | null, line: LogLine): number {
  const { runId, operation, sentAt, answeredAt, httpStatus, outcome, detail } = line
  return checksumOf(submissionId, runId, sentAt, answeredAt, httpStatus, operation, outcome, detail)
}

/** What was selected has these columns. Rows and lines from before the checksums have none. */
export function createRecordChecks(db: Database): RecordChecks {
  return {
    columns: (table, hasContent) => `, ${checkedColumns(table, hasContent)}`,
    verify: (found) => verifySubmission(db, found as typeof found & CheckedColumns),
    rowColumns: ', rows.cells_sum',
    verifyRow(found) {
      const { cells_sum } = found as typeof found & { cells_sum: number | null }
      if (cells_sum !== null && cells_sum !== sumOfRow(found)) {
        throw damaged(db.file, `row ${found.row_number} of the sheet does not match its checksum`)
      }
    },
    sumOfRow: (row) => [sumOfRow(row)],
    resum: (ids) => sumSubmissions(db, ids),
    ofAcceptance: (at) => ({ accepted_sum: sumOfTime(at) }),
    lineColumns: ', attempts.line_sum AS lineSum',
    verifyLine(found) {
      const { lineSum } = found as typeof found & { lineSum: number | null }
      if (lineSum !== null && lineSum !== sumOfLine(found.submissionId, found)) {
        throw damaged(db.file, 'a line of its log of attempts does not match its checksum')
      }
    },
    sumOfLine: (submissionId, line) => [sumOfLine(submissionId, line)],
  }
}

/** The old checksums less their numbers: a sum of the digests of three texts. */
const selectOld = `SELECT id, content_sum = 0 AND state_sum = 0 AS isNew,
    printf('%s|%s|%s|%s|%s|%s|%s', operation, lower(hex(request_hash)), request, subject, trait_a, trait_b, order_key) AS content,
    IIF(identifier IS NULL, NULL, printf('%s|%s', identifier, IFNULL(report_url, ''))) AS names, result,
    CAST(content_sum + state_sum - (311 * id + 37 * target_id + 101 * ordinal + 211 * generation + 409 * doubted
      + 65537 * instr('ready sending accepted pending done rejected failed unknown', state) + 163 * IFNULL(sent_at, -1)
      + 269 * IFNULL(accepted_at, -1) + 347 * IFNULL(done_at, -1)) AS REAL) AS digests
  FROM submissions WHERE id > ? ORDER BY id LIMIT 500`

interface OldSums {
  id: number
  /** Of a version before the first checksums, or of another ledger. */
  isNew: number
  content: string
  names: string | null
  result: string | null
  digests: number
}

/** Of submissions that have none, or match the old ones: what does not match those gets none that match. */
export function fillChecksums(db: Database): void {
  const select = db.prepare<[number], OldSums>(selectOld)
  for (let page = select.all(-1); page.length > 0; page = select.all(page.at(-1)?.id ?? -1)) {
    const sound = page.filter(({ isNew, content, names, result, digests }) => {
      const ofNames = names === null ? 0 : digest(names)
      return isNew === 1 || digest(content) + ofNames + (result === null ? 0 : digest(result, 1)) === digests
    })
    sumSubmissions(
      db,
      sound.map(({ id }) => id),
    )
  }
}
