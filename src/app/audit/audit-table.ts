import type { AuditLine } from '../../ledger/port/reports.ts'
import { requestCell, textCell } from '../../pipeline/rows/cells.ts'
import type { Cell } from '../../sheet/cell.ts'
import { toCsvText } from '../../sheet/writing/csv.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { type AuditColumn, auditColumns, proofTitles } from './audit-columns.ts'
import { type SealedLine, sealLine } from './digest-chain.ts'

/** What is shown is what digests cover. Other programs save times as far as they are shown. */
const timeFormat = 'yyyy-mm-dd hh:mm:ss.000'

export const auditSheet = 'Attempts'

/** The columns of an export; the last one has the digests over all others. */
export const exportColumns: readonly OutputColumn[] = [
  ...auditColumns.map(({ name, title, width, note }: AuditColumn) => {
    return { heading: name, title, width, ...(note === undefined ? {} : { note }) }
  }),
  ...Object.entries(proofTitles).map(([heading, title]) => ({ heading, title, width: 20 })),
]

/** All cells but the digest. */
export function renderLine(before: string, line: AuditLine, isCsv: boolean): SealedLine & { cells: OutputCell[] } {
  const sealed = sealLine(before, line)
  const { request, salt } = line
  const cells = [
    ...auditColumns.map(({ name, kind }: AuditColumn) => toAuditCell(kind, sealed.record[name as 'line'], isCsv)),
    ...[request, salt, sealed.contentDigest, sealed.ledgerDigest].map(textCell),
  ]
  return { ...sealed, cells }
}

export function toAuditCell(kind: AuditColumn['kind'], value: string | number | null, isCsv = false): OutputCell {
  if (typeof value === 'number') return { t: 'n', v: value }
  if (isCsv || value === null || kind === 'text') return textCell(value ?? '')
  return kind === 'time' ? { t: 'd', v: value.slice(0, -1), f: timeFormat } : requestCell(value)
}

/** The text that a digest covers, for written and read cells alike. */
export function textInExport(cell: OutputCell | Cell | undefined, isCsv: boolean): string {
  if (cell === undefined || cell.t === 'z') return ''
  if (isCsv) return toCsvText(cell)
  return cell.t === 'd' ? toIsoTime(Date.parse(`${cell.v}Z`)) : truncateCellText(String(cell.v))
}
