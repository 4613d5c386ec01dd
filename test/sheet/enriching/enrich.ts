import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EnrichmentColumn,
  type EnrichmentDecision,
  type EnrichmentPlan,
  type EnrichmentResult,
  type FilledRow,
  planEnriching,
  type SheetEnrichmentRequest,
  writeEnriched,
} from '../../rooms/sheet/enriching.ts'
import type { OutputCell, SheetCollection } from '../../rooms/sheet/writing.ts'
import { type Cell, openSheet, type SheetRow } from '../../rooms/sheet.ts'

export const resultColumns: readonly EnrichmentColumn[] = [
  { heading: 'outcome', width: 12 },
  { heading: 'reportUrl', width: 30 },
  { heading: 'overallTrip', width: 12, hasColourScale: true },
  { heading: 'ratio', width: 12, format: '0.00' },
  { heading: 'problem', width: 50, isWrapped: true },
]

/** Made-up results of a row, in the order of the columns. */
export function resultsOf(row: number): OutputCell[] {
  const href = `https://service.example/report?id=${row}&v=1`
  return row % 4 === 0
    ? [{ t: 's', v: 'invalid' }, { t: 'z' }, { t: 'z' }, { t: 'z' }, { t: 's', v: ` "row" ${row} & <more>\nof it ` }]
    : [
        { t: 's', v: 'scored' },
        { t: 'link', v: href, href },
        { t: 'n', v: row % 11 },
        { t: 'n', v: row / 8 },
        { t: 'z' },
      ]
}

/** Every row of the first visible sheet, whose headings are taken to be the row of the first twenty with most texts. */
export async function guessRequest(file: string, columns = resultColumns): Promise<SheetEnrichmentRequest | undefined> {
  const { sheet, rows } = await readRows(file)
  if (rows.length === 0) return undefined
  const texts = (row: SheetRow): number => row.cells.filter((cell) => cell.t === 's').length
  const heading = rows.slice(0, 20).reduce((best, row) => (texts(row) > texts(best) ? row : best))
  const headings = heading.cells.map((cell) => (cell.t === 's' ? cell.v : cell.t === 'z' ? undefined : 'x'))
  return { sheet, headingRow: heading.number, headings, lastRow: rows.at(-1)?.number ?? 0, columns }
}

export async function readRows(
  file: string,
  sheet?: string,
): Promise<{ sheet: string; sheets: string[]; rows: SheetRow[] }> {
  const source = await openSheet(file, { sheet })
  try {
    const rows: SheetRow[] = []
    for await (const row of source.rows()) rows.push(row)
    return { sheet: source.sheet, sheets: source.sheets.map(({ name }) => name), rows }
  } finally {
    await source.close()
  }
}

/** What the rows of a sheet hold in some columns, by row: trailing empty cells left out. */
export function pick(rows: readonly SheetRow[], wants: (column: number) => boolean): Map<number, Cell[]> {
  const picked = new Map<number, Cell[]>()
  for (const { number, cells } of rows) {
    const own = cells.map((cell, column): Cell => (wants(column) ? cell : { t: 'z' }))
    while (own.at(-1)?.t === 'z') own.pop()
    if (own.length > 0) picked.set(number, own)
  }
  return picked
}

export interface Enriched {
  plan: EnrichmentPlan
  written: EnrichmentResult
}

/** Plans and writes; gives the reason when it is not to be. */
export async function enrich(
  file: string,
  output: string,
  sheets: readonly SheetEnrichmentRequest[],
  content: {
    rows?: readonly number[]
    own?: (workbook: SheetCollection) => Promise<void>
    cells?: (row: number) => OutputCell[]
  } = {},
): Promise<Enriched | string> {
  const plan: EnrichmentDecision = await planEnriching({ file, sheets })
  if (plan.kind === 'new-workbook') return plan.reason
  const rowsOf = (sheet: string): FilledRow[][] => {
    const { headingRow, lastRow } = sheets.find((request) => request.sheet === sheet) ?? { headingRow: 0, lastRow: 0 }
    const all = content.rows ?? Array.from({ length: lastRow - headingRow }, (_, index) => headingRow + 1 + index)
    return [all.map((row) => ({ row, cells: (content.cells ?? resultsOf)(row) }))]
  }
  const { own } = content
  const written = await writeEnriched(plan, output, {
    rowsOf,
    ...(own === undefined ? {} : { writeOwnSheets: own }),
  })
  return { plan, written }
}

/** Two sheets of ours, one with links, a list to choose from and a comment; and one with a chart if wished. */
export async function writeOwn(workbook: SheetCollection, sheet = 'Trips', hasCharts = false): Promise<void> {
  const summary = workbook.addSheet({
    name: 'Summary',
    hasHeadings: false,
    columns: [{ heading: '' }, { heading: '' }],
  })
  await summary.write([
    { t: 's', v: 'Input' },
    { t: 's', v: 'trips & more' },
  ])
  await summary.write([
    { t: 's', v: 'at' },
    { t: 'd', v: '2026-03-01' },
  ])
  await summary.finish()
  const decisions = workbook.addSheet({
    name: 'Decisions',
    hasAutoFilter: true,
    columns: [
      { heading: 'row' },
      { heading: 'status', dropDown: ['Approved', 'Rejected'], note: 'choose one' },
      { heading: 'url' },
    ],
  })
  await decisions.write([
    { t: 'jump', v: 'go', sheet, cell: 'A2' },
    { t: 'z' },
    { t: 'link', v: 'r', href: 'https://a.test/' },
  ])
  await decisions.finish()
  if (hasCharts) {
    const charts = workbook.addSheet({
      ...{ name: 'Charts', hasHeadings: false, columns: [{ heading: '' }], printed: 'A1:F9' },
      charts: [
        {
          ...{ kind: 'columns', title: 'Rows', description: 'Columns: rows', axisTitle: 'rows', categories: 'A1:A1' },
          series: [{ name: 'A1', values: 'A1:A1' }],
          place: { column: 1, row: 0, columns: 4, rows: 9 },
        },
      ],
    })
    await charts.write([{ t: 'n', v: 3 }])
    await charts.finish()
  }
}

export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'enrich-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
