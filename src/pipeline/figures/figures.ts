import type { PersonDays } from './count-days.ts'
import type { RiskRow, ScoreSum } from './score-sums.ts'
import type { Exclusion, Trip } from './select-countable-trips.ts'

/** In order of precedence: the service, its test environment, the sandbox. */
export const targetKinds = ['production', 'test', 'simulated'] as const
export type TargetKind = (typeof targetKinds)[number]

/** A trip belongs to each quarter in which it has days, a hire to the one in which it begins. */
export interface QuarterFigures {
  quarter: number
  trips: number
  hires: number
  people: number
  /** Days of people in countries; a day in two countries counts in both. */
  days: number
  overall: ScoreSum
}

export interface CountryFigures {
  country: string
  trips: number
  days: number
  people: number
  byQuarter: ReadonlyMap<number, number>
  peLevels: ReadonlyMap<string, number>
}

export interface DecisionFigures {
  status: string
  approver: string
  recorded: number
}

export type Attention =
  | 'unknown'
  | 'decisionsUnknown'
  | 'changed'
  | 'rejected'
  | 'decisionsRejected'
  | 'failed'
  | 'ready'
  | 'pending'
  | 'abandoned'
  | 'undecided'
  | 'undated'

export interface Figures {
  kind: TargetKind
  targets: readonly { address: string; company: string }[]
  /** The requested period; undefined ends are open. */
  period: { first: number | undefined; last: number | undefined }
  readAt: number
  trips: number
  hires: number
  people: number
  scored: number
  days: number
  /** Days that several trips of one person to one country share; they are counted once. */
  sharedDays: number
  excluded: ReadonlyMap<Exclusion, number>
  /** State → number of creation requests of all dates. */
  outcomes: ReadonlyMap<string, number>
  risks: readonly { group: string; risks: RiskRow }[]
  spread: readonly number[]
  /** Quarters with days, in order. */
  quarters: readonly QuarterFigures[]
  /** The country with the most days first. */
  countries: readonly CountryFigures[]
  /** The stays with the most days; their total number is `peopleInCountries`. */
  longestStays: readonly PersonDays[]
  peopleInCountries: number
  decisions: readonly DecisionFigures[]
  /** Status in force → number of counted trips and hires; empty status: none was recorded. */
  inForce: ReadonlyMap<string, number>
  /** The highest overall score first. */
  highest: readonly Trip[]
  attention: ReadonlyMap<Attention, number>
}
