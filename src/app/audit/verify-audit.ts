import { resolve } from 'node:path'
import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { parseObject } from '../../ledger/stored-json.ts'
import { isCutText } from '../../sheet/writing/safe-text.ts'
import { type AuditColumn, auditColumns } from './audit-columns.ts'
import {
  type AuditFile,
  chainDigest,
  exportColumns,
  type FileLine,
  openAudit,
  renderLine,
  textInExport,
} from './audit-file.ts'
import { AuditTotals, type ExportSeal, listSums, readExport } from './write-audit.ts'

interface CellDifference {
  /** `moved`: the file may have been true when it was written. */
  kind: 'changed' | 'moved'
  column: string
  found: string
  /** What the ledger says. */
  known: string
}

/**
 * `digest`: it is not that of its line and the line before. `sum`: it does not follow from the lines. `missing`: a line
 * of the ledger that is not in the file; `added`: one of the file that is not in the ledger; `order`: one behind a later.
 */
export interface AuditFinding extends Partial<Omit<CellDifference, 'kind'>> {
  kind: CellDifference['kind'] | 'digest' | 'sum' | 'missing' | 'added' | 'order'
  /** Number in the log. */
  line?: number
  /** In the file. */
  place?: string
}

export interface AuditVerdict extends ExportSeal {
  /** The file agrees with itself. */
  isWhole: boolean
  /**
   * `recorded`: a line of the ledger says that it wrote this file. `altered`: it says so of one with this last digest,
   * to which the lines do not lead. `other`: none of the lines is in this ledger.
   */
  ledger: 'none' | 'other' | 'recorded' | 'altered' | 'unrecorded'
  /** Lines whose trip was forgotten since. */
  forgotten: number
  findings: readonly AuditFinding[]
}

/**
 * Compares an exported audit with itself and, where there is one, with the ledger. `input`: as when it was written.
 * @throws BatchError `input` for a file that is no exported audit, or cannot be read.
 */
export async function verifyAudit(store: LedgerStore, input: string | undefined, file: string): Promise<AuditVerdict> {
  const audit = await openAudit(file)
  try {
    return await compare(audit, (await store.exists()) ? store : undefined, input && resolve(input))
  } finally {
    await audit.close()
  }
}

async function compare(
  audit: AuditFile,
  store: LedgerStore | undefined,
  input: string | undefined,
): Promise<AuditVerdict> {
  const { isCsv } = audit
  const [alone, beside]: [AuditFinding[], AuditFinding[]] = [[], []]
  const totals = new AuditTotals()
  const sealed = { lines: 0, digest: chainDigest('', audit.headings) }
  const ledger = new LedgerLines(store?.audit())
  let [forgotten, known] = [0, 0]
  for await (const line of audit.lines()) {
    const digest = line.text('digest')
    const number = Number(line.text('line') || Number.NaN)
    const at = { place: line.place, ...(Number.isNaN(number) ? {} : { line: number }) }
    const isSealed = chainDigest(sealed.digest, line.texts) === digest
    if (!isSealed || !isContentOf(line, line.text('contentDigest'))) alone.push({ kind: 'digest', ...at })
    Object.assign(sealed, { lines: sealed.lines + 1, digest })
    totals.add((column) => line.text(column))
    const { found, isBehind } = await ledger.take(number)
    if (isBehind) beside.push({ kind: 'order', ...at })
    else if (found === undefined) beside.push({ kind: 'added', ...at })
    if (found === undefined) continue
    if (isForgottenSince(line, found)) forgotten += 1
    const differences = compareWithLedger(line, found, isCsv)
    beside.push(...differences.map((each) => ({ ...each, ...at })))
    if (differences.every(({ kind }) => kind === 'moved')) known += 1
  }
  if (sealed.lines === 0) sealed.digest = ''
  const isChained = alone.length === 0
  alone.push(...(await compareSums(audit, totals, sealed)))
  const verdict = { ...sealed, isWhole: alone.length === 0, forgotten }
  if (store === undefined) return { ...verdict, ledger: 'none', findings: alone }
  if (known === 0 && sealed.lines > 0) return { ...verdict, ledger: 'other', findings: alone }
  const isRecorded = await ledger.findRecord(sealed.digest)
  const isProven = isChained && isRecorded
  if (!isProven) {
    const ofInput = new Set<number>()
    if (input !== undefined) for await (const { number } of flatten(store.audit(input))) ofInput.add(number)
    const missing = ledger.missing.filter((line) => input === undefined || ofInput.has(line))
    beside.push(...missing.map((line) => ({ kind: 'missing', line }) as const))
  }
  const findings = [...beside.filter(({ kind }) => kind !== 'moved' || !isProven), ...alone]
  return { ...verdict, ledger: !isRecorded ? 'unrecorded' : verdict.isWhole ? 'recorded' : 'altered', findings }
}

