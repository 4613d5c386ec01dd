import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { digestContent } from '../../ledger/forgetting/forgotten-trip.ts'
import type { AuditLine } from '../../ledger/port/reports.ts'
import { requestCell, textCell } from '../../pipeline/rows/cells.ts'
import type { Cell } from '../../sheet/cell.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { toCsvText } from '../../sheet/writing/csv.ts'
import { truncateCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { type AuditColumn, auditColumns, proofTitles, toAuditRecord } from './audit-columns.ts'

/** What is shown is what digests cover. Other programs save times as far as they are shown. */
const timeFormat = 'yyyy-mm-dd hh:mm:ss.000'

export const auditSheet = 'Attempts'

/** The columns of an export; the last one has the digests over all others. */
export const exportColumns: readonly (OutputColumn & { title: string })[] = [
  ...auditColumns,
  ...Object.entries(proofTitles).map(([heading, title]) => ({ heading, title, width: 20 })),
]

/** All cells but the digest. `before`: the ledger digest of the line before; empty for the first. */
export function renderLine(before: string, line: AuditLine, isCsv: boolean) {
  const record = toAuditRecord(line)
  const { request, salt } = line
  const contentDigest = line.erasedDigest ?? digestContent(salt, String(record.detail ?? ''), request)
  const values: Readonly<Record<string, unknown>> = { ...record, contentDigest }
  const ledgerDigest = chainKept(before, (name) => String(values[name] ?? ''))
  const cells: OutputCell[] = [
    ...auditColumns.map(({ heading, kind }) => toAuditCell(kind, record[heading], isCsv)),
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

const titleOf = new Map(exportColumns.map(({ heading, title }) => [heading, title]))
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

export interface AuditFile {
  isCsv: boolean
  headings: readonly string[]
  lines(): AsyncIterable<FileLine>
  texts(sheet: string): AsyncIterable<string[]>
  close(): Promise<void>
}

export interface FileLine {
  /** In the file: `row 5`. */
  place: string
  /** By column; empty for a column that the file does not have. */
  text(column: string): string
  has(column: string): boolean
  /** All but the digest, from left to right. */
  texts: readonly string[]
}

const nameOf = new Map(
  exportColumns.flatMap(({ heading, title }) => [title, heading].map((text) => [text, heading] as const)),
)
const furtherSheet = new RegExp(`^${auditSheet}(?: \\(\\d+\\))?$`)

/** @throws BatchError `input` for a file that is no exported audit, or cannot be read. */
export async function openAudit(file: string): Promise<AuditFile> {
  const isCsv = extname(file).toLowerCase() === '.csv'
  const source = await openSheet(file, isCsv ? { encoding: 'utf-8', delimiter: ',' } : { sheet: auditSheet })
  try {
    let headings: readonly string[] = []
    for await (const texts of readTexts(source, isCsv)) {
      headings = texts
      break
    }
    const names = headings.map((heading) => nameOf.get(heading))
    if (!names.includes('digest') || !names.includes('ledgerDigest')) {
      throw new BatchError('input', `${file} is no exported audit: none of its columns has the digests of its lines`, {
        hint: 'Name a file that status wrote, with its headings.',
      })
    }
    const further = source.sheets.filter(({ name }) => furtherSheet.test(name))
    const sheets = isCsv ? [source] : further.flatMap(({ name }) => source.select(name) ?? [])
    return {
      isCsv,
      headings,
      lines: () => readLines(sheets, names, isCsv),
      texts: (name) => readTexts(isCsv ? undefined : source.select(name), isCsv),
      close: () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function* readLines(
  sheets: readonly SheetSource[],
  names: readonly (string | undefined)[],
  isCsv: boolean,
): AsyncGenerator<FileLine> {
  const digestAt = names.indexOf('digest')
  for (const sheet of sheets) {
    let row = 0
    for await (const texts of readTexts(sheet, isCsv)) {
      row += 1
      if (row === 1) continue
      // Also what stands under no heading.
      const all = [...names.map((_, at) => texts[at] ?? ''), ...texts.slice(names.length).filter((text) => text !== '')]
      yield {
        place: `${sheets.length > 1 ? `${sheet.sheet}, ` : ''}row ${row}`,
        has: (column) => names.includes(column),
        text: (column) => all[names.indexOf(column)] ?? '',
        texts: all.toSpliced(digestAt, 1),
      }
    }
  }
}

async function* readTexts(sheet: SheetSource | undefined, isCsv: boolean): AsyncGenerator<string[]> {
  for await (const { cells } of sheet?.rows() ?? []) yield Array.from(cells, (cell) => textInExport(cell, isCsv))
}
