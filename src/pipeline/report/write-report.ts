import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { heatClass } from '../../messages/score-colours.ts'
import { type PublishedFile, publishFile } from '../../sheet/writing/publish-file.ts'
import type { OutputCell, OutputColumn, WrittenSheet } from '../../sheet/writing/workbook-writer.ts'
import { linkToWeb } from '../../sheet/writing/xlsx-cell.ts'
import { toMinute } from '../../support/clock.ts'
import { BatchError } from '../../support/errors.ts'
import { escapeHtml, escapeShort, type Html, oneDecimal, wholeNumber } from '../drawing/pictures.ts'
import { reportStyle } from '../drawing/style.ts'
import { showDay } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { isSimulated } from '../model/run.ts'
import { textCell, valueCell } from '../rows/cells.ts'
import { mostBars, planCharts } from '../tables/charts-sheet.ts'
import { beginWorkbook, verifyRows, writeSheet, writeTables } from '../tables/write-tables.ts'
import { chartFigures, drawPicture } from './charts.ts'
import type { FigureTable } from './figure-table.ts'
import { environmentWarnings } from './ledger-tables.ts'
import { planTables, type ReportContentOptions } from './trip-tables.ts'

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
  const planned = planTables(figures, options)
  const count = planned.reduce((sum, { lines }) => sum + lines.length, 0)
  const written: WrittenSheet[] = []
  return writeTables({
    output,
    begin: (file) => beginWorkbook(file, { stamp: stamps[figures.kind] }),
    async fill(workbook) {
      for (const { name, columns, lines } of [summaryTable(figures), ...planned]) {
        const hasHeadings = name !== 'Summary'
        const sheet = { name, columns, hasHeadings, hasAutoFilter: hasHeadings, frozenColumns: 1 }
        const sheets = await writeSheet(workbook, sheet, [lines], (line) => [line])
        if (hasHeadings) written.push(...sheets)
      }
      const charts = planCharts(chartFigures(figures), figures.readAt, stamps[figures.kind])
      await writeSheet(workbook, charts.sheet, [charts.lines], (line) => [line], false)
    },
    verify: (file) => verifyRows(file, written, count),
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

/** Marks a page as a report of this program, which a newer one may replace. */
export const generatorTag = '<meta name="generator" content="rwa-batch report">'

/** Keeps the page small enough for mail, and is as much as its pictures show; other files have all lines. */
const mostLines = mostBars

/** One self-contained page: no script and no external resource. Its Content-Security-Policy forbids both. */
export function writePage(figures: Figures, options: ReportContentOptions): Html {
  const warning = environmentWarnings[figures.kind]
  const style = createHash('sha256').update(reportStyle).digest('base64')
  const sections = planTables(figures, options).map((table) => drawSection(table, figures))
  const head = describeReport(figures).map(([label, text]) => `${label}: ${escapeShort(text)}`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generatorTag}
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Work abroad: assessments and days</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${warning === '' ? '' : `<p class="stamp">${escapeHtml(warning)}</p>`}
<h1>Work abroad: assessments and days</h1>
<p class="quiet">${head.join(' · ')}</p>
<dl>${keyFigures(figures)
    .map(([label, value]) => `<div><dt>${label}</dt><dd>${wholeNumber(value)}</dd></div>`)
    .join('')}</dl>
${sections.join('\n')}
<p class="note">Days and scores are shown as they are recorded; no limit of any country is applied to them.${
    options.people ? '' : ' People are numbered, not named.'
  }</p>
</main>
</body>
</html>
`
}

function drawSection(table: FigureTable, figures: Figures): Html {
  const { title, note, lines } = table
  const left = lines.length - mostLines
  const notes = [note, left > 0 ? `The first ${mostLines} of ${lines.length}; a report as .xlsx has more.` : '']
  return `<section>
<h2>${escapeHtml(title)}</h2>
${notes.map((text) => (text === '' ? '' : `<p class="note">${escapeHtml(text)}</p>`)).join('')}${drawPicture(table.name, figures)}
${drawTable(table)}
</section>`
}

function drawTable({ title, columns, lines }: FigureTable): Html {
  const shown = lines.slice(0, mostLines)
  const isNumber = columns.map((_, index) => shown.some((line) => line[index]?.t === 'n'))
  const headings = columns.map(
    ({ heading }, index) => `<th scope="col"${isNumber[index] ? ' class="number"' : ''}>${escapeHtml(heading)}</th>`,
  )
  const rows = shown.map((line) => {
    const cells = columns.map((column, index) => {
      if (index === 0 && line[0]?.t !== 'n') return `<th scope="row">${drawText(line[0])}</th>`
      return drawCell(line[index], column, isNumber[index] === true)
    })
    return `<tr>${cells.join('')}</tr>`
  })
  // A table wider than the window scrolls, also by keyboard.
  return `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(title)}"><table><thead><tr>${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

/** `isNumber`: in a column of numbers, empty cells included. */
function drawCell(cell: OutputCell | undefined, { hasColourScale }: OutputColumn, isNumber: boolean): Html {
  if (cell?.t !== 'n') return `<td${isNumber ? ' class="number"' : ''}>${drawText(cell)}</td>`
  const shown = cell.f === undefined ? wholeNumber(cell.v) : oneDecimal(cell.v)
  return `<td class="number${hasColourScale ? ` ${heatClass(cell.v)}` : ''}">${shown}</td>`
}

function drawText(cell: OutputCell | undefined): Html {
  if (cell?.t === 'link') {
    const link = linkToWeb(cell.href)
    return link?.kind === 'web' ? `<a href="${escapeHref(link.href)}" rel="noreferrer">Report</a>` : escapeShort(cell.v)
  }
  return cell?.t === 's' ? escapeShort(cell.v) : ''
}

/** An address is never cut. */
function escapeHref(href: string): Html {
  return href.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export function describeReport(figures: Figures): [label: string, text: string][] {
  const { targets, period, readAt } = figures
  const companies = [...new Set(targets.map(({ company }) => company))].sort()
  // The sandbox's address is a path on this machine, which is private.
  const addresses = [...new Set(targets.map(({ address }) => (isSimulated({ address }) ? 'sandbox' : address)))].sort()
  return [
    [companies.length > 1 ? 'Companies' : 'Company', companies.join(', ')],
    ['Period', showPeriod(period)],
    ['Service', addresses.join(', ')],
    ['Read (UTC)', `${toMinute(readAt)}`],
  ]
}

function showPeriod({ first, last }: Figures['period']): string {
  if (first === undefined && last === undefined) return 'all that is known'
  if (first === undefined) return `until ${showDay(last ?? 0)}`
  return last === undefined ? `from ${showDay(first)}` : `${showDay(first)} to ${showDay(last)}`
}

export function keyFigures({ trips, hires, people, days, scored }: Figures): [label: string, value: number][] {
  return [
    ['Trips', trips],
    ['Hires', hires],
    ['People', people],
    ['Days abroad', days],
    ['Scored', scored],
  ]
}