/** The sheets behind the lines. */
async function compareSums(audit: AuditFile, totals: AuditTotals, sealed: ExportSeal): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const { name, columns, lines, hasHeadings = true } of audit.isCsv ? [] : listSums(totals, sealed)) {
    const expected = lines.map((cells) => cells.map((cell) => textInExport(cell, false)))
    if (hasHeadings) expected.unshift(columns.map(({ heading }) => heading))
    const there: string[][] = []
    for await (const texts of audit.texts(name)) there.push(texts)
    for (let row = 0; row < Math.max(there.length, expected.length); row += 1) {
      const [found = '', known = ''] = [there[row], expected[row]].map((texts) => texts?.join(' | '))
      if (found !== known) findings.push({ kind: 'sum', place: `${name}, row ${row + 1}`, found, known })
    }
  }
  return findings
}

/** The ledger's lines beside those of a file: each is taken once, and one that was passed over may still be. */
class LedgerLines {
  readonly #lines: AsyncGenerator<AuditLine>
  readonly #passed = new Map<number, AuditLine>()
  #reached = 0
  #last = 0

  constructor(pages: AsyncIterable<readonly AuditLine[]> | undefined) {
    this.#lines = flatten(pages)
  }

  /** Up to the last line of the file; of an export of one input, also those of all others, unless it was named. */
  get missing(): number[] {
    return [...this.#passed.keys()].filter((number) => number < this.#last)
  }

  async take(number: number): Promise<{ found: AuditLine | undefined; isBehind: boolean }> {
    while (this.#reached < number) {
      const { value: line } = await this.#lines.next()
      if (line === undefined) break
      this.#passed.set(line.number, line)
      this.#reached = line.number
    }
    const found = this.#passed.get(number)
    this.#passed.delete(number)
    const isBehind = number <= this.#last
    if (found !== undefined) this.#last = Math.max(this.#last, number)
    return { found, isBehind }
  }

  /** Whether a line says that the ledger wrote a file with this last digest. */
  async findRecord(digest: string): Promise<boolean> {
    const isRecord = ({ operation, detail }: AuditLine): boolean =>
      operation === 'audit' && readExport(detail) === digest
    let isFound = [...this.#passed.values()].some(isRecord)
    for await (const line of this.#lines) isFound ||= isRecord(line)
    return isFound
  }
}

async function* flatten(pages: AsyncIterable<readonly AuditLine[]> | undefined): AsyncGenerator<AuditLine> {
  for await (const page of pages ?? []) yield* page
}

const columnOf = new Map(auditColumns.map((column: AuditColumn) => [column.heading, column]))

/** Pure. Of what was forgotten since, the file's own words count, as far as the ledger has their digest. */
function compareWithLedger(line: FileLine, there: AuditLine, isCsv: boolean): CellDifference[] {
  const isForgotten = isForgottenSince(line, there)
  const [request, salt, detail] = ['request', 'salt', 'detail'].map(line.text) as [string, string, string]
  const isCut = isForgotten && isCutText(request)
  const isKept = isForgotten && isContentOf(line, there.erasedDigest ?? '')
  const own = { request: parseObject(request) === undefined ? '{}' : request, salt, detail }
  const { cells } = renderLine('', isKept ? { ...there, ...own } : there, isCsv)
  return exportColumns.slice(0, -2).flatMap(({ heading: name, title }, at) => {
    const { stays, kind, isLost = false } = columnOf.get(name) ?? {}
    const [found, known] = [line.text(name), textInExport(cells[at], isCsv)]
    const isSame = found === known || (kind === 'day' && Date.parse(found) === Date.parse(known))
    if (isSame || !line.has(name) || (isCut && name === 'request')) return []
    if (isForgotten && known === '' && (isLost || isCut)) return []
    const mayMove = stays === 'moving' || (stays === 'later' && found === '')
    return { kind: mayMove ? 'moved' : 'changed', column: title, found, known }
  })
}

function isForgottenSince(line: FileLine, there: AuditLine): boolean {
  return there.erasedDigest !== null && line.text('salt') !== ''
}

/** Pure. A cut text, and one that was forgotten, cannot be compared. */
function isContentOf(line: FileLine, digest: string): boolean {
  const [salt, ...texts] = ['salt', 'detail', 'request'].map(line.text) as [string, string, string]
  if (salt === '' || texts.some(isCutText)) return true
  const [details, requests] = texts.map((text) => [text, withoutGuards(text)]) as [string[], string[]]
  return details.some((detail) => requests.some((request) => digestContent(salt, detail, request) === digest))
}

/** As before a CSV file guarded it, as far as can be known. */
function withoutGuards(text: string): string {
  return text.replace(/(^|[;\t])'(?=[=+\-@\t\r\n＝＋－＠])/g, '$1')
}
