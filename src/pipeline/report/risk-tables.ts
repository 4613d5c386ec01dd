import { scoreTitles } from '../../messages/result-titles.ts'
import { oneDecimal } from '../drawing/markup.ts'
import { showDay } from '../figures/calendar.ts'
import type { CountryFigures, Figures } from '../figures/figures.ts'
import { riskKinds, type Trip } from '../figures/trip.ts'
import { linkCell, textCell } from '../rows/cells.ts'
import { labelOfBand } from '../tables/score-charts.ts'
import { countCell, type FigureTable, figureColumn, meanCell, scoreCell, scoreColumn } from './figure-table.ts'
import type { Names } from './names.ts'

function showLevel(level: string): string {
  return level === '' ? 'none given' : level
}

export function riskTable({ risks, countries }: Figures): FigureTable {
  const levels = new Map(countries.map(({ country, peLevels }) => [country, peLevels]))
  return {
    name: 'Risk by destination',
    title: 'Risk by destination',
    note: 'Mean scores from 0 (no risk) to 10, as the service gives them; the highest overall mean first. The cumulative PE level is in the service’s own words.',
    columns: [
      figureColumn('Destination', 24),
      figureColumn('Scored', 9),
      ...riskKinds.map((kind) => scoreColumn(scoreTitles[kind], 13)),
      scoreColumn('Highest overall', 13),
      figureColumn('Cumulative PE level', 32),
    ],
    lines: risks.map(({ group, risks: row }) => [
      textCell(group),
      countCell(row.overallTrip.count),
      ...riskKinds.map((kind) => meanCell(row[kind])),
      scoreCell(row.overallTrip.worst),
      textCell(showLevels(levels.get(group) ?? new Map())),
    ]),
  }
}

function showLevels(levels: CountryFigures['peLevels']): string {
  return [...levels]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([level, trips]) => `${showLevel(level)}: ${trips}`)
    .join(', ')
}

export function spreadTable({ spread, scored: all }: Figures): FigureTable {
  return {
    name: 'Spread',
    title: 'How the overall scores are spread',
    note: 'A score on the border of two bands is in the upper one; 10 is in the last.',
    columns: [figureColumn('Overall score', 14), figureColumn('Trips and hires', 15)],
    lines: all === 0 ? [] : spread.map((number, band) => [textCell(labelOfBand(band)), countCell(number)]),
  }
}

export function levelTable({ countries }: Figures): FigureTable {
  const levels = new Map<string, number>()
  for (const { peLevels } of countries) {
    for (const [level, trips] of peLevels) levels.set(level, (levels.get(level) ?? 0) + trips)
  }
  return {
    name: 'PE level',
    title: 'Cumulative PE level',
    note: 'The level that the service gave with each scored trip, in its own words.',
    columns: [figureColumn('Level', 24), figureColumn('Trips', 8)],
    lines: [...levels]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([level, trips]) => [textCell(showLevel(level)), countCell(trips)]),
  }
}

export function highestTable({ highest }: Figures, names: Names): FigureTable {
  return {
    name: 'Highest',
    title: 'The ten highest overall scores',
    note: '',
    columns: [
      figureColumn('Person', 18),
      figureColumn('Destination', 24),
      figureColumn('Kind', 8),
      figureColumn('From', 12),
      figureColumn('To', 12),
      scoreColumn('Overall', 10),
      figureColumn('Highest of the others', 32),
      figureColumn('Cumulative PE level', 20),
      figureColumn('Decision', 20),
      figureColumn('Report', 40),
    ],
    lines: highest.map((trip) => [
      textCell(names.person(trip.company, trip.employeeId)),
      textCell(trip.destination),
      textCell(trip.isHire ? 'hire' : 'trip'),
      textCell(showDay(trip.first)),
      textCell(showDay(trip.last)),
      scoreCell(trip.scores.overallTrip),
      textCell(showHighest(trip)),
      textCell(trip.peLevel),
      textCell(trip.decision === '' ? 'none yet' : trip.decision),
      linkCell(trip.reportUrl),
    ]),
  }
}

function showHighest({ scores }: Trip): string {
  const [highest] = riskKinds
    .filter((kind) => kind !== 'overallTrip' && scores[kind] !== undefined)
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  return highest === undefined ? '' : `${scoreTitles[highest]} ${oneDecimal(scores[highest] ?? 0)}`
}
