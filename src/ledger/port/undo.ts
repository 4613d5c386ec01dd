import type { SubmissionState } from '../../contract/states.ts'

/** What a run has sent, as the ledger knows it now. */
export interface SentInRun {
  id: number
  request: string
  state: SubmissionState
  identifier: string | undefined
  orderKey: string | undefined
  sentAt: number | undefined
  /** An earlier sending of it may have been processed. */
  isDoubted: boolean
  /** As the log has it of this run's last sending; undefined where the program ended before the answer. */
  outcome: string | undefined
  /** No later run has sent it again. */
  isLast: boolean
  /** A row in the latest run of another input stands for it. */
  isShared: boolean
}

/** A record, in force or possibly so, of the state of a thing. */
export interface StateRecord {
  id: number
  orderKey: string
  /** `{}` once its content was forgotten. */
  request: string
  state: SubmissionState
}

export interface UndoneRun {
  id: number
  operation: string
  file: string
  startedAt: number
}
