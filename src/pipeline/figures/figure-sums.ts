import { namedActors } from '../../contract/decision.ts'
import type { JsonFields } from '../../contract/outcome.ts'
import type { RecordedRequest } from '../../ledger/port/reports.ts'
import { parseStored } from '../../ledger/stored-json.ts'
import { type Days, dayOfTime, splitByQuarter } from './calendar.ts'
import { clip, countDays, type PersonDays } from './count-days.ts'
import { CountrySums } from './country-sums.ts'
import type { Attention, Figures, QuarterFigures } from './figures.ts'
import { addScore, increase, noScores, ScoreSums } from './score-sums.ts'
import { type Exclusion, selectCountableTrips } from './select-countable-trips.ts'
import { daysOf, type Trip } from './trip.ts'

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

/** Takes one person at a time; memory grows with countries and quarters, not with trips. */
export class FigureSums {
  readonly #period: Days
  readonly #mostStays: number
  readonly #scores = new ScoreSums()
  readonly #countries = new CountrySums()
  readonly #quarters = new Map<number, QuarterFigures>()
  readonly #excluded = new Map<Exclusion, number>()
  readonly #outcomes = new Map<string, number>()
  readonly #decisions = new Map<string, { status: string; approver: string; recorded: number }>()
  readonly #inForce = new Map<string, number>()
  readonly #attention = new Map<Attention, number>()
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
    increase(this.#excluded, reason)
  }

  /** All records of one person, in order of creation. */
  addPerson(recorded: readonly RecordedRequest[]): void {
    const { counted, excluded, abandoned } = selectCountableTrips(recorded, this.#period)
    if (abandoned > 0) increase(this.#attention, 'abandoned', abandoned)
    for (const { state } of recorded) increase(this.#outcomes, state)
    for (const reason of excluded) this.#countExcluded(reason)
    for (const trip of counted) this.#addTrip(trip)
    if (counted.length > 0) this.#totals.people += 1
    const { countries, overlapping } = countDays(counted, this.#period)
    this.#totals.sharedDays += overlapping
    this.#countPeople(counted, countries)
    for (const stay of countries) {
      this.#totals.days += stay.days
      this.#totals.peopleInCountries += 1
      this.#countries.addStay(stay)
    }
    this.#longestStays.push(...countries)
    if (this.#longestStays.length > 2 * this.#mostStays + 1_000) this.#longestStays = this.#listLongest()
  }

  /** In order of creation. */
  addDecision({ state, request, doneAt, place }: RecordedRequest): void {
    if (state === 'unknown') increase(this.#attention, 'decisionsUnknown')
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
    const line = this.#decisions.get(key) ?? { status, approver, recorded: 0 }
    line.recorded += 1
    this.#decisions.set(key, line)
  }

  sum(): SummedFigures {
    const refused = [...this.#refused.values()].reduce((sum, some) => sum + some, 0)
    return {
      ...this.#totals,
      excluded: this.#excluded,
      outcomes: this.#outcomes,
      risks: this.#scores.list(),
      spread: this.#scores.spread,
      quarters: [...this.#quarters.values()].toSorted((one, other) => one.quarter - other.quarter),
      countries: this.#countries.list(),
      longestStays: this.#listLongest(),
      decisions: [...this.#decisions.values()].toSorted(
        (one, other) =>
          compare(one.status, other.status) || other.recorded - one.recorded || compare(one.approver, other.approver),
      ),
      inForce: this.#inForce,
      highest: this.#highest,
      attention: refused === 0 ? this.#attention : new Map([...this.#attention, ['decisionsRejected', refused]]),
    }
  }

  #listLongest(): PersonDays[] {
    return this.#longestStays.toSorted(byDays).slice(0, this.#mostStays)
  }

  #countExcluded(reason: Exclusion): void {
    this.exclude(reason)
    if (needsAttention(reason)) increase(this.#attention, reason)
  }

  #addTrip(trip: Trip): void {
    const { isHire, scores, destination, decision } = trip
    const { overallTrip } = scores
    this.#totals[isHire ? 'hires' : 'trips'] += 1
    increase(this.#inForce, decision)
    this.#scores.add(destination, scores)
    if (!isHire) this.#countries.addTrip(trip)
    for (const { quarter } of splitByQuarter(clip(daysOf(trip), this.#period))) {
      const figures = this.#quarterOf(quarter)
      figures[isHire ? 'hires' : 'trips'] += 1
      if (overallTrip !== undefined) addScore(figures.overall, overallTrip)
    }
    if (overallTrip === undefined) {
      increase(this.#attention, 'pending')
      return
    }
    this.#totals.scored += 1
    if (decision === '') increase(this.#attention, 'undecided')
    const last = this.#highest[mostHighest - 1]
    if (last === undefined || byScore(trip, last) < 0)
      this.#highest = [...this.#highest, trip].toSorted(byScore).slice(0, mostHighest)
  }

  /** A person counts once per quarter. */
  #countPeople(counted: readonly Trip[], countries: readonly PersonDays[]): void {
    const seen = new Set(
      counted.flatMap((trip) => splitByQuarter(clip(daysOf(trip), this.#period)).map(({ quarter }) => quarter)),
    )
    for (const quarter of seen) this.#quarterOf(quarter).people += 1
    for (const { byQuarter } of countries)
      for (const [quarter, days] of byQuarter) this.#quarterOf(quarter).days += days
  }

  #quarterOf(quarter: number): QuarterFigures {
    const figures = this.#quarters.get(quarter) ?? {
      quarter,
      trips: 0,
      hires: 0,
      people: 0,
      days: 0,
      overall: noScores(),
    }
    this.#quarters.set(quarter, figures)
    return figures
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
