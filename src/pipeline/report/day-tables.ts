import { emptyCell } from '../../sheet/cell.ts'
import type { TableColumn } from '../../sheet/writing/workbook-writer.ts'
import { showQuarter } from '../figures/calendar.ts'
import type { PersonDays } from '../figures/count-days.ts'
import type { Figures } from '../figures/figures.ts'
import { shownMean, shownWorst } from '../figures/score-sums.ts'
import { type FigureTable, figureColumn, figureTable, type Names, scoreColumn } from './figure-table.ts'

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
    figureColumn(heading, 10, (stay) => splitDays(stay, quarters)[at] || emptyCell),
  )
}

export function countryTable({ countries }: Figures, quarters: readonly number[]): FigureTable {
  return figureTable(countries, {
    name: 'Days by country',
    title: 'Days by country and quarter',
    note: dayRule,
    columns: [
      figureColumn('Country', 24, ({ country }) => country),
      figureColumn('Trips', 8, ({ trips }) => trips),
      figureColumn('People', 8, ({ people }) => people),
      figureColumn('Days', 9, ({ days }) => days),
      ...quarterColumns(quarters),
    ],
  })
}

export function stayTable(
  { longestStays, peopleInCountries, targets }: Figures,
  names: Names,
  quarters: readonly number[],
): FigureTable {
  const hasCompanies = new Set(targets.map(({ company }) => company)).size > 1
  const note =
    peopleInCountries > longestStays.length
      ? `The ${longestStays.length.toLocaleString('en')} with the most days, of ${peopleInCountries.toLocaleString('en')}.`
      : ''
  return figureTable(longestStays, {
    name: 'Days by person',
    title: 'Days by person and country',
    note,
    columns: [
      figureColumn('Person', 18, ({ company, employeeId }) => names.person(company, employeeId)),
      figureColumn('Country', 24, ({ destination }) => destination),
      ...(hasCompanies ? [figureColumn('Company', 16, ({ company }: PersonDays) => company)] : []),
      figureColumn('Trips', 8, ({ trips }) => trips),
      figureColumn('Days', 9, ({ days }) => days),
      ...quarterColumns(quarters),
    ],
  })
}

export function trendTable({ quarters }: Figures): FigureTable {
  return figureTable(quarters, {
    name: 'Quarters',
    title: 'From quarter to quarter',
    note: 'A trip belongs to every quarter in which it has days, a hire to the one in which it begins; so trips and people do not add up to those of the whole period, and days do.',
    columns: [
      figureColumn('Quarter', 10, ({ quarter }) => showQuarter(quarter)),
      figureColumn('Trips', 8, ({ trips }) => trips),
      figureColumn('Hires', 8, ({ hires }) => hires),
      figureColumn('People', 8, ({ people }) => people),
      figureColumn('Days', 9, ({ days }) => days),
      scoreColumn('Mean overall', 12, ({ overall }) => shownMean(overall)),
      scoreColumn('Highest overall', 12, ({ overall }) => shownWorst(overall)),
    ],
  })
}
