import { resultTitles } from '../../messages/result-titles.ts'
import { emptyCell } from '../../sheet/cell.ts'
import type { TableColumn } from '../../sheet/writing/workbook-writer.ts'
import { oneDecimal } from '../drawing/pictures.ts'
import { showDay, showQuarter } from '../figures/calendar.ts'
import type { PersonDays } from '../figures/count-days.ts'
import type { Figures } from '../figures/figures.ts'
import { increase, shownMean, shownWorst, sortByKey } from '../figures/score-sums.ts'
import { riskKinds, type Trip } from '../figures/select-countable-trips.ts'
import { linkCell } from '../rows/cells.ts'
import { labelOfBand } from '../tables/charts-sheet.ts'
import { tableColumn } from '../tables/sheet-names.ts'
import { chooseNames, type FigureTable, figureTable, type Names, scoreColumn } from './figure-table.ts'
import { attentionTable, ledgerTables } from './ledger-tables.ts'

/** Quarters that fit the width of a page. */
const mostQuarters = 12

/** The quarters with the most days, in order: one mistyped year must not push the others out. */
export function chooseQuarters({ quarters }: Pick<Figures, 'quarters'>): number[] {
  return quarters
    .filter(({ days }) => days > 0)
    .toSorted((one, other) => other.days - one.days)
    .slice(0, mostQuarters)
    .map(({ quarter }) => quarter)
    .sort((one, other) => one - other)
}

const dayRule =
  'Calendar days from start to end, both included, split at the ends of quarters. Where trips of one person to one country overlap, a day counts once; a day of moving on counts in both countries. Hires have no days.'

/** Days in each of the quarters, then in all others. */
export function splitDays(
  { byQuarter, days }: Pick<PersonDays, 'byQuarter' | 'days'>,
  quarters: readonly number[],
): number[] {
  const shown = quarters.map((quarter) => byQuarter.get(quarter) ?? 0)
  return [...shown, days - shown.reduce((sum, some) => sum + some, 0)]
}

/** Most cells of a long table are empty. */
function quarterColumns(quarters: readonly number[]): TableColumn<Pick<PersonDays, 'byQuarter' | 'days'>>[] {
  return [...quarters.map(showQuarter), 'Other quarters'].map((heading, at) =>
    tableColumn(heading, 10, (stay) => splitDays(stay, quarters)[at] || emptyCell),
  )
}

function showLevel(level: string): string {
  return level === '' ? 'none given' : level
}

function showHighest({ scores }: Trip): string {
  const [highest] = riskKinds
    .filter((kind) => kind !== 'overallTrip' && scores[kind] !== undefined)
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  return highest === undefined ? '' : `${resultTitles[highest]} ${oneDecimal(scores[highest] ?? 0)}`
}

function riskTables({ risks, countries, spread, scored: all }: Figures): FigureTable[] {
  const levels = new Map(countries.map(({ country, peLevels }) => [country, peLevels]))
  const showLevels = (group: string): string =>
    sortByKey(levels.get(group) ?? new Map<string, number>())
      .map(([level, trips]) => `${showLevel(level)}: ${trips}`)
      .join(', ')
  return [
    figureTable(risks, {
      name: 'Risk by destination',
      title: 'Risk by destination',
      note: 'Mean scores from 0 (no risk) to 10, as the service gives them; the highest overall mean first. The cumulative PE level is in the service’s own words.',
      columns: [
        tableColumn('Destination', 24, ({ group }) => group),
        tableColumn('Scored', 9, (row) => row.risks.overallTrip.count),
        ...riskKinds.map((kind) =>
          scoreColumn(resultTitles[kind], 13, (row: Figures['risks'][number]) => shownMean(row.risks[kind])),
        ),
        scoreColumn('Highest overall', 13, (row) => row.risks.overallTrip.worst),
        tableColumn('Cumulative PE level', 32, ({ group }) => showLevels(group)),
      ],
    }),
    figureTable(all === 0 ? [] : [...spread.entries()], {
      name: 'Spread',
      title: 'How the overall scores are spread',
      note: 'A score on the border of two bands is in the upper one; 10 is in the last.',
      columns: [
        tableColumn('Overall score', 14, ([band]) => labelOfBand(band)),
        tableColumn('Trips and hires', 15, ([, count]) => count),
      ],
    }),
  ]
}

