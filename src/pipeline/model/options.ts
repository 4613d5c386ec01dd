import type { RunStatement } from '../../ledger/port/attempts.ts'
import type { ShownLine } from '../../ledger/port/outcomes.ts'
import type { Target } from '../../ledger/port/targets.ts'
import type { StatedPerson } from '../../ledger/port/waiting.ts'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import type { Ledger } from '../../ledger/port.ts'
import type { Face } from '../../messages/face.ts'
import type { HaltReason } from '../../messages/halts.ts'
import type { SettingValues } from '../../settings/all.ts'
import type { ReadOptions } from '../../settings/option-types.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import type { FixList, ValueList } from '../../sheet/values/value-list.ts'
import type { PublishedFile } from '../../sheet/writing/publish-file.ts'
import type { Clock } from '../../support/clock.ts'
import type { Logger } from '../../support/logger.ts'
import type { Random } from '../../support/random.ts'
import type { RunEvent, RunQuestion, TrafficReport } from './events.ts'
import type { ReadSettings } from './operation.ts'

export interface LoadOptions {
  /** Worksheets to read as one run; undefined: the only visible one whose headings fit. */
  sheets: readonly string[] | 'all' | undefined
  encoding: string | undefined
  delimiter: string | undefined
  /** The row of the headings; undefined: it is found. */
  headingRow?: number | undefined
  columns: ReadonlyMap<string, string>
  defaults: ReadonlyMap<string, string>
  lists: ReadonlyMap<string, ValueList>
  datePattern: DatePattern | undefined
  taught?: ReadSettings['taught']
  values: ReadonlyMap<string, FixList>
  /** A rule of the company, which the ledger has. */
  noteFor?: readonly string[] | undefined
  /** Undefined: not given. */
  hidden: 'include' | 'skip' | undefined
  /** Heading → values, one of which a row must have; the other rows are left out. */
  where: ReadonlyMap<string, readonly string[]>
  leaveOut?: ReadOptions['leaveOut']
}

/** Each permits rows that are held back otherwise. */
export interface ResendOptions
  extends Pick<SettingValues, 'retryUnknown' | 'allowDuplicates' | 'sendChanged' | 'again'> {
  /** What the service rejected is not sent again. */
  keepRejected?: boolean
}

export interface SendOptions
  extends Pick<SettingValues, 'concurrency' | 'retries' | 'maxUnknown' | 'waitForServiceMs' | 'pollTimeoutMs' | 'wait'>,
    Partial<Pick<SettingValues, 'rate' | 'maxErrors' | 'limit'>> {}

/** Holds back requests that have not started. */
export interface PauseSignal {
  readonly isPaused: boolean
  /** Resolves at once when not paused, else on resume or when `signal` aborts. */
  whenResumed(signal: AbortSignal): Promise<void>
}

/** For reading the rows of a run in progress. */
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
  /** Called synchronously for each event; the run does not wait for it. */
  onEvent?(event: RunEvent): void
  /** Emits `moved` for each row; looking up the row's number costs time. @default false */
  emitsRowEvents?: boolean
  /** Holds back new requests; created rows are polled for scores all the same. */
  pause?: PauseSignal
  /** Called when the rows are loaded. The ledger must not be used after the run has ended. */
  onLoaded?(run: LoadedRun): void
  /** Who reads the workbook: names of settings in its hints. @default users of the library */
  face?: Face | undefined
  /** Asks a person for a decision; undefined as an answer: no person can be asked. */
  ask?(question: RunQuestion): Promise<boolean | undefined>
}

export interface PairDoubts {
  /** One account of one machine has sealed and releases it: only the staff IDs differ. */
  isSameAccount: boolean
  /** The staff IDs differ in letters and digits that look alike. */
  isLookAlike: boolean
}

/** A run that one person sealed and another releases: exactly that is sent. */
export interface Release extends PairDoubts {
  runId: number
  seal: string
  by: StatedPerson
  /** The rest of a release that was begun. */
  wasReleased: boolean
  /** Confirmed beforehand: no person reads that the sheet was changed since. @default false */
  isUnattended?: boolean | undefined
  /** For the log of attempts, as JSON. */
  statement: string
}

/** A line of the log that a check is proof of. */
export type CheckStatement = Pick<RunStatement, 'operation' | 'outcome' | 'detail'>

/** For any run, with or without an input. */
export interface RunOptions extends SendOptions {
  /** Path of the workbook (.xlsx) or table (.csv) to write. */
  output: string
  release?: Release | undefined
  /** Digests of the rows that a person was shown: the run sends exactly these, or nothing. */
  expects?: ReadonlyMap<string, string> | undefined
  /** Before the release or the seal of a run, whose rows are loaded. @throws where it must not be. */
  check?: ((connection: { ledger: Ledger; target: Target }, runId: number) => Promise<CheckStatement>) | undefined
}

/** A run over a sheet, parsed once by its face: each stage reads it, or a part of it. */
export interface RunRequest extends RunOptions, ResendOptions {
  input: string
  load: LoadOptions
  /** Writes the results to a new workbook although the input could be given back. @default false */
  newWorkbook?: boolean | undefined
  /** A sheet with an invalid row is not sent at all. @default false */
  allOrNothing?: boolean | undefined
  /** What was answered about the sheet, as JSON, kept with the run; `madeOf`: digest of the file that a corrected one was made of. */
  answers?: { text: string; madeOf?: string | undefined } | undefined
}

export interface RefreshRequest extends RunOptions {
  /** A sheet with identifiers, or one that an earlier run has read; undefined: all rows in the ledger. */
  input: string | undefined
  /** Without identifiers: rows that have scores already, too. */
  isScoredToo: boolean
  load: Pick<LoadOptions, 'encoding' | 'delimiter' | 'columns'> & {
    sheet: string | undefined
  }
}

export interface WrittenOutput extends PublishedFile {
  /** The copy of an earlier output that a person edited; `cells` of the input's fields differ in it. */
  edited?: { file: string; cells: number }
  /** For a CSV output: the files beside it, by sheet name. */
  beside?: ReadonlyMap<string, string>
}

export interface RunReport {
  runId: number
  /** As it was given; undefined for a run without one. */
  input?: string
  operation: string
  /** Address of the service, and if it is marked as test. */
  targetLabel: string
  isTestTarget: boolean
  /** The worksheets that were read; the file's base name for CSV. */
  sheets: readonly { name: string; rows: number }[]
  /** Every row of the input in exactly one line. */
  balance: readonly ShownLine[]
  rows: number
  halt: HaltReason | undefined
  output: WrittenOutput | undefined
  orphans: number
  /** A later run of what is left would replace what was recorded. @default false */
  mayReplace?: boolean
  /** Of these, the ones that a newer submission has replaced. @default 0 */
  replaced?: number
  /** Another file, from which this input was last sent. It has trips, or contents of trips, that this one has not. */
  sentFrom?: string | undefined
  /** Other senders of created and done rows, `account@machine`, with the number of rows. */
  others?: readonly { sender: string; rows: number }[]
  /** Undefined: no limit was given. */
  limit?: number | undefined
  traffic: TrafficReport
  /** Which ledger knows it, and the last line of its log at the end. */
  ledger: LedgerLine
  startedAt: number
  endedAt: number
}
