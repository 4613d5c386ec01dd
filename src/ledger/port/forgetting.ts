import type { RowState } from '../../contract/states.ts'
import type { Stored, Submission } from './outcomes.ts'
import type { AuditLine } from './reports.ts'
import type { RowLocator } from './submissions.ts'

export interface ReadCells {
  operation: string
  /** Columns of its sheet, as JSON of the pipeline. */
  columns: string
  /** JSON. */
  cells: string
}

/** Identifiers in the cells of a row, as its sheet writes them: of people, and of what the service created. */
export interface NamedInCells {
  people: readonly string[]
  identifiers: readonly string[]
}

/** For rows without a known request. Pure. */
export type CellsReader = (row: ReadCells) => NamedInCells

export interface RowKey {
  runId: number
  seq: number
}

/** Its sender as `account@machine`. */
export interface PersonSubmission
  extends Omit<Stored<Submission>, 'state' | 'requestHash' | 'ordinal' | 'generation' | 'isDoubted' | 'isForgotten'> {
  operation: string
  address: string
  company: string
  /** As people see it. */
  state: string
}

export interface PersonRow extends RowKey, ReadCells {
  file: string
  /** Empty for CSV. */
  sheet: string
  rowNumber: number
  readAt: number
  /** The reader as `account@machine`. */
  reader: string
  /** The file that was written for the run. */
  output: string | null
  /** As people see it. */
  state: string
  warnings: string | null
  /** JSON: why the row is held. */
  detail: string | null
}

/** A request or result that a later one has replaced; only a database keeps them. */
export interface ReplacedVersion {
  submissionId: number
  request: string
  result: string | null
  replacedAt: number
}

/** Whether a JSON text names the person. Pure. */
export type MentionFinder = (json: string) => boolean

/** A line of the log about a whole run or ledger. */
export interface PersonStatement {
  operation: string
  at: number | null
  outcome: string
  /** JSON of the app. */
  detail: string
  account: string | null
  machine: string | null
  file: string | null
}

/** All that a ledger holds of one person. */
export interface PersonRecords {
  /** What they did, or are named for, in records about others. */
  acts: { submissions: readonly PersonSubmission[]; rows: readonly PersonRow[]; statements: readonly PersonStatement[] }
  submissions: readonly PersonSubmission[]
  rows: readonly PersonRow[]
  lines: readonly AuditLine[]
  earlier: readonly ReplacedVersion[]
}

/** By the identifiers that sheets give them. */
interface PeopleChoice {
  people: readonly string[]
  readCells: CellsReader
}

/** Persons; or all that was settled before a time, but of these persons. */
export type ForgetChoice = PeopleChoice | SettledChoice

export interface SettledChoice {
  settledBefore: number
  /** Of this target alone. */
  targetId?: number
  except?: PeopleChoice | undefined
  /** The service's raw answers alone; those in doubt are kept. */
  isOfAnswers?: boolean
}

export interface OpenTrip extends Partial<RowLocator> {
  /** Null when only a decision or a time selected it. */
  person: string | null
  state: RowState
  identifier: string | null
  /** The run that waits for its release with this row. */
  waitsIn?: number | null
}

export interface ForgetSurvey {
  /** Persons of the choice that the ledger knows something of; 0 for a choice by time. */
  people: number
  submissions: number
  rows: number
  /** Lines of the log of attempts. */
  lines: number
  /** Raw answers, of trips that keep the rest of their content. */
  answers: number
  /** A person with one of these is not forgotten at all. The first of them. */
  open: readonly OpenTrip[]
  openCount: number
  /** Persons that are not forgotten because of them. */
  openPeople: number
}

export interface Erasure {
  reason: string
  /** `account@machine` */
  by: string
  now: number
}
