import type { PersonDays } from './count-days.ts'
import type { CountryFigures } from './figures.ts'
import { increase } from './score-sums.ts'
import type { Trip } from './trip.ts'

interface CountrySum extends CountryFigures {
  byQuarter: Map<number, number>
  peLevels: Map<string, number>
}

export class CountrySums {
  readonly #countries = new Map<string, CountrySum>()

  addTrip({ destination, peLevel, scores }: Trip): void {
    const country = this.#countryOf(destination)
    country.trips += 1
    if (scores.overallTrip === undefined) return
    increase(country.peLevels, peLevel)
  }

  addStay({ destination, days, byQuarter }: PersonDays): void {
    const country = this.#countryOf(destination)
    country.people += 1
    country.days += days
    for (const [quarter, some] of byQuarter) increase(country.byQuarter, quarter, some)
  }

  list(): CountryFigures[] {
    return [...this.#countries.values()].sort(
      (one, other) => other.days - one.days || (one.country < other.country ? -1 : 1),
    )
  }

  #countryOf(name: string): CountrySum {
    const empty = { country: name, trips: 0, days: 0, people: 0, byQuarter: new Map(), peLevels: new Map() }
    const country = this.#countries.get(name) ?? empty
    this.#countries.set(name, country)
    return country
  }
}
