import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import type { FixList } from '../../sheet/values/fix-list.ts'
import type { ValueList } from '../../sheet/values/value-list.ts'
import type { Clock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { Random } from '../../support/random.ts'
import type { OptionNameFormatter } from '../rows/row-outcome.ts'
import type { HaltReason, RunEvent, RunQuestion, TrafficReport } from './events.ts'

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
  /** Field → what people write in its cells → what they mean. */
  values: ReadonlyMap<string, FixList>
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
  /** How long a service that cannot be reached is waited for before the run stops; Infinity: for ever. */
  waitForServiceMs: number
  /** From creation until a row is left `pending`. */
  pollTimeoutMs: number
  /** False for `--no-wait`: create only. */
  waits: boolean
  /** Most rows to send in this run; the others stay `ready`. */
  limit?: number | undefined
}

/** Whether somebody holds back what has not started yet. */
export interface PauseSignal {
  readonly isPaused: boolean
  /** Resolves when it is not, or no longer, held back, or `signal` aborts. */
  whenResumed(signal: AbortSignal): Promise<void>
}

/** Where the rows of a run can be looked at while it goes on. */
export interface LoadedRun {
  ledger: Ledger
  runId: number
}

export interface RunPorts {
  clock: Clock
  random: Random
  logger: Logger
  /** Aborts at the first interrupt: requests in flight finish, the workbook is written. */
  interrupt: AbortSignal
  /** Told of what happens, as it happens; nothing waits for it. */
  onEvent?(event: RunEvent): void
  /** Whether each row that moves on is an event, too: to look up its number costs a little. @default false */
  emitsRowEvents?: boolean
  /** New requests wait while it holds them back; what was created is asked for its scores all the same. */
  pause?: PauseSignal
  /** Told once the rows are loaded; nothing may be asked there any more when the run has ended. */
  onLoaded?(run: LoadedRun): void
  /** How a workbook calls the settings that its hints name (`‹set›`). @default by their names in the library */
  formatOptionNames?: OptionNameFormatter
  /** Asked what a person must decide; undefined as an answer: nobody can be asked. */
  ask?(question: RunQuestion): Promise<boolean | undefined>
}

/** A plan that somebody sealed and another person releases: exactly that is sent. */
export interface Release {
  seal: string
  /** As the sealed workbook has them. */
  lines: readonly (readonly string[])[]
  /** What is left of it is carried on. */
  wasReleased: boolean
  /** What the log of attempts says of it, as JSON. */
  statement: string
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
  release?: Release | undefined
}

export interface BatchOptions extends RunOptions {
  /** Path of the sheet. */
  input: string
  load: LoadOptions
  resend: ResendOptions
  /** A workbook of its own for the results, although the input is one that could be given back. @default false */
  newWorkbook?: boolean | undefined
  /** Nothing is sent of a sheet with a row that is wrong. @default false */
  allOrNothing?: boolean | undefined
}

/** What to ask for again. */
export interface RefreshOptions extends RunOptions {
  /** A sheet with a column of identifiers, or one that an earlier run has read; undefined: all that is known. */
  input: string | undefined
  /** Without such a column: what has scores already as well. */
  isScoredToo: boolean
  load: Pick<LoadOptions, 'encoding' | 'delimiter' | 'columns'> & {
    /** Worksheet with the identifiers. */
    sheet: string | undefined
  }
}

/** Where the results stand. */
export interface WrittenOutput {
  file: string
  /** The file that was asked for could not be replaced. */
  isSecondName: boolean
  /** Of an output without sheets: the files beside it, by what they would be called as sheets. */
  beside?: ReadonlyMap<string, string>
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
  output: WrittenOutput | undefined
  /** Submissions of earlier runs that no row names any more. */
  orphans: number
  /** Who else has sent rows that are created or done, `account@machine`, and how many. */
  others?: readonly { sender: string; rows: number }[]
  /** The most that this run was to send, where that was said. */
  limit?: number | undefined
  /** What went over the wire. */
  traffic: TrafficReport
  startedAt: number
  endedAt: number
}
