import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Logger } from '../../support/logger.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { viewRowsWithFindings } from '../rows/row-pages.ts'
import { locateInTables, type RowLocation } from '../tables/locate-row.ts'
import { problemsTable } from '../tables/problems-sheet.ts'
import { fillLine, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { annotateRow } from './annotate-row.ts'
import { listCheckProblems } from './check-rows.ts'
import { type CheckedRequest, wholeRowColumn } from './collect-marks.ts'
import { writeSheetsAsRead } from './write-corrected.ts'

/** Comments are held in memory until the workbook is written, and more than this are not read by people. */
const mostComments = 10_000

/**
 * A new workbook: the sheets with headings in row 1, bad cells marked and commented, and the sheet `Problems`.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when rows are missing in it.
 */
export async function writeChecked(
  output: string,
  request: CheckedRequest,
  loaded: LoadedInput,
  logger: Logger,
): Promise<PublishedFile> {
  let written: readonly WrittenSheet[] = []
  return writeTables({
    output,
    fill: async (workbook) => {
      written = await writeRows(workbook, request, loaded, logger)
      await writeProblems(workbook, request, loaded, locateInTables(written))
    },
    verify: (file) => verifyRows(file, written, loaded.rows),
  })
}

export async function writeProblems(
  workbook: SheetCollection,
  request: CheckedRequest,
  loaded: LoadedInput,
  locate: RowLocation,
): Promise<void> {
  const table = problemsTable(loaded.sheets.length > 1, locate)
  await writeSheet(workbook, table, viewRowsWithFindings(request), (view) =>
    listCheckProblems(view, loaded).map((problem) => fillLine(table, { view, ...problem })),
  )
}

async function writeRows(
  workbook: SheetCollection,
  request: CheckedRequest,
  loaded: LoadedInput,
  logger: Logger,
): Promise<readonly WrittenSheet[]> {
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
  if (hasMarksOnly) logger.warn('there are more bad cells than comments: the last ones are marked only (see Problems)')
  return sheets
}
