import type { Submission } from './outcomes.ts'

export interface ReadySubmission extends Pick<Submission, 'id' | 'request' | 'requestHash' | 'ordinal' | 'generation'> {
  seq: number
  sheet: number
  rowNumber: number
  orderKey: string | null
  /** By its checksum: the request is the one that was loaded. */
  isVerified: boolean
}

export interface DuePoll {
  id: number
  identifier: string
  /** The person it is about, when the operation names one. */
  subject: string | null
  acceptedAt: number
}

/** The licence to send one submission once. */
export interface Claim {
  id: number
  /** An opening of the ledger. */
  holder: number
  /** Counts the holder's claims. */
  number: number
  /** May a request start under it now? Call it in the same turn as the request: it cannot expire in between. */
  mayStart?(): boolean
}

export interface Sender {
  /** `account@machine` */
  name: string
  rows: number
  /** Time since its last heartbeat; undefined without a lease. */
  heardMs: number | undefined
}

export interface RowLocator {
  file: string
  /** Empty for CSV. */
  sheet: string
  rowNumber: number
}

export interface StandingRow extends RowLocator {
  /** As read, and its columns, as JSON; an empty text where those are not known. */
  cells: string
  columns: string
}

/** Values by field, as they were sent. */
export interface TaughtValues {
  accepted: ReadonlyMap<string, readonly string[]>
  /** `at`: when one was sent last. */
  refused: ReadonlyMap<string, ReadonlyMap<string, { count: number; at: number }>>
}

export type Settlement =
  /** The service has it, and its scores are awaited: first poll at `nextPollAt`. */
  | { to: 'accepted'; identifier: string; reportUrl: string; nextPollAt: number }
  | { to: 'done'; identifier: string }
  /** Refused by the service, in its own words. */
  | { to: 'rejected'; field: string; message: string; rawAnswer: string }
  /** Surely not processed: no attempts left (`failed`), or a further one (`ready`). */
  | { to: 'failed' | 'ready'; reason: string }
  /** With the raw answer, if there was one. */
  | { to: 'unknown'; reason: string; rawAnswer: string }
