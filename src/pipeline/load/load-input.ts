import type { LoadedRow, LoadSettings } from '../../ledger/port/loaded-row.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { openSheet } from '../../sheet/open.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { Fix } from '../../sheet/values/value-list.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import { digestOf } from '../earlier-output/edited-output.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions, RunPorts } from '../model/options.ts'
import { isSimulated } from '../model/run.ts'
import { findRefilled, type LoadedInput, RowAddresses } from '../rows/loaded-input.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'
import {
  announceContested,
  announceFixUses,
  announceForgotten,
  announceOverlaps,
  announceSheets,
  SheetMessages,
} from './announce.ts'
import { findCancelColumns } from './check-row.ts'
import { chooseInputSheets } from './choose-sheets.ts'
import { KnownRows } from './known-rows.ts'
import { type CheckedSheet, type LoadRequest, readSheet } from './load-sheet.ts'

/** The sheets to read are chosen later, in `loadInput`. */
export function openInput(
  file: string,
  { sheets, encoding, delimiter }: LoadOptions,
  interrupt?: AbortSignal,
): Promise<SheetSource> {
  const sheet = sheets === 'all' ? undefined : sheets?.[0]
  return openSheet(file, { sheet, encoding, delimiter, ...(interrupt === undefined ? {} : { interrupt }) })
}

/** Each checked row finds its submission in the ledger or becomes a new one. Nothing is sent. */
export async function loadInput(
  opened: SheetSource,
  given: Omit<LoadRequest, 'uses'>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onEvent'> & { onBegun?(runId: number): Promise<void> },
): Promise<LoadedInput> {
  await requireChosenIn(opened.file, given.load)
  const request = { ...given, uses: new Map<Fix, number>() }
  const { operation, target, load, resend, uses } = request
  const choice = await chooseInputSheets(opened, operation.sheet, load)
  const chosen = await findCancelColumns(opened, choice.chosen, operation.sheet)
  announceSheets(choice, load.sheets !== undefined, ports.logger)
  announceCarried(chosen, operation, ports.logger)
  const run = await ledger.runs.begin({
    operation: operation.name,
    doneWord: operation.output.doneWord,
    target,
    file: request.file,
    sheets: chosen.map(({ source }) => (source.kind === 'xlsx' ? source.sheet : '')),
    isAgain: resend.again,
    answers: request.kept,
    now: ports.clock.now(),
  })
  await ports.onBegun?.(run.id)
  if (run.epoch !== undefined && run.epoch.unfinished.size > 0) logNote(ports.logger, 'warn', find('again-unfinished'))
  const { again: _, keepRejected = false, ...permitted } = resend
  const about = { runId: run.id, operation: operation.name, target, epoch: run.epoch, now: ports.clock.now() }
  const settings: LoadSettings = { ...about, ...permitted, keepRejected }
  let count = 0
  const addresses = new RowAddresses(chosen.map(({ source }) => source.sheet))
  const facts = {
    operation,
    target,
    sheets: chosen,
    addresses,
    file: request.file,
    isAgain: resend.again,
    noteFor: load.noteFor,
  }
  const known = new KnownRows({ ...facts, submissions: ledger.submissions })
  // One page is stored while the next is read and checked: the ledger may be a server.
  let stored: Promise<void> = Promise.resolve()
  const store = async (read: readonly LoadedRow[]): Promise<void> => {
    const rows = await known.compare(read)
    const before = stored
    // After a simulated row nothing is stored: the ledger would take a made-up identifier for a real one.
    const isMadeUp = !isSimulated(target) && (await known.hasSimulated(rows))
    if (!isMadeUp) stored = ledger.rowLoader.add(settings, count, rows)
    // The next `await` of `stored` throws the failure.
    stored.catch(() => {})
    await before
    count += rows.length
    const still = { settled: 0, inFlight: 0, pending: 0, counts: new Map<string, number>() }
    ports.onEvent?.({ kind: 'progress', stage: 'load', rows: count, ...still })
  }
  const sheets: CheckedSheet[] = []
  const messages = new SheetMessages()
  try {
    for (const [position, sheet] of chosen.entries()) {
      const logger = chosen.length > 1 ? messages.loggerFor(sheet.source.sheet) : ports.logger
      const read = await readSheet(sheet, position, request, store, { clock: ports.clock, logger })
      if (read.rows === 0 && chosen.length > 1)
        logger.info(`no rows below the headings in row ${sheet.headings.rowNumber}`)
      await ledger.runs.describeColumns(run.id, position, JSON.stringify(read.columns))
      sheets.push(read)
    }
    await stored
  } finally {
    await stored.catch(() => {})
    messages.flush(ports.logger)
  }
  if (count === 0) throw explainNoRows(opened.file, chosen)
  requireSelected(opened.file, sheets)
  const examples = sheets.reduce((sum, sheet) => sum + sheet.examples, 0)
  if (examples === count) logNote(ports.logger, 'warn', find('rows-example', { file: opened.file, count }))
  known.refuseSimulated(opened.file)
  const hidden = listHidden(sheets)
  // A hidden decision or invitation may not be meant to be sent.
  if (hidden.count > 0 && load.hidden === undefined && operation.sheet.asksForHidden === true) {
    throw new BatchError('usage', find('rows-hidden', { file: request.file, ...hidden }), {
      remedy: { kind: 'hidden' },
    })
  }
  const { sendChanged } = resend
  await ledger.runs.completeLoad(settings, { sendChanged, answers: request.answers ?? new Map() })
  await announceForgotten(ledger.forgetting, run.id, ports.logger)
  if (hidden.count > 0) {
    const where = sheets.length > 1 ? ` (${hidden.shown})` : ''
    const facts = { count: hidden.count, isSkipped: load.hidden === 'skip', where }
    logNote(ports.logger, 'warn', find('rows-hidden-read', facts))
  }
  known.announce(ports.logger)
  const fixes = announceFixUses(load.values, uses, ports.logger, operation.send.needsConfirmation === true)
  const { identifyingFields, period } = operation.request
  await announceContested(ledger.order, run.id, identifyingFields[0] ?? '', addresses, ports.logger)
  if (period !== undefined) await announceOverlaps(ledger.overlaps, { runId: run.id, period }, addresses, ports.logger)
  const read = new Set(chosen.map(({ source }) => source.sheet))
  return {
    runId: run.id,
    sheets: sheets.map(({ hidden: _, examples: __, unselected: ___, ...sheet }) => sheet),
    rows: count,
    fixes,
    unread: opened.sheets.map(({ name }) => name).filter((name) => !read.has(name)),
  }
}

