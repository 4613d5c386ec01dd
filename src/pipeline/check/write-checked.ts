import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { OutputSheet, SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { sampleRows, viewRows, viewRowsWithFindings } from '../rows/row-pages.ts'
import { locateInTables } from '../tables/locate-row.ts'
import { lineOfProblem, planProblems } from '../tables/problems-sheet.ts'
import { isSubject, planResults } from '../tables/results-sheet.ts'
import { verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { annotateRow } from './annotate-row.ts'
import { listCheckProblems } from './check-rows.ts'
import { type CheckedRequest, mostComments, wholeRowColumn } from './collect-marks.ts'

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
  const sample = await sampleRows(request)
  const written: WrittenSheet[] = []
  let notes = 0
  let hasMarksOnly = false
  for (const [position, { name, columns }] of loaded.sheets.entries()) {
    const ofSheet = sample.filter(({ sheet }) => sheet === position).map(({ cells }) => ({ sheet: 0, cells }))
    const plan: OutputSheet = {
      ...planResults([{ name, columns }], [], ofSheet, isSubject(request.operation)).sheet,
      name,
    }
    const wholeRowAt = wholeRowColumn(request, { columns })
    const width = columns.headings.length
    const sheets = await writeSheet(workbook, plan, viewRows(request), (view) => {
      if (view.sheet !== position) return []
      const problems = listCheckProblems(view, loaded)
      const mayComment = notes < mostComments
      if (!mayComment && problems.length > 0) hasMarksOnly = true
      const row = annotateRow(view.cells, problems, { width, wholeRowAt, mayComment })
      notes += row.comments
      return [row.cells]
    })
    written.push(...sheets)
  }
  return { sheets: written, hasMarksOnly }
}
