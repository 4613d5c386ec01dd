import { extname } from 'node:path'
import type { LedgerStore } from '../../ledger/port.ts'
import { textCell, timeCell, valueCell } from '../../pipeline/rows/cells.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../../pipeline/tables/write-tables.ts'
import { createCsv, toCsvText } from '../../sheet/writing/csv.ts'
import { maxCellText } from '../../sheet/writing/safe-text.ts'
import type { OutputCell, OutputSheet, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { prepareFolder, requireKind, requireNewFile } from '../output-file.ts'
import { type PersonTable, tabulatePerson } from './person-tables.ts'
import { mentionsOf, readNamedCells } from './read-named-cells.ts'

interface PersonRequest {
  store: Pick<LedgerStore, 'name' | 'person'>
  person: string
  output: string
  now: number
  /** Called once the file was read back, before it is published. */
  onVerified?(lines: number, temporary: string): Promise<void>
}

/**
 * Writes all that the ledger holds of one person to a new workbook or CSV file; none when it knows nothing of them.
 * @throws BatchError `usage` for an output path that cannot be used, `ledger` when there is no ledger.
 */
export async function writePerson({ store, person, output, now, onVerified }: PersonRequest) {
  requireKind(output, ['.xlsx', '.csv'])
  requireNewFile(output)
  const tables = tabulatePerson(person, await store.person(person, readNamedCells, mentionsOf(person)))
  const counts = tables.map(({ name, lines }) => ({ name, lines: lines.length }))
  if (tables.length === 0) return { file: undefined, tables: counts }
  prepareFolder(output)
  const isCsv = extname(output).toLowerCase() === '.csv'
  const about = describeExport(person, store.name, now, tables)
  const written: WrittenSheet[] = []
  let lines = 0
  const { file } = await writeTables({
    output,
    begin: (temporary) => (isCsv ? createCsv(temporary) : beginWorkbook(temporary)),
    async fill(workbook) {
      if (isCsv) {
        const pages = tables.map((table) => table.lines.map((line, index) => ({ table, line, index })))
        const [sheet] = await writeSheet(workbook, csvSheet, pages, meltLine)
        lines = sheet?.rows ?? 0
        return
      }
      await writeSheet(workbook, aboutSheet, [about], (line) => [line])
      for (const { plan, lines: turned } of tables.map(turn)) {
        written.push(...(await writeSheet(workbook, plan, [turned], (line) => [line])))
        lines += turned.length
      }
    },
    async verify(temporary) {
      await verifyRows(temporary, written, lines)
      await onVerified?.(lines, temporary)
    },
  })
  return { file, tables: counts }
}

const widths: Readonly<Record<string, number>> = {
  ...{ Row: 8, Column: 8, 'HTTP status': 12, Remark: 24 },
  ...{ Value: 50, 'What was sent': 40, Answer: 40, 'Answer as it came': 40 },
}
const timeWidth = 20

/** Of all columns in characters, for one page in landscape. */
const pageWidth = 250

function planSheet({ name, headings, lines }: PersonTable) {
  const hasTimes = (at: number): boolean => lines.some((line) => line[at]?.t === 'd')
  const fixed = headings.map((heading, at) => widths[heading] ?? (hasTimes(at) ? timeWidth : undefined))
  const [taken, others] = [
    fixed.reduce<number>((sum, width = 0) => sum + width, 0),
    fixed.filter((width) => width === undefined),
  ]
  const most = Math.max(14, Math.floor((pageWidth - taken) / others.length))
  const columns = headings.map((heading, at) => {
    const width = fixed[at] ?? Math.min(most, Math.max(18, heading.length + 4))
    return { heading, width, isWrapped: true }
  })
  return { name, columns, hasAutoFilter: true }
}

const mostTurned = 3

/** For people: few records with many facts stand side by side, one fact a line, on one upright page. */
function turn(table: PersonTable): { plan: OutputSheet; lines: PersonTable['lines'] } {
  const { name, headings, lines } = table
  if (lines.length > mostTurned || headings.length <= 2 * mostTurned) return { plan: planSheet(table), lines }
  const columns = lines.map((_, index) => ({
    heading: `${index + 1}`,
    width: Math.floor(66 / lines.length),
    isWrapped: true,
  }))
  return {
    plan: { name, columns: [{ heading: 'What', width: 28 }, ...columns] },
    lines: headings.map((heading, at) => [textCell(heading), ...lines.map((line) => valueCell(line[at]))]),
  }
}

const aboutSheet = {
  name: 'About',
  hasHeadings: false,
  columns: [
    { heading: '', width: 26 },
    { heading: '', width: 68, isWrapped: true },
  ],
}

function describeExport(person: string, ledger: string, now: number, tables: readonly PersonTable[]): OutputCell[][] {
  const cut = `A cell of a workbook holds ${maxCellText.toLocaleString('en')} characters; a longer text is cut here, and whole in an export that ends in .csv.`
  const elsewhere =
    'What the assessment service itself holds; workbooks and copies that people keep, of which “Files” names those that this ledger knows.'
  const lines: (OutputCell | string)[][] = [
    [{ ...textCell('Your data in the ledger of rwa-batch'), look: 'title' }],
    ['Whose', person],
    ['When (UTC)', timeCell(now)],
    ['Ledger', ledger],
    [],
    ...tables.map(({ name, about, lines }) => [`${name} (${lines.length})`, about]),
    [],
    ['Times', 'All times are in UTC.'],
    ['What is not here', elsewhere],
    ['Long texts', cut],
  ]
  return lines.map((line) => line.map(valueCell))
}

const csvSheet = { name: 'Person', columns: ['table', 'line', 'heading', 'value'].map((heading) => ({ heading })) }

/** One value a line: tables of different columns stand in one file. */
function meltLine({ table, line, index }: { table: PersonTable; line: readonly OutputCell[]; index: number }) {
  return table.headings.flatMap((heading, column) => {
    const value = line[column]
    if (value === undefined || toCsvText(value) === '') return []
    return [[table.name, index + 1, heading, value].map(valueCell)]
  })
}
