import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedInput, LoadedSheet } from '../rows/loaded-input.ts'
import { sampleRows, viewSheetRows } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { isSubject, planResults } from '../tables/results-sheet.ts'
import { writeSheet, writeTables } from '../tables/write-tables.ts'
import type { CheckedRequest } from './collect-marks.ts'

/**
 * Only the sheets with their edits, headings in row 1. Skipped rows (excluded hidden ones, totals, notes) are left out:
 * they would be read from the new file. `verify` reads the file before it is published.
 * @throws BatchError `surroundings`; errors of `verify`.
 */
export async function writeCorrected(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
  verify: (file: string) => Promise<void>,
): Promise<PublishedFile> {
  return writeTables({
    output,
    fill: async (workbook) => {
      await writeSheetsAsRead(workbook, request, loaded, ({ outcome, cells }, { columns: { headings } }) =>
        outcome.state === 'skipped' ? [] : [fillRow(cells, headings.length)],
      )
    },
    verify,
  })
}

/** Each sheet with its headings in row 1. */
export async function writeSheetsAsRead(
  workbook: SheetCollection,
  request: CheckedRequest,
  loaded: LoadedInput,
  linesOf: (view: RowView, sheet: LoadedSheet) => readonly (readonly OutputCell[])[],
): Promise<readonly WrittenSheet[]> {
  const sample = await sampleRows(request)
  const written: WrittenSheet[] = []
  for (const [position, sheet] of loaded.sheets.entries()) {
    const ofSheet = sample.filter((row) => row.sheet === position).map(({ cells }) => ({ sheet: 0, cells }))
    const plan = planResults([sheet], [], ofSheet, isSubject(request.operation))
    const pages = viewSheetRows(request, loaded.sheets, position)
    written.push(...(await writeSheet(workbook, { ...plan, name: sheet.name }, pages, (view) => linesOf(view, sheet))))
  }
  return written
}

export function fillRow(cells: readonly Cell[], width: number): Cell[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? emptyCell)
}
