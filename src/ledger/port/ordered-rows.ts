import type { RowState, SubmissionState } from '../../contract/states.ts'

/** An earlier row of the same order that has not come to its end well. */
export interface Blocker {
  sheet: number
  rowNumber: number
  state: RowState
}

/** What the ledger has recorded last of a thing, or may have. */
export interface Replaced {
  /** As it was sent. */
  request: string
  state: SubmissionState
  at: number | null
}

/** The same of what a row is about to replace. */
export interface ReplacedByRow extends Replaced {
  /** Two people decided it: one sealed the plan, another released it. */
  wasReleased: boolean
}

/** A row that was held back, and how it stands now. */
export interface ReleasedRow {
  id: number
  sheet: number
  rowNumber: number
  state: SubmissionState
}

/** A thing whose rows in one sheet do not all say the same. */
export interface Contested {
  orderKey: string
  rows: { sheet: number; rowNumber: number }[]
}

/** Rows that must be sent one after another, in sheet order. */
export interface OrderedRows {
  /**
   * An earlier row with the same order key that is not done, a row that is held back among them, which stands as its
   * submission does: the first one that nothing is sent for, else the first one that is ready. Undefined when this row may be sent.
   */
  findBlocker(runId: number, seq: number): Promise<Blocker | undefined>
  /** What is in force for the thing whose state a row sets, or may be; undefined when nothing was recorded. */
  findReplaced(runId: number, seq: number): Promise<ReplacedByRow | undefined>
  /** What is in force, or may be, for each of these things at the target of a run; nothing for those of which nothing was recorded. */
  findLatest(runId: number, orderKeys: readonly string[]): Promise<ReadonlyMap<string, Replaced>>
  /** The first of them, and how many there are. */
  listContested(runId: number, limit: number): Promise<{ count: number; first: Contested[] }>
  /** Keeps a row from being sent in this run, with the reason as JSON, until it is released or a later run looks at it anew. */
  holdBack(runId: number, seq: number, detail: string): Promise<void>
  /**
   * Lets go of the rows of a run that were held back and need not be any longer: no earlier row of the same order stands
   * in their way but by being ready or on its way, or their own submission is no longer ready, as another run has sent it.
   */
  release(runId: number): Promise<ReleasedRow[]>
}
