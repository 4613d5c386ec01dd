import { digestCells } from '../../sheet/digest-cells.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import type { WorkbookOptions } from '../../sheet/writing/workbook.ts'
import type {
  OutputCell,
  OutputColumn,
  OutputSheet,
  SheetCollection,
  Table,
  WorkbookWriter,
  WrittenSheet,
} from '../../sheet/writing/workbook-writer.ts'
import { dayMs, toIsoTime } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'

export interface TableFile {
  output: string
  /** Creates the file. @default a workbook */
  begin?(file: string): WorkbookWriter | Promise<WorkbookWriter>
  fill(workbook: SheetCollection): Promise<void>
  /** Reads the file back, right before it is published. */
  verify(file: string): Promise<unknown>
}

/** Whole or not at all: published once it was read back. @throws BatchError `surroundings` if it cannot be written. */
export function writeTables({
  output,
  begin = (file) => beginWorkbook(file),
  fill,
  verify,
}: TableFile): Promise<PublishedFile> {
  return publishFile({
    output,
    write: async (file) => {
      const workbook = await begin(file)
      try {
        await fill(workbook)
        await workbook.finish()
      } catch (error) {
        await workbook.abort()
        throw error
      }
    },
    verify,
  })
}

/** Imported on demand: the workbook writer takes as long to load as a small sheet takes to check. */
export async function beginWorkbook(
  file: string,
  options: Pick<WorkbookOptions, 'stamp' | 'isMarked'> = {},
): Promise<WorkbookWriter> {
  const { createWorkbook } = await import('../../sheet/writing/workbook.ts')
  const workbook = createWorkbook(file, options)
  return { ...withHeadingsForPeople(workbook, false), finish: () => workbook.finish(), abort: () => workbook.abort() }
}

/** Workbooks have headings and words for people; CSV files keep the names. `is1904`: dates of the workbook count from 1904. */
export function withHeadingsForPeople(workbook: SheetCollection, is1904: boolean): SheetCollection {
  return {
    addSheet(plan) {
      const sheet = workbook.addSheet({ ...plan, columns: plan.columns.map(entitle) })
      if (!is1904 && plan.columns.every(({ word }) => word === undefined)) return sheet
      const forPeople = (cell: OutputCell, at: number): OutputCell => {
        const worded = inWords(cell, plan.columns[at])
        return is1904 ? countFrom1904(worded) : worded
      }
      return { ...sheet, write: (cells) => sheet.write(cells.map(forPeople)) }
    },
  }
}

export function inWords(cell: OutputCell, { word }: Pick<OutputColumn, 'word'> = {}): OutputCell {
  return word === undefined || cell.t !== 's' ? cell : { ...cell, v: word(cell.v) }
}

const days1904 = 1_462

/** A cell for a workbook whose dates count from 1904, with the number of the same day there. */
export function countFrom1904(cell: OutputCell): OutputCell {
  if (cell.t !== 'd' || !cell.v.includes('T')) return cell
  const time = Date.parse(`${cell.v}Z`) - days1904 * dayMs
  const format = cell.f ?? (cell.v.includes('T00:00:00') ? 'yyyy-mm-dd' : undefined)
  return { ...cell, v: toIsoTime(time).slice(0, -1), ...(format === undefined ? {} : { f: format }) }
}

function entitle(column: OutputColumn): OutputColumn {
  return column.title === undefined ? column : { ...column, heading: column.title }
}

export function fillLine<Source>({ columns }: Table<Source>, source: Source): OutputCell[] {
  return columns.map((column) => column.cell(source))
}

/** Without lines, the sheet is left out unless it is kept. */
export async function writeSheet<Source>(
  workbook: SheetCollection,
  plan: OutputSheet,
  pages: Iterable<readonly Source[]> | AsyncIterable<readonly Source[]>,
  linesOf: (source: Source) => readonly (readonly OutputCell[])[],
  isKeptEmpty = true,
): Promise<readonly WrittenSheet[]> {
  let sheet = isKeptEmpty ? workbook.addSheet(plan) : undefined
  for await (const page of pages) {
    for (const source of page) {
      for (const line of linesOf(source)) {
        sheet ??= workbook.addSheet(plan)
        await sheet.write(line)
      }
    }
  }
  return sheet === undefined ? [] : sheet.finish()
}

/** Reads a file back for the digest of its cells. @throws BatchError `defect` when it has other numbers of rows. */
export async function verifyRows(
  file: string,
  results: readonly WrittenSheet[],
  expected: number,
  delimiter = ',',
): Promise<string> {
  // Known encoding and delimiter: no detection.
  const { digest, rows } = await digestCells(file, results.length === 0 ? { encoding: 'utf-8', delimiter } : {})
  const counts = results.length === 0 ? [...rows.values()] : results.map(({ name }) => rows.get(name) ?? 0)
  const found = counts.reduce((sum, count) => sum + count - 1, 0)
  if (found === expected) return digest
  throw new BatchError('defect', `the written file holds ${found} rows where the ledger has ${expected}`, {
    hint: 'The earlier output was left as it was. Please report this.',
  })
}
