import { extname, resolve } from 'node:path'
import type { LedgerStore } from '../../ledger/port.ts'
import { textCell } from '../../pipeline/rows/cells.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { prepareFolder, requireNewFile } from '../output-file.ts'
import { AuditTotals, type ExportSeal, listSums } from './audit-sums.ts'
import { auditSheet, chainDigest, exportColumns, renderLine, textInExport } from './audit-table.ts'

/** For the ledger's own line about it. */
export function describeExport({ lines, digest }: ExportSeal): string {
  return `${lines} lines of the log, digest ${digest || 'none'}`
}

/** The last digest of a file that this ledger says it wrote. */
export function readExport(detail: string): string | undefined {
  return /^\d+ lines of the log, digest ([0-9a-f]{64})/.exec(detail)?.[1]
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
  onVerified?: (sealed: ExportSeal, temporary: string) => Promise<void>,
): Promise<ExportSeal & { file: string }> {
  requireNewFile(output, ['.xlsx', '.csv'])
  prepareFolder(output)
  const isCsv = extname(output).toLowerCase() === '.csv'
  const totals = new AuditTotals()
  const sealed = { lines: 0, digest: '' }
  const headings = exportColumns.map(({ heading, title = heading }) => (isCsv ? heading : title))
  let [before, ledgerDigest] = [chainDigest('', headings), '']
  let attempts: readonly WrittenSheet[] = []
  const pages = store.audit(input === undefined ? undefined : resolve(input))
  const plan = { name: auditSheet, hasAutoFilter: true, columns: exportColumns }
  const { file } = await writeTables({
    output,
    begin: (temporary) => (isCsv ? createCsv(temporary) : beginWorkbook(temporary)),
    async fill(workbook) {
      attempts = await writeSheet(workbook, plan, pages, (line) => {
        const { record, cells, ...digests } = renderLine(ledgerDigest, line, isCsv)
        const texts = cells.map((cell) => textInExport(cell, isCsv))
        totals.add((name) => String(record[name as 'line'] ?? ''))
        ledgerDigest = digests.ledgerDigest
        before = chainDigest(before, texts)
        Object.assign(sealed, { lines: sealed.lines + 1, digest: before })
        return [[...cells, textCell(before)]]
      })
      if (isCsv) return
      for (const sheet of listSums(totals, sealed)) await writeSheet(workbook, sheet, [sheet.lines], (line) => [line])
    },
    async verify(temporary) {
      await verifyRows(temporary, isCsv ? [] : attempts, sealed.lines)
      await onVerified?.(sealed, temporary)
    },
  })
  return { file, ...sealed }
}