/** @throws BatchError `usage` where rows were left out of another content: their numbers may mean other rows. */
async function requireChosenIn(file: string, { leaveOut }: LoadOptions): Promise<void> {
  if (leaveOut?.of === undefined || (await digestOf(file)) === leaveOut.of) return
  throw new BatchError('usage', find('left-out-elsewhere', { file }))
}

const mostCarried = 60

/** Each heading once, even if several sheets have it. */
function announceCarried(chosen: readonly ChosenSheet[], operation: Operation, logger: Logger): void {
  const carried = new Set(
    chosen.flatMap(({ headings: { columns } }) => {
      const refilled = new Set(findRefilled(columns, operation.output.columns).values())
      return columns
        .filter(({ field, index }) => field === undefined && !refilled.has(index))
        .map(({ heading }) => `“${heading}”`)
    }),
  )
  if (carried.size > 0)
    logger.info(
      `columns carried to the output as they are: ${[...carried].slice(0, mostCarried).join(', ')}${carried.size > mostCarried ? ', …' : ''}`,
    )
}

/** @throws BatchError `usage` when the filter selects no row of any sheet. */
function requireSelected(file: string, sheets: readonly CheckedSheet[]): void {
  const unselected = sheets.filter(({ rows }) => rows > 0).map((sheet) => sheet.unselected)
  const [first] = unselected
  if (first === undefined || unselected.includes(undefined)) return
  throw new BatchError('usage', `${file}: ${first.text}`, { hint: first.hint })
}

function explainNoRows(file: string, chosen: readonly ChosenSheet[]): BatchError {
  const [first] = chosen
  const where =
    chosen.length > 1
      ? `of ${chosen.map(({ source }) => source.sheet).join(', ')}`
      : `in row ${first?.headings.rowNumber ?? 1}`
  return new BatchError('input', find('rows-none', { file, where }))
}

const shownOfSheet = 10

/** The rows as `5, 6`, or with several sheets `EMEA: 5, 6; AMER: 9`. */
function listHidden(sheets: readonly CheckedSheet[]): { count: number; shown: string } {
  const found = sheets.filter(({ hidden }) => hidden.length > 0)
  const shown = found.map(({ name, hidden }) => {
    const rows = hidden.slice(0, shownOfSheet).join(', ') + (hidden.length > shownOfSheet ? ', …' : '')
    return sheets.length > 1 ? `${name}: ${rows}` : rows
  })
  return { count: found.reduce((sum, { hidden }) => sum + hidden.length, 0), shown: shown.join('; ') }
}
