import { type Days, splitByQuarter } from './calendar.ts'
import { getOrAdd, increase } from './score-sums.ts'
import type { Trip } from './select-countable-trips.ts'

export interface PersonDays {
  company: string
  employeeId: string
  destination: string
  trips: number
  days: number
  byQuarter: ReadonlyMap<number, number>
}

/**
 * Of one person. Each day counts once for each country; `overlapping`: days that several trips to one country have in
 * common. Hires are not presence, so they have no days.
 */
export function countDays(trips: readonly Trip[], period: Days) {
  const byCountry = new Map<string, Trip[]>()
  for (const trip of trips) {
    if (trip.isHire) continue
    getOrAdd(byCountry, trip.destination, (): Trip[] => []).push(trip)
  }
  let overlapping = 0
  const countries = [...byCountry].map(([destination, ofCountry]): PersonDays => {
    const [{ company, employeeId } = { company: '', employeeId: '' }] = ofCountry
    const byQuarter = new Map<number, number>()
    const within = ofCountry.map((trip) => clip(trip, period))
    for (const stay of unite(within)) {
      for (const { quarter, days } of splitByQuarter(stay)) increase(byQuarter, quarter, days)
    }
    const days = [...byQuarter.values()].reduce((sum, some) => sum + some, 0)
    overlapping += within.reduce((sum, { first, last }) => sum + last - first + 1, 0) - days
    return { company, employeeId, destination, trips: ofCountry.length, days, byQuarter }
  })
  return { countries, overlapping }
}

export function clip({ first, last }: Days, period: Days): Days {
  return { first: Math.max(first, period.first), last: Math.min(last, period.last) }
}

/** Overlapping stays become one. */
function unite(stays: readonly Days[]): Days[] {
  const united: Days[] = []
  for (const stay of stays.toSorted((one, other) => one.first - other.first)) {
    const before = united.at(-1)
    if (before === undefined || stay.first > before.last) united.push({ ...stay })
    else before.last = Math.max(before.last, stay.last)
  }
  return united
}
