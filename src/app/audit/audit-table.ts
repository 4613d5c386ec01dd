import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { requestCell, textCell } from '../../pipeline/rows/cells.ts'
import type { Cell } from '../../sheet/cell.ts'
import { toCsvText } from '../../sheet/writing/csv.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { type AuditColumn, type AuditRecord, auditColumns, proofTitles, toAuditRecord } from './audit-columns.ts'
import { chainKept } from './digest-chain.ts'

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

export interface RenderedLine {
  record: AuditRecord
  /** All but the digest. */
  cells: OutputCell[]
  ledgerDigest: string
}

/** `before`: the ledger digest of the line before; empty for the first. */
export function renderLine(before: string, line: AuditLine, isCsv: boolean): RenderedLine {
  const record = toAuditRecord(line)
  const { request, salt } = line
  const contentDigest = line.erasedDigest ?? digestContent(salt, String(record.detail ?? ''), request)
  const values: Readonly<Record<string, unknown>> = { ...record, contentDigest }
  const ledgerDigest = chainKept(before, (name) => String(values[name] ?? ''))
  const cells = [
    ...auditColumns.map(({ name, kind }: AuditColumn) => toAuditCell(kind, record[name as 'line'], isCsv)),
    ...[request, salt, contentDigest, ledgerDigest].map(textCell),
  ]
  return { record, cells, ledgerDigest }
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
