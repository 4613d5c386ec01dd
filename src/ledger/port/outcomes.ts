import type { RowState, SubmissionState } from '../../contract/states.ts'

export interface Submission {
  id: number
  requestHash: Uint8Array
  ordinal: number
  generation: number
  /** JSON; `{}` when only its identifier is known. */
  request: string
  state: SubmissionState
  identifier: string | undefined
  reportUrl: string | undefined
  /** JSON; none until there are scores. */
  result: string | undefined
  problemField: string | undefined
  problem: string | undefined
  rawAnswer: string | undefined
  sentAt: number | undefined
  acceptedAt: number | undefined
  doneAt: number | undefined
  /** An earlier sending of it may have been processed, whatever the result of the last. */
  isDoubted: boolean
  /** Its content was erased; its identifier and state are kept. */
  isForgotten?: boolean
  /** The last sender as `account@machine`, unless it is this process's user on this machine. */
  sender?: string | undefined
}

/** As a ledger stores it: null where there is nothing. */
export type Stored<Facts> = {
  [Name in keyof Facts]-?: undefined extends Facts[Name] ? NonNullable<Facts[Name]> | null : Facts[Name]
}

export interface RowRecord {
  seq: number
  /** Position of its sheet among those of the run. */
  sheet: number
  rowNumber: number
  isHidden: boolean
  cells: string
  warnings: string | undefined
  state: RowState
  /** For held rows: the reason, as JSON of the pipeline's own shape. */
  detail: string | undefined
  wasDone: boolean
  /** For `duplicate` the submission of the first equal row. */
  submission: Submission | undefined
  /** For `changed` and `kept`: the submission it was held against; for `superseded`: the one that replaced its own. */
  other: Submission | undefined
}

export interface Orphan extends Submission {
  /** Its edited version, or a later generation of it. */
  replacement: Submission | undefined
}

export interface BalanceLine {
  state: RowState
  wasDone: boolean
  wasNamed?: true
  count: number
}

export type ShownLine = Omit<BalanceLine, 'state'> & { state: string }

export interface RecordedSpan {
  firstSentAt: number | undefined
  lastRecordedAt: number | undefined
}

export interface ReadSheet {
  /** Empty for CSV. */
  name: string
  columns: string
  rows: number
}

/** The read side of a run, in pages: memory use does not grow with the rows. */
export interface Outcomes {
  rowPage(runId: number, afterSeq: number, limit: number): Promise<RowRecord[]>
  openPage(runId: number, afterSeq: number, limit: number): Promise<RowRecord[]>
  /** Those of the open rows that are not simply to be sent or polled. */
  findingsPage(runId: number, afterSeq: number, limit: number): Promise<RowRecord[]>
  /** Every row counts in exactly one line. */
  balance(runId: number): Promise<BalanceLine[]>
  /**
   * Submissions that earlier runs of this input created, or may have, without a row now. Of recorded states only the
   * latest, unless it is a cancellation.
   */
  orphanPage(runId: number, afterId: number, limit: number): Promise<Orphan[]>
  countOrphans(runId: number): Promise<number>
  countReplacedOrphans(runId: number): Promise<number>
  /** The other file that what was last sent of this run's inputs came from; undefined when it was this file. */
  otherFileSent(runId: number): Promise<string | undefined>
  countRows(runId: number): Promise<number>
  /** From the first sending of the submissions of a run's rows to their last record. */
  recordedSpan(runId: number): Promise<RecordedSpan>
  /**
   * Identifiers known with their content, or from a row of the run. A submission known by its identifier alone could
   * be created again.
   */
  recognised(runId: number, identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** The row that sends a submission in this run, and the position of its sheet. */
  rowOf(runId: number, submissionId: number): Promise<{ sheet: number; rowNumber: number } | undefined>
  /** Other senders of a run's rows that are created or done, with their counts. */
  othersOf(runId: number): Promise<{ sender: string; rows: number }[]>
  sheetsOf(runId: number): Promise<ReadSheet[]>
  /** Without counting their rows. */
  sheetNames(runId: number): Promise<string[]>
}
