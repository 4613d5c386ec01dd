import { createHash } from 'node:crypto'
import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { requestCell, textCell } from '../../pipeline/rows/cells.ts'
import type { Cell } from '../../sheet/cell.ts'
import { toCsvText } from '../../sheet/writing/csv.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { type AuditColumn, type AuditRecord, auditColumns, proofTitles, toAuditRecord } from './audit-columns.ts'

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

/** What never changes, even when the row is sent again later or its trip is forgotten. */
const keptColumns =
  'sentAt answeredAt account machine file operation httpStatus outcome company run contentDigest'.split(' ')

const titleOf = new Map<string, string>([
  ...auditColumns.map(({ name, title }) => [name, title] as const),
  ...Object.entries(proofTitles),
])
const named = (names: readonly string[]): string => names.map((name) => titleOf.get(name) ?? name).join(', ')

/** Enough to write a verifier from. */
export const digestRecipes: readonly (readonly [about: string, recipe: string])[] = [
  [
    proofTitles.digest,
    'The SHA-256, in hex, of three things: the digest of the line before, a line feed, and the JSON array of the texts of all other cells of the line, from left to right ("" for an empty cell, also at the end). ' +
      'The row of headings counts as the line before the first, with nothing before it and all of its texts; no cell shows its digest. ' +
      'A number counts as its digits (200, 7.5), a time or a day as 2026-03-01T09:30:00.000Z. In a CSV file texts count as they stand there. ' +
      'A cell that was changed, and lines that were taken out, added or exchanged, show at the next digest; not when all later digests were computed again.',
  ],
  [
    proofTitles.ledgerDigest,
    `The same in every export of these lines, also when a row was sent again or its trip forgotten: computed likewise from the texts in ${named(keptColumns)} alone, with nothing before the first line.`,
  ],
  [
    proofTitles.contentDigest,
    `The SHA-256, in hex, of the text in ${named(['salt'])}, a line feed, and the JSON array of the texts in ${named(['detail', 'request'])}. Of a trip that was forgotten these are empty, and its ${named(['contentDigest'])} stays. A text that is cut at 32,767 characters cannot be compared with it.`,
  ],
]

export function chainDigest(before: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(`${before}\n${JSON.stringify(texts)}`)
    .digest('hex')
}

/** Outlasts the forgetting of the trip. `before`: that of the line before; empty for the first. */
export function chainKept(before: string, textOf: (column: string) => string): string {
  return chainDigest(
    before,
    keptColumns.map((column) => truncateCellText(textOf(column))),
  )
}
