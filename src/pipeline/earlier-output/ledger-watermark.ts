import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LedgerLine } from '../../ledger/port/watermark.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { readHiddenNames } from '../../sheet/package/sheet-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { displayCell } from '../../sheet/values/display.ts'
import { toIsoTime } from '../../support/clock.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions, RunPorts } from '../model/options.ts'
import { openEach, openOwnSheet } from './open-earlier-output.ts'

export async function readLedgerLine({ id, attempts }: Pick<Ledger, 'id' | 'attempts'>): Promise<LedgerLine> {
  return { ledgerId: id, ...(await attempts.last()) }
}

/** Label of the line in `Summary`. */
export const watermarkLabel = 'Ledger'

/** The newest workbooks of a folder are read: each takes a few milliseconds, more on a network disk. */
export const mostWorkbooks = 50
const mostLines = 500

export function formatWatermark({ ledgerId, number, digest, at }: LedgerLine): string {
  return number === 0 ? `${ledgerId}, empty` : `${ledgerId}, line ${number} of ${toIsoTime(at)}, digest ${digest}`
}

/** Undefined for a ledger that was empty, too: no other one knows less. */
export function parseWatermark(text: string): LedgerLine | undefined {
  const [, ledgerId, number, time, digest] = /^(\S+), line (\d+) of (\S+), digest ([0-9a-f]{32})$/.exec(text) ?? []
  const at = Date.parse(time ?? '')
  if (ledgerId === undefined || digest === undefined || Number.isNaN(at)) return undefined
  return { ledgerId, number: Number(number), digest, at }
}

/** What the workbooks in some folders know of ledgers. A file that cannot be read, or is none of ours, knows nothing. */
export async function findWatermarks(folders: readonly string[]): Promise<(LedgerLine & { file: string })[]> {
  const found: (LedgerLine & { file: string })[] = []
  for (const folder of new Set(folders)) {
    for (const file of await listWorkbooks(folder)) {
      const watermark = await readWatermark(file).catch(() => undefined)
      if (watermark !== undefined) found.push({ ...watermark, file })
    }
  }
  return found
}

async function listWorkbooks(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /^(?![~.]).*\.xls[xm]$/i.test(name)).map((name) => join(folder, name))
  const times = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  const dated = files.map((file, index) => ({ file, at: times[index]?.mtimeMs ?? 0 }))
  const newest = dated.toSorted((one, other) => other.at - one.at).slice(0, mostWorkbooks)
  return newest.map(({ file }) => file)
}

async function readWatermark(file: string): Promise<LedgerLine | undefined> {
  let left = mostLines
  for await (const [label = '', value = ''] of readSummary(file)) {
    const watermark = label === watermarkLabel ? parseWatermark(value) : undefined
    if (watermark !== undefined) return watermark
    left -= 1
    if (left === 0) return undefined
  }
  return undefined
}

/** The texts of each line in the sheet Summary of a workbook. */
async function* readSummary(file: string, isOurs = (_: SheetSource): boolean => true): AsyncGenerator<string[]> {
  for await (const source of openEach([file], () => openOwnSheet(file, 'Summary'))) {
    if (isOurs(source)) for await (const { cells } of source.rows()) yield cells.map(displayCell)
  }
}

/** Begins the label of a line in the sheet `Summary`, before what filled it in; the field, or its title, and its value follow. */
export const filledIn = 'Filled in by '

/**
 * Adds the `--set` values that an earlier output was written with: its rows are then unchanged. New values take
 * precedence. Only for operations with an identifier column; decisions and invitations need the option each time.
 */
export async function recallDefaults(
  input: string,
  { fields, identifierField }: Operation['sheet'],
  load: LoadOptions,
  { logger }: Pick<RunPorts, 'logger'>,
): Promise<LoadOptions> {
  if (identifierField === undefined) return load
  const known = new Map(fields.flatMap(({ name, about }) => [name, about.title].map((each) => [each, name] as const)))
  const defaults = new Map(load.defaults)
  for (const [shown, value] of await readFilledIn(input)) {
    const field = known.get(shown)
    if (field === undefined || defaults.has(field)) continue
    defaults.set(field, value)
    logNote(logger, 'info', find('defaults-recalled', { field, value, input }))
  }
  return { ...load, defaults }
}

async function readFilledIn(input: string): Promise<[string, string][]> {
  const { isMarked } = await readHiddenNames(input)
  const found: [string, string][] = []
  const isOurs = (source: SheetSource): boolean =>
    source.kind !== 'csv' && (isMarked || source.select('Results') !== undefined)
  for await (const [label = '', field = '', value = ''] of readSummary(input, isOurs)) {
    if (label.startsWith(filledIn)) found.push([field, value])
  }
  return found
}
