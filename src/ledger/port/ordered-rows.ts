import type { RowState, SubmissionState } from '../../contract/states.ts'

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
