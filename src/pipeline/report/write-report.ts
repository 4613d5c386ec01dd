import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { createCsv, toCsvText } from '../../sheet/writing/csv.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import type { WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import type { Figures } from '../figures/figures.ts'
import { textCell } from '../rows/cells.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { chartFigures } from './charts.ts'
import { describeReport, keyFigures } from './describe-report.ts'
import { countCell, type FigureTable, figureColumn } from './figure-table.ts'
import { writePage } from './page.ts'
import { environmentWarnings } from './report-texts.ts'
import { planTables, type ReportContentOptions } from './tables.ts'

export interface ReportRequest extends ReportContentOptions {
  output: string
  figures: Figures
}

/** A mark on every sheet of figures that are not real. */
const stamps: Partial<Record<Figures['kind'], string>> = { simulated: 'SIMULATED', test: 'TEST' }

/** The extension decides: a page, a workbook or a CSV file. Whole or not at all. */
export function writeReport(request: ReportRequest): Promise<PublishedFile> {
  switch (extname(request.output).toLowerCase()) {
    case '.html':
    case '.htm':
      return writePageFile(request)
    case '.csv':
      return writeCsvFile(request)
    default:
      return writeWorkbook(request)
  }
}

function writePageFile({ output, figures, ...options }: ReportRequest): Promise<PublishedFile> {
  const page = writePage(figures, options)
  return publishFile({
    output,
    write: (file) => writeFile(file, page, { flag: 'wx', mode: 0o600 }),
    verify: async (file) => {
      if ((await readFile(file, 'utf8')) === page) return
      throw new BatchError('defect', 'the report was read back and differs from its content')
    },
  })
}

/** One sheet per table, behind a summary. */
function writeWorkbook({ output, figures, ...options }: ReportRequest): Promise<PublishedFile> {
  const tables = [summaryTable(figures), ...planTables(figures, options)]
  const written: WrittenSheet[] = []
  return writeTables({
    output,
    begin: (file) => beginWorkbook(file, { stamp: stamps[figures.kind] }),
    async fill(workbook) {
      for (const { name, columns, lines } of tables) {
        const hasHeadings = name !== 'Summary'
        const sheet = { name, columns, hasHeadings, hasAutoFilter: hasHeadings, frozenColumns: 1 }
        const sheets = await writeSheet(workbook, sheet, [lines], (line) => [line])
        if (hasHeadings) written.push(...sheets)
      }
      const charts = planCharts(chartFigures(figures), figures.readAt, stamps[figures.kind])
      await writeSheet(workbook, charts.sheet, [charts.lines], (line) => [line], false)
    },
    verify: (file) => verifyRows(file, written, countLines(tables.slice(1))),
  })
}

/** One figure per line, for programs: table, subject, column, value. */
function writeCsvFile({ output, figures, ...options }: ReportRequest): Promise<PublishedFile> {
  const pages = planTables(figures, options).map((table) => table.lines.map((line) => ({ table, line })))
  let written = 0
  const columns = ['table', 'of', 'and', 'figure', 'value'].map((heading) => figureColumn(heading, 20))
  return writeTables({
    output,
    begin: (file) => createCsv(file),
    async fill(file) {
      const [sheet] = await writeSheet(file, { name: 'Report', columns }, pages, meltLine)
      written = sheet?.rows ?? 0
    },
    verify: (file) => verifyRows(file, [], written),
  })
}

/** The first one or two columns without numbers identify a line. */
function meltLine({ table: { name, columns }, line }: { table: FigureTable; line: FigureTable['lines'][number] }) {
  const keys = line[1]?.t === 's' && columns.length > 2 ? 2 : 1
  const of = [line[0] ?? textCell(''), keys === 2 ? (line[1] ?? textCell('')) : textCell('')]
  return columns.slice(keys).flatMap(({ heading }, index) => {
    const value = line[keys + index]
    return value === undefined || toCsvText(value) === '' ? [] : [[textCell(name), ...of, textCell(heading), value]]
  })
}

function summaryTable(figures: Figures): FigureTable {
  const warning = environmentWarnings[figures.kind]
  return {
    name: 'Summary',
    title: '',
    note: '',
    columns: [figureColumn('', 30), figureColumn('', 60)],
    lines: [
      [{ ...textCell('Work abroad: assessments and days'), look: 'title' }],
      ...(warning === '' ? [] : [[textCell(warning)]]),
      [],
      ...describeReport(figures).map((line) => line.map(textCell)),
      [],
      ...keyFigures(figures).map(([label, value]) => [textCell(label), countCell(value)]),
    ],
  }
}

function countLines(tables: readonly FigureTable[]): number {
  return tables.reduce((sum, { lines }) => sum + lines.length, 0)
}
