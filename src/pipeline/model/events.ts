import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { Sender } from '../../ledger/port/submissions.ts'
import type { HaltReason } from '../../messages/halts.ts'
import type { Wait } from '../../messages/waits.ts'
import type { Estimate } from './estimate.ts'

export interface SendPreview {
  operation: string
  targetLabel: string
  isTestTarget: boolean
  toSend: number
  /** Left for a later run by `limit`. */
  later: number
  /** Created earlier, and only polled for scores in this run. */
  toAsk: number
  /** Undefined where too little is known. */
  estimate: Estimate | undefined
  /** Where nothing is known: with a latency that is assumed. */
  assumed?: Estimate | undefined
  /** The plan itself is shown and confirmed too. */
  hasPlan: boolean
}

/** Requests a second, or in flight where no rate is known. */
export interface Pace {
  perSecond: number | undefined
  inFlight: number
}

/** Throttling by the service: its begin, each larger change, its end. */
export interface ThrottlingReport {
  phase: 'began' | 'changed' | 'ended'
  /** Since throttling began. */
  refusals: number
  /** HTTP status of the last refusal. */
  status: number | undefined
  pace: Pace
  /** Milliseconds without requests, as the service asks. */
  heldMs: number
}

export interface TrafficReport {
  requests: number
  /** Requests refused because of load, by HTTP status. */
  refused: Readonly<Record<string, number>>
  /** Rows sent again, and polls repeated after a failure. */
  retries: number
  /** Milliseconds to an answer; undefined without an answer. */
  latencyMs: { p50: number; p95: number } | undefined
}

export interface Progress {
  stage: 'load' | 'send' | 'write'
  /** Rows read so far, or rows of the sheet in all. */
  rows: number
  settled: number
  inFlight: number
  pending: number
  counts: ReadonlyMap<string, number>
}

/** An event of a run, for displays and machines. Holds neither personal data nor the token. */
export type RunEvent =
  /** Everything is checked; nothing was sent yet. */
  | { kind: 'planned'; sending: SendPreview; rows: number; balance: readonly ShownLine[] }
  /** Nothing is sent for `heldMs`: the service refuses, or cannot be reached. */
  | { kind: 'held'; cause: 'refused' | 'unreachable'; status: number | undefined; heldMs: number }
  /** A refusal has changed the pace. */
  | { kind: 'pace'; pace: Pace }
  /** Throttling begins, changes, or ends. */
  | ({ kind: 'strain' } & ThrottlingReport)
  /** Surely not processed, and sent again. */
  | { kind: 'retry'; rowNumber: number; sheet?: string | undefined; cause: 'not-sent' | 'not-processed'; tries: number }
  /** Only rows that another run is sending are left; this run sends those that the other leaves. */
  | { kind: 'waiting'; senders: readonly Sender[] }
  /** No answer and no progress for `forMs`; repeated at the same interval. */
  | { kind: 'still'; forMs: number; waits: readonly Wait[] }
  | { kind: 'halted'; reason: HaltReason['kind'] }
  | ({ kind: 'progress' } & Progress)
  /** A row changed state; emitted only with `emitsRowEvents`. */
  | { kind: 'moved'; runId: number; to: string; rowNumber: number | undefined; sheet: string | undefined }
  | { kind: 'written'; file: string }

export interface Replacement {
  row: string
  /** By the operation's own label. */
  now: string
  before: string
  /** Whose it was. */
  by?: string | undefined
  at: number | undefined
  /** It is not known if the earlier one is in force. */
  isUnknown: boolean
  /** Two people decided it. */
  wasReleased: boolean
}

export interface Plan {
  operation: string
  targetLabel: string
  isTestTarget: boolean
  /** Requests to send, by label. */
  counts: ReadonlyMap<string, number>
  /** The same by actor; empty where no actor is named. */
  actors: ReadonlyMap<string, number>
  total: number
  /** Left for a later run by `limit`. */
  later: number
  /** Of requests that have a period: how many places they name, their first and their last day. */
  span?: { places: number; from: string; until: string } | undefined
  /** The first requests, as JSON and in words. */
  first: readonly { row: string; request: string; words: string }[]
  /** Of an operation whose plans are read: every line as the ledger has it, and the same by column. */
  lines?: readonly string[] | undefined
  table?: readonly (readonly string[])[] | undefined
  /** What two people release: all of it is shown. */
  isRelease?: boolean
  /** Identifiers of events that several rows carry. */
  repeatedEvents: readonly { event: string; rows: readonly string[] }[]
  /** For a release: the sheet was changed since; what was sealed is sent. */
  isSheetChanged?: boolean | undefined
  /** Earlier records that are replaced: their number, those that two people had released, and the first ones. */
  replaced: { count: number; released: number; first: readonly Replacement[] }
  /** Undefined where too little is known. */
  estimate?: Estimate | undefined
}

export type RunQuestion =
  /** Send the plan? Asked each time, of operations that need it. Only a yes sends. */
  | { kind: 'plan'; plan: Plan }
  /** Send to an address that is not marked as test and was never confirmed? */
  | { kind: 'target'; sending: SendPreview }
  /** Send a token to another host than the one that accepted it? */
  | { kind: 'address'; known: string; address: string }
  /** Go on, although row after row is refused alike? `signal` aborts when the answer is no longer needed. */
  | { kind: 'rejections'; field: string; message: string; count: number; signal: AbortSignal }
