import { scoreTitles } from '../../messages/result-titles.ts'
import { colourOfScore } from '../../messages/score-colours.ts'
import { type RiskRow, shownMean } from '../figures/score-sums.ts'
import { riskKinds } from '../figures/trip.ts'
import type { ChartTable } from './charts-sheet.ts'

const middleScore = 5

/** `0–1` */
export function labelOfBand(band: number): string {
  return `${band}–${band + 1}`
}

export function chartScores(
  risks: readonly { group: string; risks: RiskRow }[],
  spread: readonly number[],
): ChartTable[] {
  const kinds = ['overallTrip' as const, ...riskKinds.filter((kind) => kind !== 'overallTrip')].filter((kind) =>
    risks.some(({ risks: row }) => row[kind].count > 0),
  )
  return [
    {
      title: 'Mean overall score by destination',
      description: 'Bars: the mean overall score of each destination, on a scale from 0 to 10',
      kind: 'bars',
      axisTitle: 'mean overall score, 0 to 10',
      most: 10,
      headings: ['Destination', ...kinds.map((kind) => scoreTitles[kind])],
      lines: risks.map(({ group, risks: row }) => [group, ...kinds.map((kind) => shownMean(row[kind]))]),
      hasScores: true,
      drawn: [1],
      colours: [colourOfScore(middleScore)],
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
