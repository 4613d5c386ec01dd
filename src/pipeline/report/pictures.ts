import { heatClass } from '../../messages/score-colours.ts'
import type { Html } from '../drawing/markup.ts'
import { drawColumns, drawLines, drawStackedBars } from '../drawing/pictures.ts'
import { showQuarter } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { shownMean, shownWorst } from '../figures/score-sums.ts'
import { mostBars } from '../tables/charts-sheet.ts'
import { labelOfBand } from '../tables/score-charts.ts'
import { chartDays, otherQuarters } from './charts.ts'
import { chooseQuarters } from './day-tables.ts'

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
