import { createHash } from 'node:crypto'
import { heatClass } from '../../messages/score-colours.ts'
import type { OutputCell } from '../../sheet/writing/workbook-writer.ts'
import { linkToWeb } from '../../sheet/writing/xlsx-cell.ts'
import { escapeHtml, escapeShort, type Html, oneDecimal, wholeNumber } from '../drawing/pictures.ts'
import { reportStyle } from '../drawing/style.ts'
import type { Figures } from '../figures/figures.ts'
import { mostBars } from '../tables/charts-sheet.ts'
import { drawPicture } from './charts.ts'
import { describeReport, keyFigures } from './describe-report.ts'
import type { FigureTable } from './figure-table.ts'
import { environmentWarnings } from './report-texts.ts'
import { planTables, type ReportContentOptions } from './tables.ts'

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
    const cells = columns.map(({ hasColourScale = false }, index) =>
      drawCell(line[index], { isFirst: index === 0, isNumber: isNumber[index] === true, hasColourScale }),
    )
    return `<tr>${cells.join('')}</tr>`
  })
  // A table wider than the window scrolls, also by keyboard.
  return `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(title)}"><table><thead><tr>${headings.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

interface CellContext {
  isFirst: boolean
  /** In a column of numbers, empty cells included. */
  isNumber: boolean
  hasColourScale: boolean
}

function drawCell(cell: OutputCell | undefined, { isFirst, isNumber, hasColourScale }: CellContext): Html {
  if (cell?.t === 'n') {
    const shown = cell.f === undefined ? wholeNumber(cell.v) : oneDecimal(cell.v)
    return `<td class="number${hasColourScale ? ` ${heatClass(cell.v)}` : ''}">${shown}</td>`
  }
  const content = cell === undefined ? '' : drawText(cell)
  return isFirst ? `<th scope="row">${content}</th>` : `<td${isNumber ? ' class="number"' : ''}>${content}</td>`
}

function drawText(cell: OutputCell): Html {
  if (cell.t === 'link') {
    const link = linkToWeb(cell.href)
    return link?.kind === 'web' ? `<a href="${escapeHref(link.href)}" rel="noreferrer">Report</a>` : escapeShort(cell.v)
  }
  return cell.t === 's' ? escapeShort(cell.v) : ''
}

/** An address is never cut. */
function escapeHref(href: string): Html {
  return href.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
