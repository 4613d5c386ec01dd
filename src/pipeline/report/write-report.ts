import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import type { WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { BatchError } from '../../support/errors.ts'
import type { Figures } from '../figures/figures.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import { planCharts } from '../tables/charts-sheet.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { chartFigures } from './charts.ts'
import type { FigureTable } from './figure-table.ts'
import { environmentWarnings } from './ledger-tables.ts'
import { describeReport, keyFigures, writePage } from './page.ts'
import { planTables, type ReportContentOptions } from './tables.ts'

export interface ReportRequest extends ReportContentOptions {
  output: string
  figures: Figures
}

/** A mark on every sheet of figures that are not real. */
const stamps: Partial<Record<Figures['kind'], string>> = { simulated: 'SIMULATED', test: 'TEST' }

/** The extension decides: a page or a workbook. Whole or not at all. */
export function writeReport(request: ReportRequest): Promise<PublishedFile> {
  return extname(request.output).toLowerCase() === '.xlsx' ? writeWorkbook(request) : writePageFile(request)
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

function summaryTable(figures: Figures): FigureTable {
  const warning = environmentWarnings[figures.kind]
  return {
    name: 'Summary',
    title: '',
    note: '',
    columns: [
      { heading: '', width: 30 },
      { heading: '', width: 60 },
    ],
    lines: [
      [{ ...textCell('Work abroad: assessments and days'), look: 'title' }],
      ...(warning === '' ? [] : [[textCell(warning)]]),
      [],
      ...describeReport(figures).map((line) => line.map(textCell)),
      [],
      ...keyFigures(figures).map(([label, value]) => [textCell(label), valueCell(value)]),
    ],
  }
}

function countLines(tables: readonly FigureTable[]): number {
  return tables.reduce((sum, { lines }) => sum + lines.length, 0)
}
