import { extname } from 'node:path'
import { type Cell, emptyCell } from '../../sheet/cell.ts'
import type { HighlightedArea } from '../../sheet/enriching/enrichment-plan.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { CellHighlight, OutputCell, SheetCollection, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { messageOf } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { nameWorkbook } from '../earlier-output/output-names.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadedInput } from '../rows/loaded-input.ts'
import { type RowQuery, type RowView, viewRows, viewSheetRows } from '../rows/row-view.ts'
import { locateInSheets, locateInTables, type RowLocation } from '../tables/locate-row.ts'
import { listProblemLines, problemsTable } from '../tables/problems-sheet.ts'
import { planCopy, writeCopy } from '../tables/write-copy.ts'
import { fillLine, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { listCheckProblems } from './check-rows.ts'
import { writeAsRead } from './write-corrected.ts'

/**
 * Marks every bad cell in a copy of the workbook, or in a new one; the sheet `Problems` says why.
 * @throws BatchError `surroundings` when it cannot be written.
 */
export async function publishChecked(
  { input, output }: { input: string; output: string },
  request: CheckedRequest,
  loaded: LoadedInput,
  logger: Logger,
): Promise<PublishedFile> {
  const { sheets, copy = input } = loaded
  const writeNew = (reason?: string): Promise<PublishedFile> => {
    if (reason !== undefined) {
      logger.warn(`the bad cells are marked in a new workbook, not in a copy of ${input}: ${reason}`)
    }
    return writeChecked(nameWorkbook(output, '.xlsx'), request, loaded)
  }
  if (sheets.some(({ table }) => table === undefined)) return writeNew()
  const marks = await collectMarks(request, loaded)
  if (marks === undefined) return writeNew('more of its cells are bad than can be marked')
  const marked = sheets.map(({ name, columns, table }, position) => ({
    ...{ sheet: name, headings: columns.headings, columns: [], marks: marks[position] ?? [] },
    ...{ headingRow: table?.headingRow ?? 0, lastRow: table?.lastRow ?? 0 },
  }))
  const plan = await planCopy({ file: copy, sheets: marked }, input)
  if (plan.kind === 'new-workbook') return writeNew(plan.reason)
  const { extension, remarks } = plan.enriching
  const file = nameWorkbook(output, extension)
  if (file !== output) {
    const macros = extension === '.xlsm' ? 'with' : 'without'
    logger.warn(`a workbook ${macros} macros is not opened as ${extname(output)}: it is written to ${file}`)
  }
  for (const remark of remarks) logger.info(remark)
  const hasProblems = marks.some((areas) => areas.length > 0)
  try {
    return await writeCopy(plan.enriching, {
      output: file,
      rowsOf: () => [],
      writeOwnSheets: async (workbook) => {
        // A sheet `Problems` of an earlier check or run is out of date, so it is overwritten even without problems.
        if (!hasProblems && (await readHiddenNames(copy)).titleOf('Problems') === undefined) return
        await writeProblems(workbook, request, loaded, locateInSheets(sheets))
      },
    })
  } catch (error) {
    return writeNew(messageOf(error))
  }
}

/**
 * A new workbook: the sheets with headings in row 1, bad cells marked, and the sheet `Problems`.
 * @throws BatchError `surroundings` when it cannot be written, `defect` when rows are missing in it.
 */
function writeChecked(output: string, request: CheckedRequest, loaded: LoadedInput): Promise<PublishedFile> {
  const written: WrittenSheet[] = []
  async function* rowsOf(position: number): AsyncGenerator<(Cell & OutputCell)[]> {
    for await (const page of viewSheetRows(request, loaded.sheets, position)) {
      for (const view of page) {
        const marks = findMarks(request, loaded, view)
        const cells: (Cell & OutputCell)[] = [...view.cells]
        for (const [column, mark] of marks) cells[column] = { ...(cells[column] ?? emptyCell), mark }
        yield cells
      }
    }
  }
  return writeTables({
    output,
    fill: async (workbook) => {
      for (const [position, sheet] of loaded.sheets.entries()) {
        written.push(...(await writeAsRead(workbook, request.operation, sheet, rowsOf(position))))
      }
      await writeProblems(workbook, request, loaded, locateInTables(written))
    },
    verify: (file) => verifyRows(file, written, loaded.rows),
  })
}

async function writeProblems(
  workbook: SheetCollection,
  request: CheckedRequest,
  loaded: LoadedInput,
  locate: RowLocation,
): Promise<void> {
  const table = problemsTable(loaded.sheets.length > 1, locate, request.face)
  const read = () => viewRows(request, 'findingsPage')
  const lines = listProblemLines(read, (view) => listCheckProblems(view, loaded))
  await writeSheet(workbook, table, lines, (line) => [fillLine(table, line)])
}

/** Adjacent cells of a column are one area. Spreadsheet programs test every area whenever they draw the sheet. */
const mostAreas = 50_000

export interface CheckedRequest extends RowQuery {
  operation: Pick<Operation, 'request' | 'output'>
}

type Sheets = Pick<LoadedInput, 'sheets'>

/** The bad cells of a row by column. What concerns the whole row marks the cell that names its subject. */
export function findMarks(
  { operation }: CheckedRequest,
  loaded: Sheets,
  view: RowView,
): ReadonlyMap<number, CellHighlight> {
  const subject = loaded.sheets[view.sheet]?.columns.fields[operation.request.identifyingFields[0] ?? ''] ?? 0
  const marks = new Map<number, CellHighlight>()
  for (const { outcome, problem } of listCheckProblems(view, loaded)) {
    const column = problem.column ?? subject
    marks.set(column, outcome === 'warning' ? (marks.get(column) ?? 'doubtful') : 'wrong')
  }
  return marks
}

interface MarkedArea extends HighlightedArea {
  range: { top: number; left: number; bottom: number; right: number }
}

/** The highlighted areas of each sheet; undefined when there are more than a workbook can bear. */
export async function collectMarks(
  request: CheckedRequest,
  loaded: Sheets,
): Promise<readonly (readonly HighlightedArea[])[] | undefined> {
  const areas = loaded.sheets.map((): MarkedArea[] => [])
  /** The lowest area by sheet, column and mark. */
  const lowest = new Map<string, MarkedArea>()
  let count = 0
  for await (const page of viewRows(request, 'findingsPage')) {
    for (const view of page) {
      const row = view.rowNumber
      for (const [column, mark] of findMarks(request, loaded, view)) {
        const key = `${view.sheet} ${mark} ${column}`
        const above = lowest.get(key)
        if (above?.range.bottom === row - 1) {
          above.range.bottom = row
          continue
        }
        const area = { range: { top: row, left: column, bottom: row, right: column }, mark }
        areas[view.sheet]?.push(area)
        lowest.set(key, area)
        count += 1
        if (count > mostAreas) return undefined
      }
    }
  }
  return areas
}
