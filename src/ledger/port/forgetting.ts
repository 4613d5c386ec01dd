import type { RowState } from '../../contract/states.ts'
import type { CellsReader } from './person.ts'
import type { RowLocator } from './submissions.ts'

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

/**
 * Forgetting: the content of trips is erased; their identifier, state and times stay, and their identity under a key
 * that is not in the ledger.
 */
export interface Forgetting {
  /**
   * Before a sheet is read: only with the key, rows are compared with what was forgotten.
   * @throws BatchError `configuration` when trips were forgotten and their key is missing or another one.
   */
  requireKey(): Promise<void>
  /** Number of forgotten submissions. */
  count(): Promise<number>
  /** Rows of a run that stand for forgotten trips. */
  countRows(runId: number): Promise<number>
  /** For each ID, how travellers that the ledger knows are spelled whose IDs fold to the same; none for a stranger. */
  spellings(
    ids: readonly string[],
    readCells: CellsReader,
    fold: (id: string) => string,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** The effect of `erase`; changes nothing, but that it drops runs that nobody can release any more, as `erase` does. */
  survey(choice: ForgetChoice): Promise<ForgetSurvey>
  /** In parts, each durable and logged; the same call again continues. */
  erase(choice: ForgetChoice, erasure: Erasure): Promise<ForgetSurvey>
  /**
   * Overwrites what the erasure left on the disk. False while other processes read or hold the ledger: call it again.
   */
  scrub(): Promise<boolean>
}
