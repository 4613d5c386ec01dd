import { expect, it } from 'vitest'
import { CountrySums, readTrip } from '../../rooms/pipeline/figures.ts'
import { recorded } from './recorded.ts'

it('sums of countries count trips, people, days and levels, the country with the most days first', () => {
  const sums = new CountrySums()
  for (const [destination, level] of [
    ['Peru', 'Low'],
    ['Spain', 'High'],
    ['Spain', ''],
  ] as const) {
    const trip = readTrip(
      recorded({ request: { destination }, result: { overallTrip: 1, cumulativePeRiskLevel: level } }),
    )
    if (typeof trip !== 'string') sums.addTrip(trip)
  }
  const stay = { company: 'acme', employeeId: 'E1', trips: 1 }
  sums.addStay({ ...stay, destination: 'Peru', days: 3, byQuarter: new Map([[8104, 3]]) })
  sums.addStay({
    ...stay,
    destination: 'Spain',
    days: 9,
    byQuarter: new Map([
      [8104, 4],
      [8105, 5],
    ]),
  })
  sums.addStay({ ...stay, destination: 'Spain', days: 1, byQuarter: new Map([[8105, 1]]) })
  expect(sums.list()).toEqual([
    {
      country: 'Spain',
      trips: 2,
      people: 2,
      days: 10,
      byQuarter: new Map([
        [8104, 4],
        [8105, 6],
      ]),
      peLevels: new Map([
        ['High', 1],
        ['', 1],
      ]),
    },
    { country: 'Peru', trips: 1, people: 1, days: 3, byQuarter: new Map([[8104, 3]]), peLevels: new Map([['Low', 1]]) },
  ])
})