function dayTables({ countries, longestStays, peopleInCountries, targets, quarters: all }: Figures, names: Names) {
  const quarters = chooseQuarters({ quarters: all })
  const hasCompanies = new Set(targets.map(({ company }) => company)).size > 1
  const note =
    peopleInCountries > longestStays.length
      ? `The ${longestStays.length.toLocaleString('en')} with the most days, of ${peopleInCountries.toLocaleString('en')}.`
      : ''
  return [
    figureTable(countries, {
      name: 'Days by country',
      title: 'Days by country and quarter',
      note: dayRule,
      columns: [
        tableColumn('Country', 24, ({ country }) => country),
        tableColumn('Trips', 8, ({ trips }) => trips),
        tableColumn('People', 8, ({ people }) => people),
        tableColumn('Days', 9, ({ days }) => days),
        ...quarterColumns(quarters),
      ],
    }),
    figureTable(longestStays, {
      name: 'Days by person',
      title: 'Days by person and country',
      note,
      columns: [
        tableColumn('Person', 18, ({ company, employeeId }) => names.person(company, employeeId)),
        tableColumn('Country', 24, ({ destination }) => destination),
        ...(hasCompanies ? [tableColumn('Company', 16, ({ company }: PersonDays) => company)] : []),
        tableColumn('Trips', 8, ({ trips }) => trips),
        tableColumn('Days', 9, ({ days }) => days),
        ...quarterColumns(quarters),
      ],
    }),
  ]
}

function scoreTables({ countries, quarters, highest }: Figures, names: Names): FigureTable[] {
  const levels = new Map<string, number>()
  for (const { peLevels } of countries) for (const [level, trips] of peLevels) increase(levels, level, trips)
  return [
    figureTable(sortByKey(levels), {
      name: 'PE level',
      title: 'Cumulative PE level',
      note: 'The level that the service gave with each scored trip, in its own words.',
      columns: [tableColumn('Level', 24, ([level]) => showLevel(level)), tableColumn('Trips', 8, ([, trips]) => trips)],
    }),
    figureTable(quarters, {
      name: 'Quarters',
      title: 'From quarter to quarter',
      note: 'A trip belongs to every quarter in which it has days, a hire to the one in which it begins; so trips and people do not add up to those of the whole period, and days do.',
      columns: [
        tableColumn('Quarter', 10, ({ quarter }) => showQuarter(quarter)),
        tableColumn('Trips', 8, ({ trips }) => trips),
        tableColumn('Hires', 8, ({ hires }) => hires),
        tableColumn('People', 8, ({ people }) => people),
        tableColumn('Days', 9, ({ days }) => days),
        scoreColumn('Mean overall', 12, ({ overall }) => shownMean(overall)),
        scoreColumn('Highest overall', 12, ({ overall }) => shownWorst(overall)),
      ],
    }),
    figureTable(highest, {
      name: 'Highest',
      title: 'The ten highest overall scores',
      note: '',
      columns: [
        tableColumn('Person', 18, ({ company, employeeId }) => names.person(company, employeeId)),
        tableColumn('Destination', 24, ({ destination }) => destination),
        tableColumn('Kind', 8, ({ isHire }) => (isHire ? 'hire' : 'trip')),
        tableColumn('From', 12, ({ first }) => showDay(first)),
        tableColumn('To', 12, ({ last }) => showDay(last)),
        scoreColumn('Overall', 10, ({ scores }) => scores.overallTrip),
        tableColumn('Highest of the others', 32, showHighest),
        tableColumn('Cumulative PE level', 20, ({ peLevel }) => peLevel),
        tableColumn('Decision', 20, ({ decision }) => decision || 'none yet'),
        tableColumn('Report', 40, ({ reportUrl }) => linkCell(reportUrl)),
      ],
    }),
  ]
}

export interface ReportContentOptions {
  people: boolean
  /** Displayed state of a row with scores. */
  doneWord: string
}

/** All tables in order, without empty tables and columns. */
export function planTables(figures: Figures, { people, doneWord }: ReportContentOptions): FigureTable[] {
  const names = chooseNames(people)
  // First: people are numbered in the order of their stays, in every table.
  const days = dayTables(figures, names)
  return [
    attentionTable(figures),
    ...riskTables(figures),
    ...days,
    ...scoreTables(figures, names),
    ...ledgerTables(figures, names, doneWord),
  ].filter(({ lines }) => lines.length > 0)
}
