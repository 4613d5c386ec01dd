import type { Target } from './targets.ts'

/** One checked line of the sheet. `detail` is JSON. */
export interface LoadedRow extends CheckedRow {
  content: RowContent
}

export type RowContent =
  /** No request is sent for it; `about` is the request for which it stands nevertheless, if that was sent before. */
  | { kind: 'held'; state: 'invalid' | 'skipped'; detail: string; about?: HeldRequest }
  /** To be sent, unless the ledger knows it already. */
  | { kind: 'request'; request: LoadedRequest }
  /** Has an identifier from the service: never sent, only polled. */
  | { kind: 'identified'; identifier: string; request: LoadedRequest | undefined }

export interface HeldRequest {
  request: LoadedRequest | undefined
  identifier: string | undefined
  /** Its rows have an order key: only the content is kept. */
  isOrdered: boolean
}

export interface LoadedRequest extends StoredRequest {
  /** Two requests with the same identity are the same; usually the request itself. */
  identity: object
  /** Its identity as earlier versions had it, without fields that came later; the latest first. */
  earlier?: readonly object[]
  /** Values that only one row of a sheet may have; for rows without an order key. */
  claims: readonly string[]
}

/** The stored part of a request, once its identity is known. */
export interface StoredRequest {
  json: string
  /** The subject and two traits. An equal trait means the row may be an edited version of the same request. */
  similarityKey: { subject: string; traits: readonly [string, string] } | undefined
  /** An output of this program says that its outcome is unknown. Unless this ledger knows it, it is not sent. */
  isUnknownElsewhere?: boolean
}

export interface LoadSettings {
  runId: number
  operation: string
  target: Target
  epoch: Epoch | undefined
  allowDuplicates: boolean
  retryUnknown: boolean
  /** Of ordered rows: those that others have replaced since are sent again. @default false */
  sendChanged?: boolean
  /** @default false: the same command sends them again */
  keepRejected?: boolean
  now: number
}

/** One `--again`. A submission created in an unfinished epoch is continued, never created once more. */
export interface Epoch {
  id: number
  unfinished: ReadonlySet<number>
}

/** True for the epoch itself and for the unfinished one that it continues. */
export function isOfEpoch(epoch: Epoch, submission: { epoch: number | null }): boolean {
  return submission.epoch !== null && (submission.epoch === epoch.id || epoch.unfinished.has(submission.epoch))
}

/** The stored result of checking a line. `cells` and `warnings` are JSON. */
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
