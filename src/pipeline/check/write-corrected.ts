import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputSheet, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { sampleRows, viewRows } from '../rows/row-pages.ts'
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
  const sample = await sampleRows(request)
  return writeTables({
    output,
    fill: async (workbook) => {
      const written: WrittenSheet[] = []
      for (const [position, { name, columns }] of loaded.sheets.entries()) {
        const ofSheet = sample.filter(({ sheet }) => sheet === position).map(({ cells }) => ({ sheet: 0, cells }))
        const plan: OutputSheet = {
          ...planResults([{ name, columns }], [], ofSheet, isSubject(request.operation)).sheet,
          name,
        }
        const width = columns.headings.length
        written.push(
          ...(await writeSheet(workbook, plan, viewRows(request), ({ sheet, outcome, cells }) =>
            sheet === position && outcome.state !== 'skipped' ? [fillRow(cells, width)] : [],
          )),
        )
      }
    },
    verify,
  })
}

export function fillRow(cells: readonly Cell[], width: number): Cell[] {
  return Array.from({ length: width }, (_, index) => cells[index] ?? emptyCell)
}
