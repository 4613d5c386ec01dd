import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type ExcelJS from 'exceljs'
import { rowStates } from '../rooms/contract.ts'
import { labelState, resultTitles, tableTitles } from '../rooms/messages.ts'
import { type Row, toCsv } from './trips.ts'

/** A sheet of an output, read by another reader than ours; columns and outcomes go by their names in CSV files. */
export interface Table {
  headings: string[]
  /** Headings as they stand there. */
  titles: string[]
  rows: Record<string, unknown>[]
  /** All of it, for sheets without headings. */
  lines: unknown[][]
}

export interface Output {
  sheets: string[]
  /** Throws when there is no such sheet. */
  table(name: string): Table
  /** The rows with results: of `Results`, or of the sheet of theirs that got them. */
  results: Record<string, unknown>[]
  /** One column of these. */
  column(heading: string): unknown[]
}

/** `main`: the sheet with the rows; default: the one that a hidden name of ours says, else `Results`. */
export async function readOutput(file: string, main?: string): Promise<Output> {
  const { default: reader } = await import('exceljs')
  const workbook = new reader.Workbook()
  // These would be kept for each of their cells, and nothing here reads them.
  await workbook.xlsx.readFile(file, { ignoreNodes: ['dataValidations', 'conditionalFormatting'] })
  const table = (name: string): Table => {
    const sheet = workbook.getWorksheet(name)
    if (sheet === undefined) throw new Error(`there is no sheet ${name} in ${file}`)
    return toTable(sheet)
  }
  const { rows } = table(main ?? filledSheet(workbook) ?? 'Results')
  return {
    sheets: workbook.worksheets.map(({ name }) => name),
    table,
    results: rows,
    column: (heading) => rows.map((row) => row[heading]),
  }
}

function filledSheet({ definedNames }: ExcelJS.Workbook): string | undefined {
  const { ranges = [] } = definedNames.model.find(({ name }) => name === '_rwa.Results') ?? {}
  return ranges[0]
    ?.replace(/!.*$/, '')
    .replace(/^'(.*)'$/, '$1')
    .replaceAll("''", "'")
}

/** Few records stand side by side, each in a column of its own. */
export function turnBack({ headings: [, ...columns], rows }: Table): Record<string, unknown>[] {
  return columns.map((column) => Object.fromEntries(rows.map((row) => [String(row['What']), row[column]])))
}

export function readCsvOutput(file: string): Table {
  const [headings = [], ...lines] = parse(readFileSync(file), { bom: true }) as string[][]
  return {
    headings,
    titles: headings,
    rows: lines.map((line) => toRecord(headings, line)),
    lines: [headings, ...lines],
  }
}

/** Writes into lines of a CSV file of ours, as a person does: those that `cellsOf` gives something for. */
export function fillInCsv(file: string, cellsOf: (row: Record<string, unknown>) => Row | undefined): void {
  writeFileSync(file, toCsv(readCsvOutput(file).rows.map((row) => ({ ...row, ...cellsOf(row) }) as Row)))
}

function toTable(sheet: ExcelJS.Worksheet): Table {
  const headings: string[] = []
  const titles: string[] = []
  const rows: Record<string, unknown>[] = []
  const lines: unknown[][] = []
  // Counted anew whenever it is asked for, over all rows.
  const { columnCount } = sheet
  sheet.eachRow((row, number) => {
    const cells = Array.from({ length: columnCount }, (_, index) => plainValue(row.getCell(index + 1).value))
    lines.push(cells)
    if (number === 1) {
      titles.push(...cells.map(String))
      headings.push(...nameColumns(sheet.name, titles))
    } else rows.push(toRecord(headings, cells))
  })
  return { headings, titles, rows, lines }
}

const trip: ReadonlySet<string> = new Set(['employeeId', 'name', 'sheet', 'destination', 'startDate', 'endDate'])

const aboutRows: ReadonlySet<string> = new Set(['Problems', 'Changed', 'Corrections', 'Unknown', 'Orphans'])
/** Of the sheet `Orphans`, which has results of its own beside it once it is decided. */
const ofOrphans: Readonly<Record<string, string>> = { State: 'outcome', 'Sent on': 'sentAt', Message: 'problem' }

/** Headings of ours by name. A customer may use the same words for a trip, and any of them in front of our columns. */
export function nameColumns(sheet: string, titles: readonly string[]): string[] {
  if (aboutRows.has(sheet.replace(/ \(\d+\)$/, ''))) return titles.map((title) => nameInTable(sheet, title))
  const isDecisions = sheet.startsWith('Decisions')
  const names = new Map(
    Object.entries(isDecisions ? { ...tableTitles, managerId: 'Manager' } : resultTitles).flatMap(([name, title]) =>
      isDecisions || !trip.has(name) ? [[title, name]] : [],
    ),
  )
  const isOurs = isDecisions || titles.includes(resultTitles['problem'] ?? '')
  const isTable = isDecisions || sheet.startsWith('Results')
  const first = isTable ? 0 : titles.lastIndexOf(resultTitles['outcome'] ?? '')
  return titles.map((title, index) => (isOurs && first >= 0 && index >= first ? (names.get(title) ?? title) : title))
}

function nameInTable(sheet: string, title: string): string {
  const own = sheet.startsWith('Orphans') ? ofOrphans[title] : undefined
  return own ?? Object.keys(tableTitles).find((name) => tableTitles[name] === title) ?? title
}

function toRecord(headings: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    headings.map((heading, index) => [heading, heading === 'outcome' ? toState(cells[index]) : cells[index]]),
  )
}

const states = new Map(
  [...rowStates, 'scored', 'decided', 'invited', 'warning'].map((state) => [labelState(state), state]),
)

/** The state behind the word of a workbook. */
export function toState(word: unknown): unknown {
  return states.get(String(word)) ?? word
}

/** What a cell shows; its address for a link. Null for an empty cell. */
export function plainValue(value: ExcelJS.CellValue): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if ('hyperlink' in value) return value.hyperlink
  if ('richText' in value) return value.richText.map(({ text }) => text).join('')
  return value
}
