import type { PersonDays } from './count-days.ts'
import type { RiskRow, ScoreSum } from './score-sums.ts'
import type { Exclusion } from './select-countable-trips.ts'
import type { Trip } from './trip.ts'

/** What figures are made of: the service itself before its test environment, and that before what the sandbox made up. */
export const targetKinds = ['production', 'test', 'simulated'] as const
export type TargetKind = (typeof targetKinds)[number]

/** What happened in one quarter. A trip belongs to each quarter in which it has days, a hire to the one in which it begins. */
export interface QuarterFigures {
  quarter: number
  trips: number
  hires: number
  people: number
  /** Of people in countries; a day on which somebody is in two counts in both. */
  days: number
  overall: ScoreSum
}

export interface CountryFigures {
  country: string
  trips: number
  days: number
  people: number
  /** Quarter → days. */
  byQuarter: ReadonlyMap<number, number>
  /** Cumulative level, as the service words it → how many trips. */
  peLevels: ReadonlyMap<string, number>
}

export interface DecisionFigures {
  status: string
  /** Everybody who is named as having decided; empty where nobody is. */
  approver: string
  recorded: number
}

/** What waits for somebody, and how much of it. */
export type Attention =
  | 'unknown'
  | 'decisionsUnknown'
  | 'changed'
  | 'rejected'
  | 'decisionsRejected'
  | 'failed'
  | 'ready'
  | 'pending'
  | 'undecided'
  | 'undated'

/** All there is to show of what a ledger holds. */
export interface Figures {
  kind: TargetKind
  targets: readonly { address: string; company: string }[]
  /** What was asked for; undefined ends are open. */
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
  /** State → how many of all that was ever to be created there. */
  outcomes: ReadonlyMap<string, number>
  /** By destination. */
  risks: readonly { group: string; risks: RiskRow }[]
  spread: readonly number[]
  /** Those with days in them, in order. */
  quarters: readonly QuarterFigures[]
  /** The country with the most days first. */
  countries: readonly CountryFigures[]
  /** Those with the most days in one country; how many there are is `peopleInCountries`. */
  longestStays: readonly PersonDays[]
  peopleInCountries: number
  decisions: readonly DecisionFigures[]
  /** Status in force → how many of the counted trips and hires; empty: none was recorded. */
  inForce: ReadonlyMap<string, number>
  /** The highest overall score first. */
  highest: readonly Trip[]
  attention: ReadonlyMap<Attention, number>
}
