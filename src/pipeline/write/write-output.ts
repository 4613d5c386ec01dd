import { extname } from 'node:path'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { inCsv } from '../rows/cells.ts'
import { locateInTables } from '../tables/locate-row.ts'
import { isSubject, planResults } from '../tables/results-sheet.ts'
import { beginWorkbook, fillLine, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { FurtherSheets, viewRowsWithContext } from './further-sheets.ts'
import { createProgressCounter, type OutputRequest, stampOf } from './output-request.ts'
import { surveyRows } from './survey-rows.ts'

/**
 * Writes every row of the run once, in order, and the sheets about rows, to a new file. The file is read back before it
 * is published: it must have as many rows as the ledger.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the numbers of rows differ.
 */
export async function writeOutput(request: OutputRequest): Promise<PublishedFile> {
  const { output, ledger, runId } = request
  const isCsv = extname(output).toLowerCase() === '.csv'
  // A CSV input with semicolons gets an output with semicolons.
  const delimiter = request.sheets[0]?.columns.delimiter ?? ','
  let results: readonly WrittenSheet[] = []
  return writeTables({
    output,
    begin: (file) =>
      isCsv ? createCsv(file, delimiter) : beginWorkbook(file, { stamp: stampOf(request), isMarked: true }),
    fill: async (workbook) => {
      results = await writeResults(workbook, request, isCsv)
    },
    verify: async (file) => {
      const cells = await verifyRows(file, isCsv ? [] : results, await ledger.runs.countRows(runId), delimiter)
      await request.onVerified?.(file, cells)
    },
  })
}

async function writeResults(
  workbook: SheetCollection,
  request: OutputRequest,
  isCsv: boolean,
): Promise<readonly WrittenSheet[]> {
  const { operation, sheets } = request
  const { columns } = operation.output
  // A CSV file has every column.
  const { sample, used } = isCsv ? { sample: [], used: columns } : await surveyRows(request)
  const table = planResults(sheets, used, sample, isSubject(operation))
  const further = new FurtherSheets(workbook, request, () => false)
  const count = createProgressCounter(request)
  const results = await writeSheet(workbook, table, viewRowsWithContext(request), (row) => {
    further.gather(row)
    count()
    const cells = fillLine(table, row.view)
    return [isCsv ? cells.map(inCsv) : cells]
  })
  if (isCsv) return results
  await further.writeSummary(locateInTables(results))
  await further.writeExtras({ gathers: false })
  await further.writeCharts()
  return results
}
