import { resolve } from 'node:path'
import type { AuditLine } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { type AuditRecord, auditColumns } from './audit-columns.ts'
import { textInExport } from './audit-table.ts'
import { AuditTotals } from './audit-totals.ts'
import { type CellDifference, compareWithLedger, isContentOf, isForgottenSince, isKeptDigest } from './compare-line.ts'
import { chainDigest, sealLine } from './digest-chain.ts'
import { type AuditFile, type FileLine, openAudit } from './read-audit.ts'
import { type ExportSeal, listSums, readExport } from './write-audit.ts'

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
  /** Of an earlier version, whose digests cover only what never changes. */
  isEarlier: boolean
  /** The file agrees with itself. */
  isWhole: boolean
  /**
   * `recorded`: a line of the ledger says that it wrote this file. `altered`: it says so of one with this last digest,
   * to which the lines do not lead. `other`: none of the lines is in this ledger. `unkept`: of files of earlier versions
   * no digest was kept.
   */
  ledger: 'none' | 'other' | 'recorded' | 'altered' | 'unrecorded' | 'unkept'
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
  const { isEarlier, isCsv } = audit
  const [alone, beside]: [AuditFinding[], AuditFinding[]] = [[], []]
  const totals = new AuditTotals()
  const sealed = { lines: 0, digest: isEarlier ? '' : chainDigest('', audit.headings) }
  const numbers = isEarlier && store !== undefined ? await numberByDigest(store, input) : undefined
  const ledger = new LedgerLines(store?.audit())
  let [forgotten, known] = [0, 0]
  for await (const line of audit.lines()) {
    const digest = line.text('digest')
    const number = Number((numbers?.get(digest) ?? line.text('line')) || Number.NaN)
    const at = { place: line.place, ...(Number.isNaN(number) ? {} : { line: number }) }
    const isSealed = isEarlier
      ? isKeptDigest(sealed.digest, line, digest)
      : chainDigest(sealed.digest, line.texts) === digest
    if (!isSealed || !isContentOf(line, line.text('contentDigest'))) alone.push({ kind: 'digest', ...at })
    Object.assign(sealed, { lines: sealed.lines + 1, digest })
    totals.add(toRecord(line))
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
  const verdict = { ...sealed, isEarlier, isWhole: alone.length === 0, forgotten }
  if (store === undefined) return { ...verdict, ledger: 'none', findings: alone }
  if (known === 0 && sealed.lines > 0) return { ...verdict, ledger: 'other', findings: alone }
  const isRecorded = await ledger.findRecord(sealed.digest)
  if (!isChained || (!isRecorded && !isEarlier)) {
    const wanted = input === undefined ? undefined : new Set((await numberByDigest(store, input)).values())
    const missing = ledger.missing.filter((line) => wanted?.has(line) ?? true)
    beside.push(...missing.map((line) => ({ kind: 'missing', line }) as const))
  }
  const isProven = isEarlier || (isChained && isRecorded)
  const findings = [...beside.filter(({ kind }) => kind !== 'moved' || !isProven), ...alone]
  const said = !isRecorded ? 'unrecorded' : verdict.isWhole ? 'recorded' : 'altered'
  return { ...verdict, ledger: isEarlier ? 'unkept' : said, findings }
}

/** Of all lines, or those of an input. Lines of earlier exports have no number, but this digest. */
async function numberByDigest(store: LedgerStore, input: string | undefined): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  let before = ''
  for await (const page of store.audit(input)) {
    for (const line of page) {
      before = sealLine(before, line).ledgerDigest
      numbers.set(before, line.number)
    }
  }
  return numbers
}

function toRecord(line: FileLine): AuditRecord {
  return Object.fromEntries(auditColumns.map(({ name }) => [name, line.text(name) || null])) as AuditRecord
}

/** The sheets behind the lines. Those of an earlier version have other headings, and another recipe. */
async function compareSums(audit: AuditFile, totals: AuditTotals, sealed: ExportSeal): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  for (const { name, columns, lines, hasHeadings = true } of audit.isCsv ? [] : listSums(totals, sealed)) {
    if (audit.isEarlier && !hasHeadings) continue
    const expected = lines.map((cells) => cells.map((cell) => textInExport(cell, false)))
    if (hasHeadings) expected.unshift(columns.map(({ heading }) => heading))
    const there: string[][] = []
    for await (const texts of audit.texts(name)) there.push(texts)
    for (let row = audit.isEarlier ? 1 : 0; row < Math.max(there.length, expected.length); row += 1) {
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
