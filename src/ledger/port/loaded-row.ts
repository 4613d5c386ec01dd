import type { Target } from './targets.ts'

/** What the checks made of one line of the sheet. `detail` is JSON. */
export interface LoadedRow extends CheckedRow {
  content: RowContent
}

export type RowContent =
  /** Nothing is sent for it. */
  | { kind: 'held'; state: 'invalid' | 'skipped'; detail: string }
  /** To be sent, unless the ledger knows it already. */
  | { kind: 'request'; request: LoadedRequest }
  /** Carries an identifier that the service gave out: never sent, only asked for. */
  | { kind: 'identified'; identifier: string; request: LoadedRequest | undefined }

export interface LoadedRequest extends StoredRequest {
  /** What makes two requests the same; usually the request itself. */
  identity: object
  /** What only one row of a sheet may have; for rows without an order key. */
  claims: readonly string[]
}

/** What of a request counts once it is known which one it is. */
export interface StoredRequest {
  json: string
  /** Whom it is about, and two traits: one of them equal means it may be an edited version of the same thing. */
  similarityKey: { subject: string; traits: readonly [string, string] } | undefined
  /** An output of ours says that its outcome is unknown: when this ledger does not know it either, it is not sent. */
  isUnknownElsewhere?: boolean
}

export interface LoadSettings {
  runId: number
  operation: string
  target: Target
  epoch: Epoch | undefined
  allowDuplicates: boolean
  retryUnknown: boolean
  now: number
}

/** One `--again`. What was created in an epoch that has not finished is carried on, never created once more. */
export interface Epoch {
  id: number
  unfinished: ReadonlySet<number>
}

/** Whether something was done in an `--again` or in one that it carries on. */
export function isOfEpoch(epoch: Epoch, submission: { epoch: number | null }): boolean {
  return submission.epoch !== null && (submission.epoch === epoch.id || epoch.unfinished.has(submission.epoch))
}

/** What the checks made of a line of the sheet, as it is kept. `cells` and `warnings` are JSON. */
export interface CheckedRow {
  /** Position of its sheet among those of the run. */
  sheet: number
  rowNumber: number
  isHidden: boolean
  cells: string
  warnings: string | undefined
  /** Rows with the same key are sent one after another. */
  orderKey: string | undefined
}
