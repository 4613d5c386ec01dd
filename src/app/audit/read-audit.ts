import { extname } from 'node:path'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'
import { auditSheet, exportColumns, textInExport } from './audit-table.ts'

export interface AuditFile {
  isCsv: boolean
  headings: readonly string[]
  lines(): AsyncIterable<FileLine>
  /** The texts of another sheet. */
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
  exportColumns.flatMap(({ heading, title = heading }) => [title, heading].map((text) => [text, heading] as const)),
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
