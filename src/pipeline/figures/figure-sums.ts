import { namedActors } from '../../contract/decision.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Days, dayOfTime, splitByQuarter } from './calendar.ts'
import { clip, countDays, type PersonDays } from './count-days.ts'
import type { Attention, CountryFigures, DecisionFigures, Figures, QuarterFigures } from './figures.ts'
import { addScore, getOrAdd, increase, noScores, ScoreSums } from './score-sums.ts'
import { daysOf, type Exclusion, selectCountableTrips, type Trip } from './select-countable-trips.ts'

const attentionReasons: Readonly<Partial<Record<Exclusion & Attention, true>>> = {
  unknown: true,
  changed: true,
  rejected: true,
  failed: true,
  ready: true,
  undated: true,
}

const mostHighest = 10

export type SummedFigures = Omit<Figures, 'kind' | 'targets' | 'period' | 'readAt'>

interface CountrySum extends CountryFigures {
  byQuarter: Map<number, number>
  peLevels: Map<string, number>
}

/** Takes one person at a time; memory grows with countries and quarters, not with trips. */
export class FigureSums {
  readonly #period: Days
  readonly #mostStays: number
  readonly #scores = new ScoreSums()
  readonly #countries = new Map<string, CountrySum>()
  readonly #quarters = new Map<number, QuarterFigures>()
  readonly #decisions = new Map<string, DecisionFigures>()
  readonly #counts = {
    excluded: new Map<Exclusion, number>(),
    outcomes: new Map<string, number>(),
    inForce: new Map<string, number>(),
    attention: new Map<Attention, number>(),
  }
  /** Refused decisions by assessment, while none of a later one was recorded. */
  readonly #refused = new Map<string, number>()
  readonly #totals = { trips: 0, hires: 0, people: 0, scored: 0, days: 0, sharedDays: 0, peopleInCountries: 0 }
  #highest: Trip[] = []
  #longestStays: PersonDays[] = []

  constructor(period: Days, mostStays: number) {
    this.#period = period
    this.#mostStays = mostStays
  }

  exclude(reason: Exclusion): void {
    increase(this.#counts.excluded, reason)
  }

  /** All records of one person, in order of creation. */
  addPerson(recorded: readonly RecordedRequest[]): void {
    const { attention, outcomes } = this.#counts
    const { counted, excluded, abandoned } = selectCountableTrips(recorded, this.#period)
    if (abandoned > 0) increase(attention, 'abandoned', abandoned)
    for (const { state } of recorded) increase(outcomes, state)
    for (const reason of excluded) {
      this.exclude(reason)
      if (needsAttention(reason)) increase(attention, reason)
    }
    /** A person counts once per quarter. */
    const quarters = new Set(counted.flatMap((trip) => this.#addTrip(trip)))
    for (const quarter of quarters) this.#quarterOf(quarter).people += 1
    if (counted.length > 0) this.#totals.people += 1
    const { countries, overlapping } = countDays(counted, this.#period)
    this.#totals.sharedDays += overlapping
    for (const stay of countries) this.#addStay(stay)
    this.#longestStays.push(...countries)
    if (this.#longestStays.length > 2 * this.#mostStays + 1_000) this.#longestStays = this.#listLongest()
  }

  /** In order of creation. */
  addDecision({ state, request, doneAt, place }: RecordedRequest): void {
    if (state === 'unknown') increase(this.#counts.attention, 'decisionsUnknown')
    const decision = parseStored<JsonFields>(request, 'request')
    const assessment = String(decision['assessmentId'])
    // In no sheet any more: it was corrected there, or taken out.
    if (state === 'rejected' && place !== 'gone') increase(this.#refused, assessment)
    if (state !== 'done') return
    this.#refused.delete(assessment)
    const day = doneAt === null ? undefined : dayOfTime(doneAt)
    if (day === undefined || day < this.#period.first || day > this.#period.last) return
    const [status, approver] = [String(decision['status']), namedActors(decision)]
    const key = JSON.stringify([status, approver])
    getOrAdd(this.#decisions, key, () => ({ status, approver, recorded: 0 })).recorded += 1
  }

  sum(): SummedFigures {
    const refused = [...this.#refused.values()].reduce((sum, some) => sum + some, 0)
    const { attention } = this.#counts
    return {
      ...this.#totals,
      ...this.#counts,
      attention: refused === 0 ? attention : new Map([...attention, ['decisionsRejected', refused]]),
      risks: this.#scores.list(),
      spread: this.#scores.spread,
      quarters: [...this.#quarters.values()].toSorted((one, other) => one.quarter - other.quarter),
      countries: [...this.#countries.values()].toSorted(
        (one, other) => other.days - one.days || compare(one.country, other.country),
      ),
      longestStays: this.#listLongest(),
      decisions: [...this.#decisions.values()].toSorted(
        (one, other) =>
          compare(one.status, other.status) || other.recorded - one.recorded || compare(one.approver, other.approver),
      ),
      highest: this.#highest,
    }
  }

  #listLongest(): PersonDays[] {
    return this.#longestStays.toSorted(byDays).slice(0, this.#mostStays)
  }

  /** Gives its quarters. */
  #addTrip(trip: Trip): number[] {
    const { isHire, scores, destination, decision, peLevel } = trip
    const { overallTrip } = scores
    const { inForce, attention } = this.#counts
    const kind = isHire ? 'hires' : 'trips'
    this.#totals[kind] += 1
    increase(inForce, decision)
    this.#scores.add(destination, scores)
    if (!isHire) {
      const country = this.#countryOf(destination)
      country.trips += 1
      if (overallTrip !== undefined) increase(country.peLevels, peLevel)
    }
    const quarters = splitByQuarter(clip(daysOf(trip), this.#period)).map(({ quarter }) => quarter)
    for (const figures of quarters.map((quarter) => this.#quarterOf(quarter))) {
      figures[kind] += 1
      if (overallTrip !== undefined) addScore(figures.overall, overallTrip)
    }
    if (overallTrip === undefined) {
      increase(attention, 'pending')
      return quarters
    }
    this.#totals.scored += 1
    if (decision === '') increase(attention, 'undecided')
    const last = this.#highest[mostHighest - 1]
    if (last === undefined || byScore(trip, last) < 0)
      this.#highest = [...this.#highest, trip].toSorted(byScore).slice(0, mostHighest)
    return quarters
  }

  #addStay({ destination, days, byQuarter }: PersonDays): void {
    this.#totals.days += days
    this.#totals.peopleInCountries += 1
    const country = this.#countryOf(destination)
    country.people += 1
    country.days += days
    for (const [quarter, some] of byQuarter) {
      increase(country.byQuarter, quarter, some)
      this.#quarterOf(quarter).days += some
    }
  }

  #countryOf(country: string): CountrySum {
    const none = { country, trips: 0, days: 0, people: 0 }
    return getOrAdd(this.#countries, country, () => ({ ...none, byQuarter: new Map(), peLevels: new Map() }))
  }

  #quarterOf(quarter: number): QuarterFigures {
    const none = { quarter, trips: 0, hires: 0, people: 0, days: 0 }
    return getOrAdd(this.#quarters, quarter, () => ({ ...none, overall: noScores() }))
  }
}

function needsAttention(reason: Exclusion): reason is Exclusion & Attention {
  return reason in attentionReasons
}

function byScore(one: Trip, other: Trip): number {
  const [first, second] = [one.scores.overallTrip ?? 0, other.scores.overallTrip ?? 0]
  return second - first || one.first - other.first || compare(one.identifier, other.identifier)
}

function byDays(one: PersonDays, other: PersonDays): number {
  return (
    other.days - one.days ||
    compare(one.company, other.company) ||
    compare(one.employeeId, other.employeeId) ||
    compare(one.destination, other.destination)
  )
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
