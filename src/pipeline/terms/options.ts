import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { Clock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { Random } from '../../support/random.ts'
import type { Estimate } from './estimate.ts'
import type { HaltReason, RunEvent, Sending, TrafficReport } from './events.ts'

/** What to read and how. */
export interface LoadOptions {
  /** Worksheets to read as one run; undefined: the only visible one whose headings fit. */
  sheets: readonly string[] | 'all' | undefined
  encoding: string | undefined
  delimiter: string | undefined
  /** Own heading → field. */
  columns: ReadonlyMap<string, string>
  /** Field → value for its empty cells. */
  defaults: ReadonlyMap<string, string>
  /** Field → the company's known values. */
  lists: ReadonlyMap<string, ValueList>
  datePattern: DatePattern | undefined
  /** Undefined: nobody said. */
  hidden: 'include' | 'skip' | undefined
}

/** What may be sent that is held back otherwise. */
export interface ResendOptions {
  retryUnknown: boolean
  allowDuplicates: boolean
  sendChanged: boolean
  again: boolean
}

/** How hard to press, and when to stop. */
export interface SendOptions {
  /** Most requests in flight. */
  concurrency: number
  /** Most requests a second; undefined: none but what the service shows. */
  ratePerSecond: number | undefined
  /** Tries for what was surely not processed. */
  tries: number
  /** Stop sending after this many unknown outcomes without a success between. */
  maxUnknown: number
  /** Stop sending after this many rows failed or were rejected; undefined: never. */
  maxErrors: number | undefined
  /** From creation until a row is left `pending`. */
  pollTimeoutMs: number
  /** False for `--no-wait`: create only. */
  waits: boolean
  /** Most rows to send in this run; the others stay `ready`. */
  limit?: number | undefined
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

/** Whether to go on. `signal` aborts when the run was stopped meanwhile: nobody waits for the answer any more. */
export type ConfirmRejections = (
  refusal: { field: string; message: string; count: number },
  signal: AbortSignal,
) => Promise<boolean>

export interface RunPorts {
  clock: Clock
  random: Random
  logger: Logger
  onProgress(progress: Progress): void
  /** Told of what happens, as it happens. */
  onEvent?(event: RunEvent): void
  /** Told of each row that moves on, with its sheet where there are several; looking up its number costs a little. */
  onRowState?(state: string, rowNumber: number | undefined, sheet: string | undefined): void
  /** Aborts at the first interrupt: requests in flight finish, the workbook is written. */
  interrupt: AbortSignal
  /** Shown the plan before anything is sent, by operations that need it; false ends the run. */
  confirmPlan(plan: Plan): Promise<boolean>
  /** Asked before anything is sent to an address that is not marked as test and that nobody has confirmed; undefined: nobody can be asked. */
  confirmTarget?(sending: Sending): Promise<boolean | undefined>
  /** Asked when row after row is refused for the same reason; undefined where nobody can answer. */
  confirmRejections: ConfirmRejections | undefined
}

/** What is about to be sent. */
export interface Replacement {
  row: string
  /** By the operation's own label. */
  now: string
  before: string
  at: number | undefined
  /** Whether the earlier one is in force is not known. */
  isUnknown: boolean
}

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
  /** What was recorded earlier and is replaced: how often, and the first ones. */
  replaced: { count: number; first: readonly Replacement[] }
  /** How long it will take, where that is known. */
  estimate?: Estimate | undefined
}

/** How any run is to go, whatever it reads. */
export interface RunOptions {
  /** Path of the workbook (.xlsx) or table (.csv) to write. */
  output: string
  send: SendOptions
  /** Base address as the user knows it, for messages and the summary. */
  targetLabel: string
  isTestTarget: boolean
  toolVersion: string
}

export interface BatchOptions extends RunOptions {
  /** Path of the sheet. */
  input: string
  load: LoadOptions
  resend: ResendOptions
}

export interface RunReport {
  runId: number
  operation: string
  /** Where it sent to, and whether that is marked as test. */
  targetLabel: string
  isTestTarget: boolean
  /** The worksheets that were read; the file's base name for CSV. */
  sheets: readonly { name: string; rows: number }[]
  /** Every row of the input in exactly one line. */
  balance: readonly ShownLine[]
  rows: number
  halt: HaltReason | undefined
  output: { file: string; isSecondName: boolean } | undefined
  /** Submissions of earlier runs that no row names any more. */
  orphans: number
  /** The most that this run was to send, where that was said. */
  limit?: number | undefined
  /** What went over the wire. */
  traffic: TrafficReport
  startedAt: number
  endedAt: number
}
