import { extname } from 'node:path'
import { createCsv } from '../../sheet/writing/csv.ts'
import type { WorkbookOut, WrittenSheet } from '../../sheet/writing/plan.ts'
import type { Published } from '../../sheet/writing/publish.ts'
import { sampleRows } from '../rows/row-pages.ts'
import { locateInTables } from '../tables/locate-row.ts'
import { fillResults, isSubject, planResults } from '../tables/results-sheet.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { writeCharts, writeExtraSheets, writeFurtherSheets } from './further-sheets.ts'
import { countWritten, type OutputRequest, stampOf } from './output-request.ts'
import { ResultFigures } from './result-figures.ts'
import { viewBeside } from './view-beside.ts'

/**
 * Writes what the ledger knows of a run to a new file: every row of the input once, in order, and the sheets about them.
 * It is read back before it takes its place: its rows must be as many as the ledger's.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when the books do not balance.
 */
export async function writeOutput(request: OutputRequest): Promise<Published> {
  const { output, ledger, runId } = request
  const isCsv = extname(output).toLowerCase() === '.csv'
  // A semicolon sheet comes back with semicolons, as whoever opens it again expects.
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
      await verifyRows(file, isCsv ? [] : results, await ledger.runs.countRows(runId), delimiter)
      await request.onVerified?.(file)
    },
  })
}

async function writeResults(
  workbook: WorkbookOut,
  request: OutputRequest,
  isCsv: boolean,
): Promise<readonly WrittenSheet[]> {
  const { operation, sheets } = request
  const { summary, columns } = operation.output
  const plan = planResults(sheets, columns, await sampleRows(request), isSubject(operation))
  const figures = summary === undefined ? undefined : new ResultFigures(summary)
  const count = countWritten(request)
  const results = await writeSheet(workbook, plan.sheet, viewBeside(request), ({ view, beside }) => {
    figures?.add(view, beside)
    count()
    return [fillResults(plan, view)]
  })
  if (isCsv) return results
  const locate = locateInTables(results)
  const facts = { figures, locate, isKeptEmpty: () => false }
  await writeFurtherSheets(workbook, request, facts)
  await writeExtraSheets(workbook, request, facts.isKeptEmpty)
  await writeCharts(workbook, request, facts)
  return results
}
