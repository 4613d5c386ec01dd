import type { OutputCell, OutputColumn } from '../../sheet/writing/workbook-writer.ts'
import { showQuarter } from '../figures/calendar.ts'
import type { Figures } from '../figures/figures.ts'
import { textCell } from '../rows/cells.ts'
import { countCell, type FigureTable, figureColumn, meanCell, scoreCell, scoreColumn } from './figure-table.ts'
import type { Names } from './names.ts'

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

function quarterColumns(quarters: readonly number[]): OutputColumn[] {
  return [...quarters.map((quarter) => figureColumn(showQuarter(quarter), 10)), figureColumn('Other quarters', 10)]
}

/** One shared object: most cells of a long table are empty. */
const emptyCell: OutputCell = { t: 'z' }

function quarterCells(byQuarter: ReadonlyMap<number, number>, days: number, quarters: readonly number[]): OutputCell[] {
  const shown = quarters.map((quarter) => byQuarter.get(quarter) ?? 0)
  const others = days - shown.reduce((sum, some) => sum + some, 0)
  return [...shown, others].map((some) => (some === 0 ? emptyCell : countCell(some)))
}

export function countryTable({ countries }: Figures, quarters: readonly number[]): FigureTable {
  return {
    name: 'Days by country',
    title: 'Days by country and quarter',
    note: dayRule,
    columns: [
      figureColumn('Country', 24),
      figureColumn('Trips', 8),
      figureColumn('People', 8),
      figureColumn('Days', 9),
      ...quarterColumns(quarters),
    ],
    lines: countries.map(({ country, trips, people, days, byQuarter }) => [
      textCell(country),
      countCell(trips),
      countCell(people),
      countCell(days),
      ...quarterCells(byQuarter, days, quarters),
    ]),
  }
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
  return {
    name: 'Days by person',
    title: 'Days by person and country',
    note,
    columns: [
      figureColumn('Person', 18),
      figureColumn('Country', 24),
      ...(hasCompanies ? [figureColumn('Company', 16)] : []),
      figureColumn('Trips', 8),
      figureColumn('Days', 9),
      ...quarterColumns(quarters),
    ],
    lines: longestStays.map(({ company, employeeId, destination, trips, days, byQuarter }) => [
      textCell(names.person(company, employeeId)),
      textCell(destination),
      ...(hasCompanies ? [textCell(company)] : []),
      countCell(trips),
      countCell(days),
      ...quarterCells(byQuarter, days, quarters),
    ]),
  }
}

export function trendTable({ quarters }: Figures): FigureTable {
  return {
    name: 'Quarters',
    title: 'From quarter to quarter',
    note: 'A trip belongs to every quarter in which it has days, a hire to the one in which it begins; so trips and people do not add up to those of the whole period, and days do.',
    columns: [
      figureColumn('Quarter', 10),
      figureColumn('Trips', 8),
      figureColumn('Hires', 8),
      figureColumn('People', 8),
      figureColumn('Days', 9),
      scoreColumn('Mean overall', 12),
      scoreColumn('Highest overall', 12),
    ],
    lines: quarters.map(({ quarter, trips, hires, people, days, overall }) => [
      textCell(showQuarter(quarter)),
      ...[trips, hires, people, days].map(countCell),
      meanCell(overall),
      scoreCell(overall.count === 0 ? undefined : overall.worst),
    ]),
  }
}
