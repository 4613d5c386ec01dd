import { heatClass } from '../../messages/score-colours.ts'
import { drawColumns, drawLines, drawStackedBars, type Html } from '../drawing/pictures.ts'
import { showQuarter } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { shownMean, shownWorst } from '../figures/score-sums.ts'
import { type ChartTable, chartScores, labelOfBand, mostBars } from '../tables/charts-sheet.ts'
import { chooseQuarters, splitDays } from './day-tables.ts'

export function chartFigures(figures: Figures): ChartTable[] {
  return [...chartScores(figures.risks, figures.spread), chartDays(figures), chartTrend(figures)]
}

export const otherQuarters = 'Other quarters'

export function chartDays({ countries, quarters: all }: Figures): ChartTable {
  const quarters = chooseQuarters({ quarters: all })
  const hasOthers = all.filter(({ days }) => days > 0).length > quarters.length
  const count = quarters.length + (hasOthers ? 1 : 0)
  return {
    title: 'Days by country and quarter',
    description: 'Bars: days in each country, made of those of each quarter',
    kind: 'bars',
    isStacked: true,
    axisTitle: 'days',
    headings: ['Country', ...quarters.map(showQuarter), ...(hasOthers ? [otherQuarters] : [])],
    lines: countries.map((country) => [country.country, ...splitDays(country, quarters).slice(0, count)]),
  }
}

function chartTrend({ quarters }: Figures): ChartTable {
  const shown = chooseQuarters({ quarters })
  return {
    title: 'Overall score from quarter to quarter',
    description: 'Lines: mean and highest overall score in each quarter, on a scale from 0 to 10',
    kind: 'lines',
    axisTitle: 'overall score, 0 to 10',
    most: 10,
    headings: ['Quarter', 'Mean', 'Highest'],
    lines: quarters
      .filter(({ quarter }) => shown.includes(quarter))
      .map(({ quarter, overall }) => [showQuarter(quarter), shownMean(overall), shownWorst(overall)]),
    hasScores: true,
  }
}

/** Quarters that fit beside each other under a picture. */
const mostWhole = 9

const pictures: Readonly<Record<string, (figures: Figures) => Html>> = {
  Spread: ({ spread }) =>
    drawColumns(
      'Columns: how many trips and hires have an overall score in each band from 0 to 10',
      spread.map((value, band) => ({ label: labelOfBand(band), value, classes: heatClass(band + 0.5) })),
    ),
  'Days by country': (figures) => {
    const { headings, lines } = chartDays(figures)
    const parts = headings.slice(1).map((heading) => (heading === otherQuarters ? 'others' : heading))
    const bars = lines
      .slice(0, mostBars)
      .map(([label, ...days]) => ({ label: String(label), values: days.map(Number) }))
    return drawStackedBars('Bars: days in each country, by quarter; the same figures are in the table', parts, bars)
  },
  Quarters: (figures) => {
    const shown = chooseQuarters(figures)
    const quarters = figures.quarters.filter(({ quarter }) => shown.includes(quarter))
    // The century is left out where there is no room for it.
    const steps = quarters.map(({ quarter }) => showQuarter(quarter).slice(quarters.length > mostWhole ? 2 : 0))
    const scores = drawLines(
      'Lines: mean and highest overall score from quarter to quarter, on a scale from 0 to 10',
      steps,
      [
        { name: 'mean', values: quarters.map(({ overall }) => shownMean(overall)) },
        { name: 'highest', values: quarters.map(({ overall }) => shownWorst(overall)) },
      ],
      10,
    )
    const days = drawColumns(
      'Columns: days abroad in each quarter',
      quarters.map(({ days: value }, index) => ({ label: steps[index] ?? '', value, classes: 'plain' })),
    )
    return `<p class="quiet">Overall score</p>${scores}<p class="quiet">Days abroad</p>${days}`
  },
}

export function drawPicture(table: string, figures: Figures): Html {
  return pictures[table]?.(figures) ?? ''
}
