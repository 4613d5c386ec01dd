import { describe, expect, it } from 'vitest'
import { planTables } from '../../rooms/pipeline/report.ts'
import type { OutputCell } from '../../rooms/sheet/writing.ts'
import { decided, recorded } from '../figures/recorded.ts'
import { figuresOf, manyFigures } from './figures.ts'

const wishes = { people: true, doneWord: 'scored' }

function show(cell: OutputCell | undefined): unknown {
  return cell === undefined || cell.t === 'z' ? '' : cell.v
}

describe('the tables of a report', () => {
  it('are those that have something to say, each as wide as its headings', async () => {
    const tables = planTables(
      await figuresOf([recorded(), recorded({ id: 2, subject: 'E2', latest: decided('Rejected') })]),
      wishes,
    )
    expect(
      tables.map(({ name, columns, lines }) => [name, columns.length, lines.map((line) => line.map(show))]),
    ).toEqual([
      [
        'Needs a person',
        3,
        [['scored trips and hires without a decision', 1, 'Fill in the sheet Decisions of their output: decide.']],
      ],
      ['Risk by destination', 5, [['Spain', 1, 5, 5, 'Low: 1']]],
      ['Spread', 2, expect.any(Array)],
      ['Days by country', 5, [['Spain', 1, 1, 10, 10]]],
      ['Days by person', 5, [['E1', 'Spain', 1, 10, 10]]],
      ['PE level', 2, [['Low', 1]]],
      ['Quarters', 7, [['2026-Q1', 1, 0, 1, 10, 5, 5]]],
      [
        'Highest',
        9,
        [['E1', 'Spain', 'trip', '2026-03-01', '2026-03-10', 5, 'Low', 'none yet', 'https://service.example/report/1']],
      ],
      ['In force', 2, [['none yet', 1]]],
      ['Outcomes', 2, [['scored', 2]]],
      ['Not counted', 2, [['rejected or canceled by a decision', 1]]],
    ])
  })

  it('add up: days over the quarters, countries and people, and what is not counted with what is', async () => {
    const figures = await manyFigures()
    const tables = new Map(planTables(figures, wishes).map((table) => [table.name, table]))
    /** Of the columns that have one of these headings. */
    const sum = (name: string, isMeant: (heading: string) => boolean): number => {
      const { columns = [], lines = [] } = tables.get(name) ?? {}
      const cells = lines.flatMap((line) => line.filter((_, index) => isMeant(columns[index]?.heading ?? '')))
      return cells.reduce((all, cell) => all + Number(show(cell)), 0)
    }
    const isQuarter = (heading: string): boolean => /quarters$|-Q\d$/.test(heading)
    for (const name of ['Days by country', 'Days by person', 'Quarters']) {
      expect(sum(name, (heading) => heading === 'Days')).toBe(figures.days)
    }
    for (const name of ['Days by country', 'Days by person']) expect(sum(name, isQuarter)).toBe(figures.days)
    const counted = (name: string): number => sum(name, (heading) => /^(Trips and hires|Requests)$/.test(heading))
    expect(counted('Spread')).toBe(figures.scored)
    expect(counted('In force')).toBe(figures.trips + figures.hires)
    expect(counted('Outcomes')).toBe(figures.trips + figures.hires + counted('Not counted'))
  })

  it('show twelve quarters, those with the most days, and the rest together', async () => {
    const years = [1999, ...Array.from({ length: 3 }, (_, index) => 2024 + index)]
    const trips = years.map((year, id) =>
      recorded({
        id,
        request: { startDate: `${year}-01-01`, endDate: year === 1999 ? '1999-01-02' : `${year}-12-31` },
      }),
    )
    const countries = planTables(await figuresOf(trips), wishes).find(({ name }) => name === 'Days by country')
    expect(countries?.columns.slice(4).map(({ heading }) => heading)).toEqual([
      ...[2024, 2025, 2026].flatMap((year) => [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`)),
      'Other quarters',
    ])
    expect(show(countries?.lines[0]?.at(-1))).toBe(2)
  })

  it('say of which company somebody is where there are several', async () => {
    const companies = ['acme', 'globex'].map((company, id) => recorded({ id, company }))
    const stays = planTables(await figuresOf(companies), wishes).find(({ name }) => name === 'Days by person')
    expect(stays?.lines.map((line) => line.slice(0, 3).map(show))).toEqual([
      ['E1', 'Spain', 'acme'],
      ['E1', 'Spain', 'globex'],
    ])
  })
})
