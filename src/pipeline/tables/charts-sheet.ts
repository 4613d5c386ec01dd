import { resultTitles } from '../../messages/result-titles.ts'
import { colourOfScore } from '../../messages/score-colours.ts'
import { columnName } from '../../sheet/cell.ts'
import type { ChartSpec } from '../../sheet/writing/chart.ts'
import type { OutputCell, OutputColumn, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import { toMinute } from '../../support/clock.ts'
import { highScore, kindsWithScores, type RiskRow, shownMean } from '../figures/score-sums.ts'
import { textCell, valueCell } from '../rows/cells.ts'

/** Figures of a chart: a label per line, then one number per series. */
export interface ChartTable extends Omit<ChartSpec, 'categories' | 'series' | 'place'> {
  headings: readonly string[]
  lines: readonly (readonly (string | number | undefined)[])[]
  /** The numbers are scores, and coloured as such. */
  hasScores?: boolean
  /** 1-based columns of counts beside the scores. */
  counts?: readonly number[]
  /** 1-based columns to draw; the others are only shown. Default: all. */
  drawn?: readonly number[]
}

export const chartsName = 'Charts'
/** More bars cannot be told apart; the cells have all lines. */
export const mostBars = 40
const chartSize = { columns: 6, rows: 19 }
/** Rows of a chart of lying bars without its bars. */
const rowsBesideBars = 6
const chartsInRow = 2
const labelWidth = 22
const numberWidth = 12

/**
 * Charts two by two, with their cells side by side below. It shows its date: a later run may carry the sheet along.
 * `stamp`: a mark on every chart.
 */
export function planCharts(
  tables: readonly ChartTable[],
  asOf: number,
  stamp?: string,
): { sheet: OutputSheet; lines: OutputCell[][] } {
  const say = (text: string): string => (stamp === undefined ? text : `${stamp}: ${text}`)
  const shown = tables.filter(({ lines }) => lines.length > 0)
  const tops = listTops(shown)
  const headRow = tops.at(-1) ?? 0
  const columns: OutputColumn[] = []
  const lines: OutputCell[][] = Array.from({ length: headRow }, () => [])
  if (headRow > 0) writeCells(lines, headRow - 1, 0, [textCell(say(`As known on ${toMinute(asOf)} (UTC)`))])
  const charts = shown.map((table, index): ChartSpec => {
    const left = columns.length
    for (const [at, heading] of table.headings.entries()) {
      const isScore = at > 0 && table.hasScores === true && table.counts?.includes(at) !== true
      columns.push({
        heading,
        width: at === 0 ? labelWidth : numberWidth,
        ...(isScore ? { hasColourScale: true, format: '0.0' } : {}),
      })
    }
    columns.push({ heading: '', width: 3 })
    writeCells(
      lines,
      headRow,
      left,
      table.headings.map((heading) => ({ ...textCell(heading), look: 'heading' })),
    )
    for (const [row, line] of table.lines.entries()) writeCells(lines, headRow + 1 + row, left, line.map(valueCell))
    return describeChart({ ...table, title: say(table.title) }, { left, headRow, index, top: tops[index] ?? 0 })
  })
  const printed = `A1:${columnName(chartSize.columns * chartsInRow - 1)}${Math.max(1, headRow)}`
  return { sheet: { name: chartsName, columns, hasHeadings: false, charts, printed }, lines }
}

function describeChart(
  table: ChartTable,
  { left, headRow, index, top }: { left: number; headRow: number; index: number; top: number },
): ChartSpec {
  const { description, kind, isStacked = false, axisTitle, most, headings, lines, colours } = table
  const others = lines.length - mostBars
  const title = others > 0 ? `${table.title}: the first ${mostBars}, ${others} others below` : table.title
  const [first, last] = [headRow + 2, headRow + 1 + Math.min(mostBars, lines.length)]
  const rangeOf = (column: number): string => `${columnName(left + column)}${first}:${columnName(left + column)}${last}`
  const drawn = table.drawn ?? headings.slice(1).map((_, at) => at + 1)
  return {
    ...{ title, description, kind, isStacked, axisTitle },
    ...(most === undefined ? {} : { most }),
    ...(colours === undefined ? {} : { colours }),
    categories: rangeOf(0),
    series: drawn.map((at) => ({ name: `${columnName(left + at)}${headRow + 1}`, values: rangeOf(at) })),
    place: {
      column: (index % chartsInRow) * chartSize.columns,
      row: top,
      columns: chartSize.columns,
      rows: rowsOf(table),
    },
  }
}

/** The first row of each chart, and of what stands below the last one. */
function listTops(tables: readonly ChartTable[]): number[] {
  const tops: number[] = []
  let top = 0
  for (let at = 0; at < tables.length; at += chartsInRow) {
    const row = tables.slice(at, at + chartsInRow)
    tops.push(...row.map(() => top))
    top += Math.max(...row.map(rowsOf)) + 1
  }
  return [...tops, top]
}

function rowsOf({ kind, lines }: ChartTable): number {
  return kind === 'bars' ? Math.max(chartSize.rows, rowsBesideBars + Math.min(mostBars, lines.length)) : chartSize.rows
}

function writeCells(lines: OutputCell[][], row: number, left: number, cells: readonly OutputCell[]): void {
  const line = lines[row] ?? []
  while (line.length < left) line.push({ t: 'z' })
  line.push(...cells)
  lines[row] = line
}

const middleScore = 5

/** `0–1` */
export function labelOfBand(band: number): string {
  return `${band}–${band + 1}`
}

export function chartScores(
  risks: readonly { group: string; risks: RiskRow }[],
  spread: readonly number[],
): ChartTable[] {
  const kinds = kindsWithScores(risks)
  return [
    {
      title: 'Mean overall score by destination',
      description: 'Bars: the mean overall score of each destination, on a scale from 0 to 10',
      kind: 'bars',
      axisTitle: 'mean overall score, 0 to 10',
      most: 10,
      headings: ['Destination', ...kinds.map((kind) => resultTitles[kind])],
      lines: risks.map(({ group, risks: row }) => [group, ...kinds.map((kind) => shownMean(row[kind]))]),
      hasScores: true,
      drawn: [1],
      colours: [colourOfScore(middleScore)],
    },
    {
      title: 'Highest overall score by destination',
      description: 'Bars: the highest overall score of each destination, on a scale from 0 to 10',
      kind: 'bars',
      axisTitle: 'highest overall score, 0 to 10',
      most: 10,
      headings: ['Destination', 'Highest', `${highScore} or more`, 'Trips and hires'],
      lines: risks
        .map(({ group, risks: { overallTrip } }) => [group, overallTrip.worst, overallTrip.high, overallTrip.count])
        .toSorted((one, other) => Number(other[1]) - Number(one[1])),
      hasScores: true,
      counts: [2, 3],
      drawn: [1],
      colours: [colourOfScore(highScore)],
    },
    {
      title: 'How the overall scores are spread',
      description: 'Columns: how many have an overall score in each band from 0 to 10',
      kind: 'columns',
      axisTitle: 'trips and hires',
      headings: ['Overall score', 'Trips and hires'],
      lines: risks.length === 0 ? [] : spread.map((count, band) => [labelOfBand(band), count]),
      colours: spread.map((_, band) => colourOfScore(band + 0.5)),
    },
  ]
}
