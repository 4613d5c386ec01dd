import type { Token } from '../client/token.ts'
import { operations } from '../operations/all.ts'
import type { Plan, Progress } from '../pipeline/model/events.ts'
import type { Field, Operation } from '../pipeline/model/operation.ts'
import type { LoadOptions, ResendOptions, SendOptions } from '../pipeline/model/options.ts'
import { nearestMatch } from '../sheet/nearest-match.ts'
import { parseDatePatterns } from '../sheet/values/date-pattern.ts'
import { createValueList, type ValueList } from '../sheet/values/value-list.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import { type FixEntries, toFixLists } from './fix-lists.ts'
import type { RowReport } from './row-report.ts'
import { runDefaults } from './run-defaults.ts'

export interface ReadOptions {
  /**
   * Worksheets to read as one run, or `all` visible ones whose headings fit. @default the only one that fits; several
   * are refused
   */
  sheets?: string | readonly string[] | undefined
  /** Own heading → field, for headings that are not understood. @default none */
  columns?: Readonly<Record<string, string>> | undefined
  /** Field → value for its empty cells, or for all rows when there is no such column. @default none */
  set?: Readonly<Record<string, string>> | undefined
  /** Field → the company's known values, checked before anything is sent. @default values are sent as written */
  lists?: Readonly<Record<string, readonly string[]>> | undefined
  /** Field → written text (also an empty one) → meaning. @default cells are read as they are */
  values?: FixEntries | undefined
  /** Patterns of dates written as text, e.g. `DD/MM/YYYY`; several are all tried. @default only ISO 8601 */
  dateFormat?: string | readonly string[] | undefined
  /** Encoding of a CSV file, e.g. `windows-1252`. @default detected */
  encoding?: string | undefined
  /** Delimiter of a CSV file, one character. @default detected */
  delimiter?: string | undefined
  /** Rows hidden in the sheet. @default assess includes them; decide and invite refuse such a sheet */
  hidden?: 'include' | 'skip' | undefined
}

/** Times are in milliseconds. */
export interface SendingOptions extends Partial<ResendOptions> {
  /** Most requests in flight. @default 8 */
  concurrency?: number | undefined
  /** Most requests a second. @default adapts to the service */
  rate?: number | undefined
  /** Time limit of one request. @default 45_000 */
  requestTimeoutMs?: number | undefined
  /** Time from creation until a row is left `pending`. @default 600_000 */
  pollTimeoutMs?: number | undefined
  /** Wait for scores; without it, a later run of the same sheet asks for them. @default true */
  wait?: boolean | undefined
  /** Attempts at a request that was surely not processed. @default 5 */
  retries?: number | undefined
  /** Further HTTP statuses that the service's owner promises to mean “not processed”. @default none */
  retryStatuses?: Iterable<number> | undefined
  /**
   * Those of 429, 503, 421 and 425 that do not prove “not processed” at this service: such rows become `unknown`.
   * @default none
   */
  distrustStatuses?: Iterable<number> | undefined
  /** Longest wait for a service that cannot be reached; Infinity: no limit. @default 120_000 */
  waitForServiceMs?: number | undefined
  /** Stop sending after this many unknown outcomes without a success between them. @default 10 */
  maxUnknown?: number | undefined
  /** Stop sending after this many failed or rejected rows. @default never */
  maxErrors?: number | undefined
  /** Most new rows to send in this call; the others stay `ready`. @default all */
  limit?: number | undefined
}

export interface CallOptions {
  /** The service's base address. */
  baseUrl: string
  /** The company's token. It is never logged and never saved. */
  token: string | Token
  /** File or address of the ledger, which prevents duplicates. @default the ledger of the command line */
  ledger?: string | undefined
  /** Label that keeps the companies of one address apart. @default `default` */
  company?: string | undefined
  /** The token is new, the company the same. @default false */
  tokenRotated?: boolean | undefined
  /**
   * Use this ledger for this address and company from now on; the rows of another ledger do not count. @default false
   */
  newLedger?: boolean | undefined
  /** The token may go to an address whose host never accepted it, although others did. @default false */
  trustAddress?: boolean | undefined
  /** Called with each row in input order once the output is written; its return value is not awaited. */
  onRow?: ((row: RowReport) => void) | undefined
  /** Called with the progress of the run, several times a second. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Interrupts the run: requests in flight finish and the output is written. */
  signal?: AbortSignal | undefined
  /** Receives the messages for people. @default no messages */
  logger?: Logger | undefined
  /**
   * Receives one line of JSON with results that the ledger could not write (a full disk) and that must not be lost.
   * @default a process warning
   */
  onSpill?: ((line: string) => void) | undefined
}

