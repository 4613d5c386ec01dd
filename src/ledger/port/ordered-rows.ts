import type { RowState, SubmissionState } from '../../contract/states.ts'
import type { Target } from './targets.ts'

/** `sheet`: its position among those of the run. */
export interface PlacedRow {
  sheet: number
  rowNumber: number
}

export interface Blocker extends PlacedRow {
  state: RowState
}

/** The latest state of a thing that the ledger recorded, or may have. */
export interface Replaced {
  /** As sent. */
  request: string
  state: SubmissionState
  at: number | null
}

export interface ReplacedByRow extends Replaced {
  /** One person sealed the plan, another released it. */
  wasReleased: boolean
}

export interface ReleasedRow extends PlacedRow {
  id: number
  state: SubmissionState
}

export interface Contested {
  orderKey: string
  rows: PlacedRow[]
}

export interface OrderedRows {
  /**
   * An earlier row with the same order key that is not done: the first without a request, else the first that is
   * ready. A row that is held back counts by the state of its submission. Undefined when this row may be sent.
   */
  findBlocker(runId: number, seq: number): Promise<Blocker | undefined>
  /** The state that a row replaces, in force or possibly so; undefined without a recording. */
  findReplaced(runId: number, seq: number): Promise<ReplacedByRow | undefined>
  /** The state in force, or possibly so, for each of these things at a target, or at a run's; no entry without a recording. */
  findLatest(of: number | Pick<Target, 'id'>, orderKeys: readonly string[]): Promise<ReadonlyMap<string, ReplacedByRow>>
  /** Rows of a run, by `seq`, with an order key that other rows of it have too. */
  listSeveral(runId: number): Promise<number[]>
  listContested(runId: number, limit: number): Promise<{ count: number; first: Contested[] }>
  /** Keeps a row from being sent in this run, with the reason as JSON, until its release or a later run. */
  holdBack(runId: number, seq: number, detail: string): Promise<void>
  /**
   * Releases held rows of a run in two cases: each earlier row of the same order is done, ready or on its way, or
   * another run has sent their own submission.
   */
  release(runId: number): Promise<ReleasedRow[]>
}

export interface PeriodFields {
  start: string
  end: string
  only: readonly [field: string, value: string]
}

export interface Overlap {
  subject: string
  rows: readonly [PlacedRow, PlacedRow]
  from: string
  to: string
}

export interface Overlaps {
  list(runId: number, fields: PeriodFields, limit: number): Promise<{ count: number; first: Overlap[] }>
}
