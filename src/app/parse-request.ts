import { basename, extname, join } from 'node:path'
import { find } from '../messages/catalogue.ts'
import { operations } from '../operations/all.ts'
import { avoidDeviceName, stemOfInput } from '../pipeline/earlier-output/output-names.ts'
import type { Field, Operation, ReadSettings } from '../pipeline/model/operation.ts'
import type { LoadOptions, RefreshRequest, ResendOptions, RunRequest, SendOptions } from '../pipeline/model/options.ts'
import { pickPart, withDefaults } from '../settings/all.ts'
import type { OutputOptions, ReadOptions, RefreshSettings, SendingOptions } from '../settings/option-types.ts'
import { requireUsableNumbers } from '../settings/parse-value.ts'
import { foldText } from '../sheet/fold-text.ts'
import { nearestMatch } from '../sheet/nearest-match.ts'
import { parseDatePatterns } from '../sheet/values/date-pattern.ts'
import { createFixList, createValueList, type FixList, type ValueList } from '../sheet/values/value-list.ts'
import { BatchError } from '../support/errors.ts'
import { requireSeparateOutput } from './output-file.ts'

/** A run as its face was given it: options may be missing, and are not checked. */
export interface GivenRun extends ReadOptions, SendingOptions, OutputOptions {
  input: string
  /** The results come from the sandbox. @default false */
  sandbox?: boolean
  /** What the service refused is not sent again as it is. No option of a command. @default false */
  keepRejected?: boolean
  /** Digest of the file that a corrected one was made of. No option of a command. */
  madeOf?: string
}

/** @throws BatchError `usage` or `configuration` for an option or an output that cannot be used. */
export function parseRequest(operation: Pick<Operation, 'sheet' | 'output'>, given: GivenRun): RunRequest {
  const { input, newWorkbook = false, allOrNothing = false, keepRejected = false } = given
  const extension = extname(input)
  // Excel opens macros under this extension only. Reading the workbook tells whether it has any.
  const ending = extension.toLowerCase() === '.xlsm' && !newWorkbook ? '.xlsm' : '.xlsx'
  const output = chooseOutput(given, `${stemOfInput(input)}.${operation.output.suffix}`, ending)
  const load = toLoadOptions(operation, given)
  const answers = { text: keepAnswers(given), madeOf: given.madeOf }
  return { ...parseSendOptions(given), input, output, load, newWorkbook, allOrNothing, keepRejected, answers }
}

/** What was answered about a sheet, by whatever face, as the page asks for it. Pure. */
function keepAnswers({ sheets, hidden, encoding, delimiter, columns, set, values, dateFormat }: ReadOptions): string {
  const listed = {
    sheets: sheets === undefined || sheets === 'all' ? sheets : [sheets].flat(),
    dateFormat: dateFormat === undefined ? undefined : [dateFormat].flat(),
  }
  return JSON.stringify({ columns, set, values, hidden, encoding, delimiter, ...listed })
}

export interface GivenRefresh extends RefreshSettings, Pick<GivenRun, 'sandbox'> {
  /** Undefined: all assessments in the ledger. */
  input?: string | undefined
}

/** @throws BatchError as `parseRequest` does. */
export function parseRefresh(given: GivenRefresh): RefreshRequest {
  const { input, all = false, sheet, columns = {}, encoding, delimiter } = given
  const name = input === undefined ? 'refreshed' : `${basename(input, extname(input))}.refreshed`
  const load = { sheet, encoding, delimiter, columns: new Map(Object.entries(columns)) }
  return { ...parseSendOptions(given), input, output: chooseOutput(given, name), isScoredToo: all, load }
}

function chooseOutput(
  { input, output, sandbox = false }: Pick<GivenRefresh, 'input' | 'output' | 'sandbox'>,
  name: string,
  ending = '.xlsx',
): string {
  const chosen = output ?? join('output', `${avoidDeviceName(name)}${sandbox ? '.simulated' : ''}${ending}`)
  requireSeparateOutput(input ?? '', chosen)
  return chosen
}

/** @throws BatchError `usage` for a number that cannot be used. */
export function parseSendOptions(options: SendingOptions): SendOptions & ResendOptions {
  requireUsableNumbers(options)
  return pickPart(withDefaults(options), 'SendingOptions')
}

/** @throws BatchError `usage` or `configuration` for an option that cannot be used. */
export function toLoadOptions({ sheet: { fields } }: Pick<Operation, 'sheet'>, given: ReadOptions): LoadOptions {
  const { sheets, columns = {}, set = {}, lists, values = {}, dateFormat, where = {} } = given
  const { encoding, delimiter, hidden } = given
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
  const fields = operations.flatMap(({ sheet }) => sheet.fields)
  requireFieldNames('lists', Object.keys(lists), fields)
  return new Map(Object.entries(lists).map(([field, values]) => [field, createValueList(values)]))
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

/** Field → written text → meaning. */
export type FixEntries = Readonly<Record<string, Readonly<Record<string, string>>>>

/** @throws BatchError `usage` for an entry with two meanings, or a meaning that its field does not take. */
export function toFixLists(
  entries: FixEntries,
  fields: readonly Field[],
  settings: ReadSettings,
): ReadonlyMap<string, FixList> {
  return new Map(
    fields.flatMap((field) => {
      const list = Object.hasOwn(entries, field.name) ? entries[field.name] : undefined
      if (list === undefined) return []
      requireOneMeaning(field, list)
      for (const [written, meant] of Object.entries(list)) requireTakenValue(field, written, meant, settings)
      return [[field.name, createFixList(list)] as const]
    }),
  )
}

function requireOneMeaning({ name }: Field, list: Readonly<Record<string, string>>): void {
  const seen = new Map<string, string>()
  for (const [written, meant] of Object.entries(list)) {
    const earlier = seen.get(foldText(written)) ?? written
    seen.set(foldText(written), earlier)
    if (list[earlier] === meant) continue
    const was = list[earlier] ?? ''
    throw new BatchError('usage', find('values-two-meanings', { field: name, earlier, was, written, meant }))
  }
}

function requireTakenValue(field: Field, written: string, meant: string, settings: ReadSettings): void {
  // An entry may empty a cell: `"-": ""`.
  if (meant === '' && foldText(written) !== '') return
  const reading = field.read({ t: 's', v: meant }, settings)
  if (reading.ok) return
  const { rule, hint } = reading
  throw new BatchError('usage', find('value-not-taken', { field: field.name, written, meant, rule, hint }))
}
