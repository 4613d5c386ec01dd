import { find } from '../messages/catalogue.ts'
import { type OperationName, operations } from '../operations/all.ts'
import type { Plan, Progress } from '../pipeline/model/events.ts'
import type { Field, Operation } from '../pipeline/model/operation.ts'
import type { LoadOptions, ResendOptions, SendOptions } from '../pipeline/model/options.ts'
import { pickPart, withDefaults } from '../settings/all.ts'
import type {
  OutputOptions,
  ReadOptions,
  RefreshSettings,
  SendingOptions,
  TargetOptions,
} from '../settings/option-types.ts'
import { requireUsableNumbers } from '../settings/parse-value.ts'
import { nearestMatch } from '../sheet/nearest-match.ts'
import { parseDatePatterns } from '../sheet/values/date-pattern.ts'
import { createValueList, type ValueList } from '../sheet/values/value-list.ts'
import { BatchError } from '../support/errors.ts'
import type { Logger } from '../support/logger.ts'
import { toFixLists } from './fix-lists.ts'
import type { RowReport } from './row-report.ts'

export interface CallOptions<Name extends OperationName = OperationName> extends TargetOptions {
  /** The service's base address. */
  baseUrl: string
  /** The company's token. It is never logged and never saved. */
  token: string
  /** Called with each row in input order once the output is written; its return value is not awaited. */
  onRow?: ((row: RowReport<Name>) => void) | undefined
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

/**
 * `true`, or a function that accepts the plan. Required to decide, to invite and to release: the library has no terminal
 * to ask at. For a release, `plan.lines` has every line, from the ledger.
 */
export type Confirm = true | ((plan: Plan) => boolean | Promise<boolean>)

interface SheetCall<Name extends OperationName> extends CallOptions<Name>, ReadOptions, SendingOptions, OutputOptions {
  /** Path of the sheet, CSV or XLSX. */
  input: string
}

/** Options of `runSheet`. */
export type SheetOptions<Name extends OperationName = OperationName> = SheetCall<Name> &
  ([Name] extends ['decide' | 'invite'] ? { confirm: Confirm } : { confirm?: Confirm | undefined })

/** Options of `sealDecisions`: it needs no token. */
export interface SealOptions
  extends Omit<SheetCall<'decide'>, 'token' | 'output' | 'limit' | 'onRow' | 'onProgress' | 'signal'> {
  /** Staff ID of the person who seals: a statement, not a log-in. */
  by: string
  /** Path of a workbook (.xlsx) to write for the second person. @default none */
  plan?: string | undefined
}

/** Options of `releaseRun`. How the sheet is read was sealed with the run. */
export interface ReleaseOptions
  extends CallOptions<'decide'>,
    Omit<SendingOptions, 'limit' | 'wait' | 'retryUnknown' | 'allowDuplicates' | 'sendChanged' | 'again'>,
    Pick<OutputOptions, 'output'> {
  /** The number of the run, or its seal, such as `8333-C5FC`. */
  run: number | string
  /** Staff ID of the person who releases: another one than who sealed. */
  by: string
  confirm: Confirm
  /** Path of the sheet, for a result in its copy. @default where it was when it was sealed, if it is there */
  input?: string | undefined
}

/** Options of `waitingRuns`. */
export interface WaitingOptions extends Pick<TargetOptions, 'ledger'> {
  /** Only runs for this address. @default all */
  baseUrl?: string | undefined
  /** Only runs of this company. @default all */
  company?: string | undefined
}

/** Options of `dropRun`. */
export interface DropOptions extends Pick<TargetOptions, 'ledger'>, Pick<CallOptions, 'logger' | 'onSpill'> {
  /** The number of the run, or its seal. */
  run: number | string
  /** Staff ID of the person who drops it, for the log. */
  by?: string | undefined
}

/** Options of `refreshScores`. */
export interface RefreshScoresOptions extends CallOptions<'assess'>, RefreshSettings {
  /** Path of a sheet with a column of identifiers, or of an earlier input. @default all assessments in the ledger */
  input?: string | undefined
}

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toLoadOptions(
  { sheet: { fields } }: Pick<Operation, 'sheet'>,
  {
    sheets,
    columns = {},
    set = {},
    lists,
    values = {},
    dateFormat,
    encoding,
    delimiter,
    hidden,
    where = {},
  }: ReadOptions,
): LoadOptions {
  requireFieldNames('set', Object.keys(set), fields)
  requireFieldNames('values', Object.keys(values), fields)
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
    where: new Map(Object.entries(where).map(([heading, values]) => [heading, [values].flat()])),
  }
}

/** One file of lists serves all operations. @throws BatchError `usage` for a field that no operation has. */
export function toValueLists(lists: ReadOptions['lists'] = {}): ReadonlyMap<string, ValueList> {
  requireFieldNames(
    'lists',
    Object.keys(lists),
    operations.flatMap(({ sheet }) => sheet.fields),
  )
  return new Map(Object.entries(lists).map(([field, values]) => [field, createValueList(values)]))
}

export function toResendOptions(options: SendingOptions): ResendOptions {
  const { retryUnknown, allowDuplicates, sendChanged, again } = withDefaults(options)
  return { retryUnknown, allowDuplicates, sendChanged, again }
}

/** @throws BatchError `usage` for a number that cannot be used. */
export function toSendOptions(options: SendingOptions): SendOptions {
  requireUsableNumbers(options)
  return pickPart(withDefaults(options), 'SendingOptions')
}

/** @throws BatchError `usage` for an unknown field: its value would be dropped without notice. */
export function requireFieldNames(option: string, names: Iterable<string>, fields: readonly Field[]): void {
  const known = fields.map(({ name }) => name)
  for (const name of names) {
    if (known.includes(name)) continue
    const meant = nearestMatch(name, known)
    throw new BatchError('usage', find('no-field', { option, name, nearest: meant, fields: known }))
  }
}
