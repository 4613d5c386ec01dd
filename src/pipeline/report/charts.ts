import { showQuarter } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { shownMean, shownWorst } from '../figures/score-sums.ts'
import type { ChartTable } from '../tables/charts-sheet.ts'
import { chartScores } from '../tables/score-charts.ts'
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
