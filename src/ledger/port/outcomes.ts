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
