import { scoreTitles } from '../../messages/result-titles.ts'
import { oneDecimal } from '../drawing/pictures.ts'
import { showDay } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { increase, shownMean, sortByKey } from '../figures/score-sums.ts'
import { riskKinds, type Trip } from '../figures/select-countable-trips.ts'
import { linkCell } from '../rows/cells.ts'
import { labelOfBand } from '../tables/charts-sheet.ts'
import { type FigureTable, figureColumn, figureTable, type Names, scoreColumn } from './figure-table.ts'

function showLevel(level: string): string {
  return level === '' ? 'none given' : level
}

export function riskTable({ risks, countries }: Figures): FigureTable {
  const levels = new Map(countries.map(({ country, peLevels }) => [country, peLevels]))
  const showLevels = (group: string): string =>
    sortByKey(levels.get(group) ?? new Map<string, number>())
      .map(([level, trips]) => `${showLevel(level)}: ${trips}`)
      .join(', ')
  return figureTable(risks, {
    name: 'Risk by destination',
    title: 'Risk by destination',
    note: 'Mean scores from 0 (no risk) to 10, as the service gives them; the highest overall mean first. The cumulative PE level is in the service’s own words.',
    columns: [
      figureColumn('Destination', 24, ({ group }) => group),
      figureColumn('Scored', 9, (row) => row.risks.overallTrip.count),
      ...riskKinds.map((kind) =>
        scoreColumn(scoreTitles[kind], 13, (row: Figures['risks'][number]) => shownMean(row.risks[kind])),
      ),
      scoreColumn('Highest overall', 13, (row) => row.risks.overallTrip.worst),
      figureColumn('Cumulative PE level', 32, ({ group }) => showLevels(group)),
    ],
  })
}

export function spreadTable({ spread, scored: all }: Figures): FigureTable {
  return figureTable(all === 0 ? [] : [...spread.entries()], {
    name: 'Spread',
    title: 'How the overall scores are spread',
    note: 'A score on the border of two bands is in the upper one; 10 is in the last.',
    columns: [
      figureColumn('Overall score', 14, ([band]) => labelOfBand(band)),
      figureColumn('Trips and hires', 15, ([, count]) => count),
    ],
  })
}

export function levelTable({ countries }: Figures): FigureTable {
  const levels = new Map<string, number>()
  for (const { peLevels } of countries) {
    for (const [level, trips] of peLevels) increase(levels, level, trips)
  }
  return figureTable(sortByKey(levels), {
    name: 'PE level',
    title: 'Cumulative PE level',
    note: 'The level that the service gave with each scored trip, in its own words.',
    columns: [figureColumn('Level', 24, ([level]) => showLevel(level)), figureColumn('Trips', 8, ([, trips]) => trips)],
  })
}

export function highestTable({ highest }: Figures, names: Names): FigureTable {
  return figureTable(highest, {
    name: 'Highest',
    title: 'The ten highest overall scores',
    note: '',
    columns: [
      figureColumn('Person', 18, ({ company, employeeId }) => names.person(company, employeeId)),
      figureColumn('Destination', 24, ({ destination }) => destination),
      figureColumn('Kind', 8, ({ isHire }) => (isHire ? 'hire' : 'trip')),
      figureColumn('From', 12, ({ first }) => showDay(first)),
      figureColumn('To', 12, ({ last }) => showDay(last)),
      scoreColumn('Overall', 10, ({ scores }) => scores.overallTrip),
      figureColumn('Highest of the others', 32, showHighest),
      figureColumn('Cumulative PE level', 20, ({ peLevel }) => peLevel),
      figureColumn('Decision', 20, ({ decision }) => decision || 'none yet'),
      figureColumn('Report', 40, ({ reportUrl }) => linkCell(reportUrl)),
    ],
  })
}

function showHighest({ scores }: Trip): string {
  const [highest] = riskKinds
    .filter((kind) => kind !== 'overallTrip' && scores[kind] !== undefined)
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  return highest === undefined ? '' : `${scoreTitles[highest]} ${oneDecimal(scores[highest] ?? 0)}`
}
