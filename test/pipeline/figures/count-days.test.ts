import { describe, expect, it } from 'vitest'
import { countDays, dayOf, readSpan, readTrip, showQuarter, type Trip } from '../../rooms/pipeline/figures.ts'
import { allTime, recorded } from './recorded.ts'

function trip(destination: string, startDate: string, endDate: string, purpose = 'Work From Anywhere'): Trip {
  const found = readTrip(recorded({ request: { destination, startDate, endDate, purpose } }))
  if (typeof found === 'string') throw new Error(found)
  return found
}

function count(trips: readonly Trip[], period = allTime) {
  const { countries, overlapping } = countDays(trips, period)
  return {
    overlapping,
    countries: countries.map(({ destination, trips: number, days, byQuarter }) => [
      destination,
      number,
      days,
      Object.fromEntries([...byQuarter].map(([quarter, some]) => [showQuarter(quarter), some])),
    ]),
  }
}

const march = trip('Spain', '2026-03-25', '2026-04-05')

describe('the days of a person in a country', () => {
  it.each<[string, Trip[], unknown]>([
    [
      'both ends count',
      [trip('Spain', '2026-03-01', '2026-03-01')],
      { overlapping: 0, countries: [['Spain', 1, 1, { '2026-Q1': 1 }]] },
    ],
    [
      'they are split at the end of a quarter',
      [march],
      { overlapping: 0, countries: [['Spain', 1, 12, { '2026-Q1': 7, '2026-Q2': 5 }]] },
    ],
    [
      'none counts twice where trips overlap',
      [march, trip('Spain', '2026-03-30', '2026-04-06')],
      { overlapping: 7, countries: [['Spain', 2, 13, { '2026-Q1': 7, '2026-Q2': 6 }]] },
    ],
    [
      'none counts twice where one trip lies in another',
      [
        trip('Spain', '2026-01-01', '2026-01-31'),
        trip('Spain', '2026-01-10', '2026-01-12'),
        trip('Spain', '2026-01-20', '2026-02-02'),
      ],
      { overlapping: 15, countries: [['Spain', 3, 33, { '2026-Q1': 33 }]] },
    ],
    [
      'one on which somebody moves on counts in both countries',
      [march, trip('Peru', '2026-04-05', '2026-04-07')],
      {
        overlapping: 0,
        countries: [
          ['Spain', 1, 12, { '2026-Q1': 7, '2026-Q2': 5 }],
          ['Peru', 1, 3, { '2026-Q2': 3 }],
        ],
      },
    ],
    [
      'a hire is no stay',
      [trip('Spain', '2026-03-01', '2026-12-31', 'Hire From Anywhere')],
      { overlapping: 0, countries: [] },
    ],
  ])('%s', (_, trips, expected) => {
    expect(count(trips)).toEqual(expected)
  })

  it('are those in the period', () => {
    expect(count([march], readSpan('2026-Q2'))).toEqual({
      overlapping: 0,
      countries: [['Spain', 1, 5, { '2026-Q2': 5 }]],
    })
    const first = dayOf('2026-03-31') ?? 0
    expect(count([march], { first, last: first + 1 }).countries).toEqual([
      ['Spain', 1, 2, { '2026-Q1': 1, '2026-Q2': 1 }],
    ])
  })
})
