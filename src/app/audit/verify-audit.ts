import { resolve } from 'node:path'
import type { AuditLine } from '../../ledger/port/reports.ts'
import type { LedgerStore } from '../../ledger/port.ts'
import { type AuditRecord, auditColumns } from './audit-columns.ts'
import { textInExport } from './audit-table.ts'
import { AuditTotals } from './audit-totals.ts'
import {
  type CellDifference,
  compareWithItself,
  compareWithLedger,
  isForgottenSince,
  isKeptDigest,
} from './compare-line.ts'
import { chainDigest, sealLine } from './digest-chain.ts'
import { LedgerLines } from './ledger-lines.ts'
import { type AuditFile, type FileLine, openAudit } from './read-audit.ts'
import { type ExportSeal, listSums } from './write-audit.ts'

/**
 * `digest` without a column: that of the line and the line before. `missing`: a line of the ledger that is not in the
 * file; `added`: one of the file that is not in the ledger; `order`: one behind a later one.
 */
export interface AuditFinding extends Partial<Omit<CellDifference, 'kind'>> {
  kind: CellDifference['kind'] | 'missing' | 'added' | 'order'
  /** Number in the log. */
  line?: number
  /** In the file. */
  place?: string
}

export interface AuditVerdict extends ExportSeal {
  file: string
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
  /** Of all findings; only the first are named. */
  count: number
}

const mostFindings = 1_000

class Findings {
  readonly named: AuditFinding[] = []
  count = 0

  add(findings: readonly AuditFinding[], count = findings.length): void {
    this.count += count
    this.named.push(...findings.slice(0, mostFindings - this.named.length))
  }
}

/**
 * Compares an exported audit with itself and, where there is one, with the ledger. `input`: as when it was written.
 * @throws BatchError `input` for a file that is no exported audit, or cannot be read.
 */
export async function verifyAudit(store: LedgerStore, input: string | undefined, file: string): Promise<AuditVerdict> {
  const audit = await openAudit(file)
  try {
    const of = input === undefined ? undefined : resolve(input)
    return { file, ...(await compare(audit, (await store.exists()) ? store : undefined, of)) }
  } finally {
    await audit.close()
  }
}

async function compare(
  audit: AuditFile,
  store: LedgerStore | undefined,
  input: string | undefined,
): Promise<Omit<AuditVerdict, 'file'>> {
  const { isEarlier, isCsv } = audit
  const [alone, beside, moved, totals] = [new Findings(), new Findings(), new Findings(), new AuditTotals()]
  const before = { digest: isEarlier ? '' : chainDigest('', audit.headings), ledgerDigest: '' }
  const numbers = isEarlier && store !== undefined ? await numberByDigest(store.audit(input)) : undefined
  const lines = new LedgerLines(store?.audit())
  let [count, forgotten, known] = [0, 0, 0]
  for await (const line of audit.lines()) {
    const digest = line.text('digest')
    const number = Number((numbers?.get(digest) ?? line.text('line')) || Number.NaN)
    const at = { place: line.place, ...(Number.isNaN(number) ? {} : { line: number }) }
    const isSealed = isEarlier
      ? isKeptDigest(before.digest, line, digest)
      : chainDigest(before.digest, line.texts) === digest
    if (!isSealed) alone.add([{ kind: 'digest', ...at }])
    alone.add(compareWithItself(line, before.ledgerDigest).map((each) => ({ ...each, ...at })))
    Object.assign(before, { digest, ledgerDigest: line.text('ledgerDigest') })
    count += 1
    totals.add(toRecord(line))
    const { found, isBehind } = await lines.take(number)
    if (isBehind) beside.add([{ kind: 'order', ...at }])
    if (found === undefined) {
      if (!isBehind) beside.add([{ kind: 'added', ...at }])
      continue
    }
    if (isForgottenSince(line, found)) forgotten += 1
    const differences = compareWithLedger(line, found, isCsv)
    for (const each of differences) (each.kind === 'moved' ? moved : beside).add([{ ...each, ...at }])
    if (differences.every(({ kind }) => kind === 'moved')) known += 1
  }
  const sealed = { lines: count, digest: count === 0 ? '' : before.digest }
  alone.add(await compareSums(audit, totals, sealed))
  const verdict = { ...sealed, isEarlier, isWhole: alone.count === 0, forgotten }
  if (store === undefined || (known === 0 && count > 0)) {
    return { ...verdict, ledger: store === undefined ? 'none' : 'other', findings: alone.named, count: alone.count }
  }
  const isRecorded = await lines.findRecord(sealed.digest)
  if (!verdict.isWhole || (!isRecorded && !isEarlier)) {
    if (!isEarlier) beside.add(moved.named, moved.count)
    const wanted = input === undefined ? undefined : await listNumbers(store.audit(input))
    const missing = lines.missing.filter((number) => wanted?.has(number) ?? true)
    beside.add(missing.map((line) => ({ kind: 'missing', line })))
  }
  const told = new Set(beside.named.map(({ place, column }) => `${place} ${column}`))
  const own = alone.named.filter(({ place, column }) => !told.has(`${place} ${column}`))
  return {
    ...verdict,
    ledger: isEarlier ? 'unkept' : !isRecorded ? 'unrecorded' : verdict.isWhole ? 'recorded' : 'altered',
    findings: [...beside.named, ...own].slice(0, mostFindings),
    count: alone.count - alone.named.length + own.length + beside.count,
  }
}

async function listNumbers(pages: AsyncIterable<readonly AuditLine[]>): Promise<Set<number>> {
  const numbers = new Set<number>()
  for await (const page of pages) for (const { number } of page) numbers.add(number)
  return numbers
}

/** Lines of earlier exports have no number, but this digest. */
async function numberByDigest(pages: AsyncIterable<readonly AuditLine[]>): Promise<Map<string, number>> {
  const numbers = new Map<string, number>()
  let before = ''
  for await (const page of pages) {
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
  if (audit.isCsv) return findings
  for (const { name, columns, lines, hasHeadings = true } of listSums(totals, sealed)) {
    if (audit.isEarlier && !hasHeadings) continue
    const headings = columns.map(({ heading }) => heading)
    const expected = lines.map((cells) => cells.map((cell) => textInExport(cell, false)))
    if (hasHeadings) expected.unshift(headings)
    const there: string[][] = []
    for await (const texts of audit.texts(name)) there.push(texts)
    for (let row = audit.isEarlier ? 1 : 0; row < Math.max(there.length, expected.length); row += 1) {
      const [found = '', known = ''] = [there[row], expected[row]].map((texts) => texts?.join(' | '))
      if (found !== known)
        findings.push({ kind: 'changed', place: `${name}, row ${row + 1}`, found, known, by: 'file' })
    }
  }
  return findings
}
