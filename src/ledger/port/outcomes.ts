import type { RowState, SubmissionState } from '../../contract/states.ts'

/** One request that is or was to be sent. */
export interface Submission {
  id: number
  requestHash: Uint8Array
  ordinal: number
  generation: number
  request: string
  state: SubmissionState
  identifier: string | undefined
  reportUrl: string | undefined
  result: string | undefined
  problemField: string | undefined
  problem: string | undefined
  rawAnswer: string | undefined
  sentAt: number | undefined
  acceptedAt: number | undefined
  doneAt: number | undefined
  /** An earlier sending of it may have been processed, whatever became of the last. */
  isDoubted: boolean
  /** Who sent it last, as `account@machine`, when that was somebody else than this process's user on this machine. */
  sender?: string | undefined
}

/** One row of a run with what became of it. */
export interface RowRecord {
  seq: number
  /** Position of its sheet among those of the run. */
  sheet: number
  rowNumber: number
  isHidden: boolean
  cells: string
  warnings: string | undefined
  state: RowState
  /** For held rows: why, as JSON of the pipeline's own shape. */
  detail: string | undefined
  /** Done by an earlier run. */
  wasDone: boolean
  /** For `duplicate` the submission of the first equal row. */
  submission: Submission | undefined
  /** Of a `changed` or `kept` row: what it was held against. */
  earlier: Submission | undefined
}

/** No row of its input stands for it any more. */
export interface Orphan extends Submission {
  /** What took its place: its edited version, or a later generation of it. */
  replacement: Submission | undefined
}

export interface BalanceLine {
  state: RowState
  wasDone: boolean
  /** The sheet came with their identifiers: they were only asked for. */
  wasNamed?: true
  count: number
}

/** The same, as people see its state. */
export type ShownLine = Omit<BalanceLine, 'state'> & { state: string }

export interface RecordedSpan {
  firstSentAt: number | undefined
  lastRecordedAt: number | undefined
}

/** One sheet that a run has read. */
export interface ReadSheet {
  /** Empty for CSV. */
  name: string
  /** JSON that only the pipeline understands. */
  columns: string
  rows: number
}

/** The read side of a run: paged, so that memory does not grow with its rows. */
export interface Outcomes {
  rowPage(runId: number, afterSeq: number, limit: number): Promise<RowRecord[]>
  /** Of those only what is not done, is held back or has a warning. */
  openPage(runId: number, afterSeq: number, limit: number): Promise<RowRecord[]>
  /** Every row in exactly one line. */
  balance(runId: number): Promise<BalanceLine[]>
  /**
   * Created (or perhaps created) by earlier runs of this run's input, and none of its rows stands for it; of what sets a
   * state only what was not replaced since, and nothing that was canceled.
   */
  orphanPage(runId: number, afterId: number, limit: number): Promise<Orphan[]>
  countOrphans(runId: number): Promise<number>
  countRows(runId: number): Promise<number>
  /** When the first of what its rows stand for was sent, and when something was last recorded of them. */
  recordedSpan(runId: number): Promise<RecordedSpan>
  /** Those that are known by their content, or by a row of the run: what is only named could be created again. */
  recognised(runId: number, identifiers: readonly string[]): Promise<ReadonlySet<string>>
  /** The row that sends a submission in this run, and the position of its sheet. */
  rowOf(runId: number, submissionId: number): Promise<{ sheet: number; rowNumber: number } | undefined>
  /** Who else has sent rows of a run that are created or done, and how many. */
  othersOf(runId: number): Promise<{ sender: string; rows: number }[]>
  /** The sheets of a run in order, with the rows of each. */
  sheetsOf(runId: number): Promise<ReadSheet[]>
}
