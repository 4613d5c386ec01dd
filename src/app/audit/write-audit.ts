import { extname, resolve } from 'node:path'
import type { LedgerStore } from '../../ledger/port.ts'
import { textCell } from '../../pipeline/rows/cells.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { OutputCell, OutputSheet, SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { prepareFolder, requireNewFile } from '../output-file.ts'
import { type AuditRecord, auditColumns } from './audit-record.ts'
import { AuditTotals, type CountedLine } from './audit-totals.ts'
import { chainLogin, digestMethod, loginDigestMethod } from './digest-chain.ts'
import { sealLine } from './seal-line.ts'

export interface WrittenAudit {
  file: string
  lines: number
  /** Chained over all lines; keep it apart from the file. Empty without lines. */
  digest: string
  /** Also over the logins of a database. */
  loginDigest: string
}

const wide: ReadonlySet<string> = new Set(['detail', 'note', 'file', 'address'])

const attemptsSheet: OutputSheet = {
  name: 'Attempts',
  hasAutoFilter: true,
  columns: [
    ...auditColumns.map((heading) => ({ heading, width: wide.has(heading) ? 40 : Math.max(14, heading.length + 4) })),
    { heading: 'request', width: 40 },
    { heading: 'salt', width: 20 },
    { heading: 'contentDigest', width: 20 },
    { heading: 'digest', width: 20 },
    { heading: 'loginDigest', width: 20 },
  ],
}

/**
 * Writes the log of attempts to a workbook or CSV, with totals by approver and by day. A chained digest seals each
 * line. `onVerified` is called before the file is published.
 * @throws BatchError `usage` for an output path that cannot be used, `ledger` when there is no ledger.
 */
export async function writeAudit(
  store: LedgerStore,
  input: string | undefined,
  output: string,
  onVerified?: (lines: number, temporary: string) => Promise<void>,
): Promise<WrittenAudit> {
  requireNewFile(output, ['.xlsx', '.csv'])
  prepareFolder(output)
  const isCsv = extname(output).toLowerCase() === '.csv'
  const sums = new AuditTotals()
  const sealed = { lines: 0, digest: '', loginDigest: '' }
  let attempts: readonly WrittenSheet[] = []
  const pages = store.audit(input === undefined ? undefined : resolve(input))
  const { file } = await writeTables({
    output,
    begin: (temporary) => (isCsv ? createCsv(temporary) : beginWorkbook(temporary)),
    async fill(workbook) {
      attempts = await writeSheet(workbook, attemptsSheet, pages, (line) => {
        const { request, salt } = line
        const { record, contentDigest, digest } = sealLine(sealed.digest, line)
        sums.add(record)
        sealed.lines += 1
        sealed.digest = digest
        sealed.loginDigest = chainLogin(sealed.loginDigest, sealed.digest, line.login)
        const texts = [request, salt, contentDigest, sealed.digest, sealed.loginDigest]
        return [[...cellsOf(record), ...texts.map(textCell)]]
      })
      if (!isCsv) await writeSums(workbook, sums, sealed)
    },
    async verify(temporary) {
      await verifyRows(temporary, isCsv ? [] : attempts, sealed.lines)
      await onVerified?.(sealed.lines, temporary)
    },
  })
  return { file, ...sealed }
}

function cellsOf(record: AuditRecord): OutputCell[] {
  return auditColumns.map((column) => {
    const value = record[column]
    return typeof value === 'number' ? { t: 'n', v: value } : textCell(value ?? '')
  })
}

async function writeSums(
  workbook: SheetCollection,
  sums: AuditTotals,
  { lines, digest, loginDigest }: Omit<WrittenAudit, 'file'>,
): Promise<void> {
  await writeCounts(workbook, 'By approver', ['approver', 'status'], sums.decisions)
  await writeCounts(workbook, 'By day', ['day (UTC)', 'who', 'operation'], sums.days)
  const columns = [
    { heading: '', width: 20 },
    { heading: '', width: 100, isWrapped: true },
  ]
  const facts: OutputCell[][] = [
    [textCell('Lines'), { t: 'n', v: lines }],
    [textCell('Digest of the last'), textCell(digest)],
    [textCell('How it is computed'), textCell(digestMethod)],
    [textCell('The same with logins'), textCell(loginDigest)],
    [textCell('How it is computed'), textCell(loginDigestMethod)],
    [
      textCell('Keep it elsewhere'),
      textCell('Anyone who can change this file can change its digests too: keep a copy of the last one elsewhere.'),
    ],
  ]
  await writeSheet(workbook, { name: 'Digest', columns, hasHeadings: false }, [facts], (line) => [line])
}

async function writeCounts(
  workbook: SheetCollection,
  name: string,
  of: readonly string[],
  lines: readonly CountedLine[],
): Promise<void> {
  const outcomes = [...new Set(lines.flatMap(({ counts }) => [...counts.keys()]))].sort()
  const columns = [
    ...of.map((heading) => ({ heading, width: 24 })),
    ...outcomes.map((heading) => ({ heading, width: Math.max(12, heading.length + 4) })),
  ]
  await writeSheet(workbook, { name, columns, hasAutoFilter: true }, [lines], ({ of: texts, counts }) => [
    [...texts.map(textCell), ...outcomes.map((outcome): OutputCell => ({ t: 'n', v: counts.get(outcome) ?? 0 }))],
  ])
}
