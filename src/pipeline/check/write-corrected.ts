import { extname } from 'node:path'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { CellEdit } from '../../sheet/edited-source.ts'
import type { FilledRow } from '../../sheet/enriching/copy/patch-rows.ts'
import { planEnriching } from '../../sheet/enriching/plan/plan-enriching.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, SheetCollection, SheetWriter, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { isLeftOutByPerson } from '../rows/row-outcome.ts'
import { type RowQuery, sampleSize, viewSheetRows } from '../rows/row-view.ts'
import { isSubject, planResults } from '../tables/results-sheet.ts'
import { writeCopy } from '../tables/write-copy.ts'
import { writeTables } from '../tables/write-tables.ts'

type Subject = Pick<Operation, 'request' | 'output'>
type ReadSheet = Pick<LoadedSheet, 'name' | 'columns'>

export interface CorrectedSheet {
  sheet: ReadSheet
  rows: AsyncIterable<readonly Cell[]>
}

/**
 * Skipped rows (excluded hidden ones, totals, notes) are left out: they would be read from the new file. Those that a
 * person left out stay, for the results.
 */
export function listCorrected(request: RowQuery, { sheets }: LoadedInput): CorrectedSheet[] {
  async function* rowsOf(position: number): AsyncGenerator<readonly Cell[]> {
    for await (const page of viewSheetRows(request, sheets, position)) {
      for (const { outcome, cells } of page) {
        if (outcome.state !== 'skipped' || isLeftOutByPerson(outcome)) yield cells
      }
    }
  }
  return sheets.map((sheet, position) => ({ sheet, rows: rowsOf(position) }))
}

/**
 * Only these sheets, with their headings in row 1. `verify` reads the file before it is published.
 * @throws BatchError `surroundings`; errors of `verify`.
 */
export function writeCorrected(
  output: string,
  operation: Subject,
  corrected: readonly CorrectedSheet[],
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile> {
  return writeTables({
    output,
    fill: async (workbook) => {
      for (const { sheet, rows } of corrected) await writeAsRead(workbook, operation, sheet, rows)
    },
    verify,
  })
}

/** A sheet with its headings in row 1; its first rows give the widths. */
export async function writeAsRead(
  workbook: SheetCollection,
  operation: Subject,
  sheet: ReadSheet,
  rows: AsyncIterable<readonly (Cell & OutputCell)[]>,
): Promise<readonly WrittenSheet[]> {
  const width = sheet.columns.headings.length
  const fill = (cells: readonly OutputCell[]) => Array.from({ length: width }, (_, index) => cells[index] ?? emptyCell)
  const first: (readonly (Cell & OutputCell)[])[] = []
  let table: SheetWriter | undefined
  const begin = async (): Promise<SheetWriter> => {
    const sample = first.map((cells) => ({ sheet: 0, cells }))
    const begun = workbook.addSheet({ ...planResults([sheet], [], sample, isSubject(operation)), name: sheet.name })
    for (const cells of first) await begun.write(fill(cells))
    return begun
  }
  for await (const cells of rows) {
    if (table !== undefined) await table.write(fill(cells))
    else if (first.push(cells) === sampleSize) table = await begin()
  }
  table ??= await begin()
  return table.finish()
}

const extension = '.xlsx'

export interface EditedTable {
  name: string
  headings: readonly string[]
  /** 0 where it is not known. */
  headingRow: number
}

/**
 * In a copy of the file, where all other content stays unchanged; undefined where cells cannot be overwritten safely.
 * `verify` reads the copy before it is published. @throws as `writeCopy`.
 */
export async function writeCellEdits(
  output: string,
  { input, edits }: { input: string; edits: readonly CellEdit[] },
  sheets: readonly EditedTable[],
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile | undefined> {
  if (extname(input).toLowerCase() !== extension) return undefined
  const requests = sheets.flatMap(({ name, headings, headingRow }) => {
    const ofSheet = edits.filter(({ sheet }) => sheet === name)
    if (ofSheet.length === 0) return []
    const columns = columnsOf(ofSheet).map((at) => ({ heading: `${at} ${headings[at] ?? ''}`, width: 0, at }))
    return [{ sheet: name, headings, columns, headingRow, lastRow: Math.max(...ofSheet.map(({ row }) => row)) }]
  })
  const plan = await planEnriching({ file: input, sheets: requests, isTypedOver: true })
  if (plan.kind !== 'safe' || plan.extension !== extension) return undefined
  return writeCopy(plan, {
    output,
    rowsOf: (sheet) => [rowsOf(edits.filter((edit) => edit.sheet === sheet))],
    onVerified: verify,
  })
}

function columnsOf(edits: readonly CellEdit[]): number[] {
  return [...new Set(edits.map(({ column }) => column))].toSorted((one, other) => one - other)
}

/** The last edit of a cell counts. */
function rowsOf(edits: readonly CellEdit[]): FilledRow[] {
  const columns = columnsOf(edits)
  const rows = new Map<number, (OutputCell | undefined)[]>()
  for (const { row, column, text } of edits) {
    const cells = rows.get(row) ?? new Array<OutputCell | undefined>(columns.length).fill(undefined)
    cells[columns.indexOf(column)] = text === '' ? { t: 'z' } : { t: 's', v: text }
    rows.set(row, cells)
  }
  return [...rows].map(([row, cells]) => ({ row, cells })).toSorted((one, other) => one.row - other.row)
}
