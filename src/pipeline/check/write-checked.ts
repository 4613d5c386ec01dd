import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { viewRowsWithFindings } from '../rows/row-pages.ts'
import { locateInTables } from '../tables/locate-row.ts'
import { lineOfProblem, planProblems } from '../tables/problems-sheet.ts'
import { verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { annotateRow } from './annotate-row.ts'
import { listCheckProblems } from './check-rows.ts'
import { type CheckedRequest, mostComments, wholeRowColumn } from './collect-marks.ts'
import { writeSheetsAsRead } from './write-corrected.ts'

export interface CheckedWorkbook extends PublishedFile {
  /** There were more bad cells than comments. */
  hasMarksOnly: boolean
}

/**
 * A new workbook: the sheets with headings in row 1, bad cells marked and commented, and the sheet `Problems`.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when rows are missing in it.
 */
export async function writeChecked(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
): Promise<CheckedWorkbook> {
  let written: readonly WrittenSheet[] = []
  let hasMarksOnly = false
  const published = await writeTables({
    output,
    fill: async (workbook) => {
      const rows = await writeRows(workbook, request, loaded)
      written = rows.sheets
      hasMarksOnly = rows.hasMarksOnly
      await writeSheet(workbook, planProblems(loaded.sheets.length > 1), viewRowsWithFindings(request), (view) =>
        listCheckProblems(view, loaded).map((problem) => lineOfProblem(view, locateInTables(written), problem)),
      )
    },
    verify: (file) => verifyRows(file, written, loaded.rows),
  })
  return { ...published, hasMarksOnly }
}

async function writeRows(
  workbook: SheetCollection,
  request: CheckedRequest,
  loaded: LoadedInput,
): Promise<{ sheets: readonly WrittenSheet[]; hasMarksOnly: boolean }> {
  let notes = 0
  let hasMarksOnly = false
  const sheets = await writeSheetsAsRead(workbook, request, loaded, (view, { columns }) => {
    const problems = listCheckProblems(view, loaded)
    const mayComment = notes < mostComments
    if (!mayComment && problems.length > 0) hasMarksOnly = true
    const about = { width: columns.headings.length, wholeRowAt: wholeRowColumn(request, { columns }), mayComment }
    const { cells, comments } = annotateRow(view.cells, problems, about)
    notes += comments
    return [cells]
  })
  return { sheets, hasMarksOnly }
}
