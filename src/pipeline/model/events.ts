import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { Sender } from '../../ledger/port/submissions.ts'
import type { Estimate } from './estimate.ts'

/** What is about to be sent, and where. */
export interface SendPreview {
  operation: string
  targetLabel: string
  isTestTarget: boolean
  toSend: number
  /** Left for a later run by the limit of this one. */
  later: number
  /** Created earlier, and waited for in this run: only their scores are asked for. */
  toAsk: number
  /** Left out where too little is known. */
  estimate: Estimate | undefined
  /** The plan itself is shown and confirmed as well. */
  hasPlan: boolean
}

/** Why a run stopped before everything was done. */
export type HaltReason =
  | { kind: 'interrupted' }
  | { kind: 'authorisation'; message: string }
  | { kind: 'redirect'; message: string }
  /** What was answered is no answer of the interface: `address` is most likely not the service's. */
  | { kind: 'address'; address: string; message: string }
  | { kind: 'unreachable'; message: string }
  | { kind: 'held-off'; message: string }
  | { kind: 'unknowns'; count: number }
  /** Answers in a row were for somebody else. */
  | { kind: 'mixed-up'; count: number }
  | { kind: 'errors'; count: number }
  | { kind: 'rejections'; field: string; message: string }
  | { kind: 'broken'; error: unknown }

/** How fast requests are sent: so many a second, or where no rate is known so many at a time. */
export interface Pace {
  perSecond: number | undefined
  inFlight: number
}

/** What is worth telling of a service that refuses: that it begins, how it goes on, that it ends. */
export interface ThrottlingReport {
  phase: 'began' | 'changed' | 'ended'
  /** Since it began. */
  refusals: number
  /** Of the last refusal. */
  status: number | undefined
  pace: Pace
  /** Nothing is sent for so long, as the service asks. */
  heldMs: number
}

/** What went over the wire in a run. */
export interface TrafficReport {
  requests: number
  /** Requests refused for being too many, by HTTP status. */
  refused: Readonly<Record<string, number>>
  /** Rows that were tried once more, and scores that were asked for again after a failure. */
  retries: number
  /** How long answers took; undefined when there was none. */
  latencyMs: { p50: number; p95: number } | undefined
}

/** How far a run is, for a progress display. */
export interface Progress {
  stage: 'load' | 'send' | 'write'
  /** Rows read so far, or rows of the sheet in all. */
  rows: number
  /** Rows that nothing more will happen to in this run. */
  settled: number
  inFlight: number
  /** Created and waiting for their scores. */
  pending: number
  /** Counts of this run by state, as people see it. */
  counts: ReadonlyMap<string, number>
}

/** What keeps a run from going on. */
export type Wait =
  /** The service asks for it, or cannot be reached. */
  | { kind: 'hold'; ms: number }
  /** A person is asked something. */
  | { kind: 'question' }
  /** What was sent, or is about to be as soon as the ledger says so. */
  | { kind: 'requests'; count: number }
  /** Others have their turn, as the one pace of all allows, or the probe after a hold is waited for. */
  | { kind: 'turn'; count: number }
  | { kind: 'senders'; senders: readonly Sender[] }
  /** `dueMs`: when some are asked for next; undefined when that is not known. */
  | { kind: 'scores'; rows: number; dueMs: number | undefined }
  /** Of a worker: it is given nothing of what is left to do. */
  | { kind: 'queue' }
  /** It does not answer. */
  | { kind: 'ledger' }

/** What happens in a run, for whoever tells people or machines of it. Holds neither personal data nor the token. */
export type RunEvent =
  /** Everything is checked; nothing was sent yet. */
  | { kind: 'planned'; sending: SendPreview; rows: number; balance: readonly ShownLine[] }
  /** Nothing is sent for a while: the service refuses, or cannot be reached. */
  | { kind: 'held'; cause: 'refused' | 'unreachable'; status: number | undefined; heldMs: number }
  /** How fast requests are sent was changed by a refusal. */
  | { kind: 'pace'; pace: Pace }
  /** The service begins to refuse, goes on differently, or is content again. */
  | ({ kind: 'strain' } & ThrottlingReport)
  /** Surely not processed, and tried again. */
  | { kind: 'retry'; rowNumber: number; sheet?: string | undefined; cause: 'not-sent' | 'not-processed'; tries: number }
  /** Nothing is left to send but what another run is sending: what it leaves is sent by this one. */
  | { kind: 'waiting'; senders: readonly Sender[] }
  /** Nothing was answered, and nothing moved on, for so long: what is waited for. Told again each time as much has passed. */
  | { kind: 'still'; forMs: number; waits: readonly Wait[] }
  /** Nothing more is sent. */
  | { kind: 'halted'; reason: HaltReason['kind'] }
  /** How far it is: many times a second. */
  | ({ kind: 'progress' } & Progress)
  /** A row moves on; told only where somebody wants to hear of each. */
  | { kind: 'moved'; to: string; rowNumber: number | undefined; sheet: string | undefined }
  /** The output is in its place. */
  | { kind: 'written'; file: string }

/** What was recorded earlier and is about to be replaced. */
export interface Replacement {
  row: string
  /** By the operation's own label. */
  now: string
  before: string
  at: number | undefined
  /** Whether the earlier one is in force is not known. */
  isUnknown: boolean
  /** Two people decided it. */
  wasReleased: boolean
}

/** What is about to be sent, as a person confirms it. */
export interface Plan {
  operation: string
  targetLabel: string
  isTestTarget: boolean
  /** Requests to send, by what they are. */
  counts: ReadonlyMap<string, number>
  /** The same by who stands for them; empty where nobody does. */
  actors: ReadonlyMap<string, number>
  total: number
  /** Left for a later run by the limit of this one. */
  later: number
  /** The first of them, as they will be sent and in words, with what the sheet says of whom they are about. */
  first: readonly { row: string; request: string; words: string }[]
  /** What was recorded earlier and is replaced: how often, how much of it two people had released, and the first ones. */
  replaced: { count: number; released: number; first: readonly Replacement[] }
  /** How long it will take, where that is known. */
  estimate?: Estimate | undefined
}

/** What a person must decide before a run goes on. */
export type RunQuestion =
  /** Whether to send it; asked each time, of operations that need it. Only a yes sends. */
  | { kind: 'plan'; plan: Plan }
  /** Whether to send anything to an address that is not marked as test and that nobody has confirmed yet. */
  | { kind: 'target'; sending: SendPreview }
  /** Whether a token that was accepted at one address may go to another host. */
  | { kind: 'address'; known: string; address: string }
  /** Whether to go on although row after row is refused alike. `signal` aborts when nobody waits for the answer any more. */
  | { kind: 'rejections'; field: string; message: string; count: number; signal: AbortSignal }