/** Options of `runSheet`. */
export interface SheetOptions extends CallOptions, ReadOptions, SendingOptions {
  /** Path of the sheet, CSV or XLSX. */
  input: string
  /** Path of the workbook (.xlsx) or table (.csv) to write. @default `output/<input name>.<assessed, decided or invited>.xlsx` */
  output?: string | undefined
  /**
   * Writes results to a new workbook. Otherwise those of an .xlsx or .xlsm input go into a copy of it. @default false
   */
  newWorkbook?: boolean | undefined
  /** Sends nothing when a row is invalid. @default false */
  allOrNothing?: boolean | undefined
  /**
   * `true`, or a function that accepts the plan. Required to decide and to invite: the library has no terminal to ask
   * at.
   */
  confirm?: true | ((plan: Plan) => boolean | Promise<boolean>) | undefined
}

/** Options of `refreshScores`. */
export interface RefreshScoresOptions
  extends CallOptions,
    Pick<ReadOptions, 'columns' | 'encoding' | 'delimiter'>,
    Pick<SendingOptions, 'concurrency' | 'rate' | 'requestTimeoutMs' | 'pollTimeoutMs' | 'waitForServiceMs'> {
  /** Path of a sheet with a column of identifiers, or of an earlier input. @default all assessments in the ledger */
  input?: string | undefined
  /** Path of the workbook (.xlsx) or table (.csv) to write. @default `output/<input name, if any>.refreshed.xlsx` */
  output?: string | undefined
  /** Worksheet with the identifiers. @default the one with our results, or the only one with identifiers */
  sheet?: string | undefined
  /** Without an input: include assessments that already have scores. @default false */
  all?: boolean | undefined
}

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toLoadOptions(
  { sheet: { fields } }: Pick<Operation, 'sheet'>,
  { sheets, columns = {}, set = {}, lists, values = {}, dateFormat, encoding, delimiter, hidden }: ReadOptions,
): LoadOptions {
  requireFieldNames('‹set›', Object.keys(set), fields)
  requireFieldNames('‹values›', Object.keys(values), fields)
  const settings = { lists: toValueLists(lists), datePattern: parseDatePatterns([dateFormat ?? []].flat()) }
  return {
    ...settings,
    sheets: sheets === 'all' || sheets === undefined ? sheets : [sheets].flat(),
    encoding,
    delimiter,
    columns: new Map(Object.entries(columns)),
    defaults: new Map(Object.entries(set)),
    values: toFixLists(values, fields, settings),
    hidden,
  }
}

/** One file of lists serves all operations. @throws BatchError `usage` for a field that no operation has. */
export function toValueLists(lists: ReadOptions['lists'] = {}): ReadonlyMap<string, ValueList> {
  requireFieldNames(
    '‹lists›',
    Object.keys(lists),
    operations.flatMap(({ sheet }) => sheet.fields),
  )
  return new Map(Object.entries(lists).map(([field, values]) => [field, createValueList(values)]))
}

export function toResendOptions(options: SendingOptions): ResendOptions {
  const { retryUnknown = false, allowDuplicates = false, sendChanged = false, again = false } = options
  return { retryUnknown, allowDuplicates, sendChanged, again }
}

/** @throws BatchError `usage` for a number that cannot be used. */
export function toSendOptions(options: SendingOptions): SendOptions {
  const { concurrency = runDefaults.concurrency, retries = runDefaults.retries } = options
  const { maxUnknown = runDefaults.maxUnknown, pollTimeoutMs = runDefaults.pollTimeoutMs } = options
  const { waitForServiceMs = runDefaults.waitForServiceMs } = options
  requireAtLeast(1, { concurrency, retries, maxUnknown, maxErrors: options.maxErrors, limit: options.limit })
  requireAtLeast(0, { pollTimeoutMs, requestTimeoutMs: options.requestTimeoutMs })
  // Infinity is not a whole number, but valid here.
  if (waitForServiceMs !== Number.POSITIVE_INFINITY) requireAtLeast(0, { waitForServiceMs })
  if (options.rate !== undefined && !(options.rate > 0)) throw wrong('rate', 'more than 0', options.rate)
  return {
    concurrency,
    ratePerSecond: options.rate,
    tries: retries,
    maxUnknown,
    maxErrors: options.maxErrors,
    waitForServiceMs,
    pollTimeoutMs,
    waits: options.wait ?? true,
    limit: options.limit,
  }
}

function requireAtLeast(least: number, values: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      throw wrong(name, `a whole number of ${least} or more`, value)
    }
  }
}

function wrong(name: string, expected: string, value: number): BatchError {
  return new BatchError('usage', `${name} must be ${expected}, not ${value}`)
}

/** @throws BatchError `usage` for an unknown field: its value would be dropped without notice. */
export function requireFieldNames(option: string, names: Iterable<string>, fields: readonly Field[]): void {
  const known = fields.map(({ name }) => name)
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearestMatch(name, known)
    throw new BatchError('usage', `${option} names “${name}”, which is not a field`, {
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}The fields are ${known.join(', ')}.`,
    })
  }
}
