import type { Target } from './targets.ts'

/** How long content is kept, as calendar periods of ISO 8601; what is not named is kept for ever. */
export type RetentionPeriods = Readonly<Partial<Record<'trips' | 'answers', string | undefined>>>

/** The rules of a company at an address; `settings/rules.ts` says what each means. */
export interface CompanyRules {
  fourEyes: boolean
  /** IDs of people. */
  holds: readonly string[]
  retention: RetentionPeriods
  noteFor: readonly string[]
  /** ISO 8601. */
  waiting: string
}

export interface TargetRules {
  target: Target
  rules: RecordedRules
}

export type RuleName = keyof CompanyRules

/** Those that were ever recorded. */
export type RecordedRules = Readonly<Partial<CompanyRules>>

export interface RuleChange {
  name: RuleName
  /** As it is now; undefined: it was never recorded. */
  from: unknown
  to: unknown
}

/** Of the log, as JSON: who changed which rule; of `holds` only numbers of people. */
export interface RuleStatement extends RuleChange {
  by?: string | undefined
  account: string
  machine: string
  /** Of one that two people loosened. */
  run?: number
  releasedBy?: string
}

/** What a run without rows changes once it is released. */
export interface RuleProposal extends RuleChange {
  target: Target
  /** The stated staff ID. */
  by: string
}
