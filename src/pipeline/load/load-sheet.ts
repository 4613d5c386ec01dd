import type { ChangeAnswers } from '../../ledger/change-answers.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { LoadedRow, LoadSettings } from '../../ledger/loaded-row.ts'
import type { StartedRun } from '../../ledger/runs.ts'
import type { Target } from '../../ledger/targets.ts'
import { isBlank } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/heading-fit.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { BatchError } from '../../support/errors.ts'
import type { Operation } from '../operation.ts'
import type { LoadOptions, ResendOptions, RunPorts } from '../options.ts'
import { loadRow, widthOf } from './check-row.ts'
import { type ChosenSheet, chooseSheet } from './choose-sheet.ts'
import { ColumnWatch } from './column-watch.ts'
import type { RowReader } from './read-row.ts'
import { foldHeadings } from './stray-row.ts'
import { announceDateOrders, type DateOrders, surveyDates } from './survey-dates.ts'

const batchSize = 500

const unfinishedAgain =
  'an earlier --again is not finished (some of its rows are not done): what it created is not created once more; a run without --again ends it'

/** The sheet's columns as the write stage needs them; kept in the ledger. */
export interface SheetColumns {
  /** Headings from the first column to the last one used; empty where a column has none. */
  headings: string[]
  fields: Record<string, number>
  /** Of a CSV input. */
  delimiter?: string
}

export interface LoadedSheet {
  run: StartedRun
  /** The worksheet that was read; the file's base name for CSV. */
  sheet: string
  rows: number
  columns: SheetColumns
}

export interface LoadRequest<Request extends object> {
  operation: Operation<Request>
  target: Target
  /** Absolute path, by which the input is known from run to run. */
  file: string
  load: LoadOptions
  resend: ResendOptions
  /** What a person said of rows that an earlier run held as changed. */
  answers?: ChangeAnswers
}

/**
 * Reads the sheet into the ledger: each row is checked, and finds the submission it stands for or becomes a new one.
 * Nothing is sent.
 */
export async function loadSheet<Request extends object>(
  opened: SheetSource,
  request: LoadRequest<Request>,
  ledger: Ledger,
  ports: Pick<RunPorts, 'clock' | 'logger' | 'onProgress'>,
): Promise<LoadedSheet> {
  const { operation, target, load, resend } = request
  const { source, headings } = await chooseSheet(opened, operation.fields, {
    sheet: load.sheet,
    preferred: operation.preferredSheet,
    columns: load.columns,
    defaults: load.defaults,
  })
  announce(headings, operation, ports)
  const dateOrders = await surveyDates(source, headings, operation.fields, load.datePattern)
  announceDateOrders(dateOrders, headings.columns, load.datePattern, ports.logger)
  const reader = createReader(source, headings.columns, request, dateOrders, ports.clock.now())
  const watch = new ColumnWatch(operation.fields, headings.columns)
  const run = ledger.runs.begin({
    operation: operation.name,
    target,
    file: request.file,
    sheet: source.kind === 'xlsx' ? source.sheet : '',
    columns: '',
    isAgain: resend.again,
    now: ports.clock.now(),
  })
  if (run.epoch !== undefined && run.epoch.unfinished.size > 0) ports.logger.warn(unfinishedAgain)
  const settings: LoadSettings = {
    runId: run.id,
    operation: operation.name,
    target,
    epoch: run.epoch,
    allowDuplicates: resend.allowDuplicates,
    retryUnknown: resend.retryUnknown,
    now: ports.clock.now(),
  }
  let count = 0
  let width = reader.width
  const hidden: number[] = []
  let batch: LoadedRow[] = []
  const store = (): void => {
    ledger.register.add(settings, count - batch.length, batch)
    batch = []
    ports.onProgress({ stage: 'load', rows: count, settled: 0, inFlight: 0, pending: 0, counts: new Map() })
  }
  for await (const row of source.rows()) {
    if (row.number <= headings.rowNumber || row.cells.every(isBlank)) continue
    if (row.isHidden) hidden.push(row.number)
    watch.observe(row)
    width = Math.max(width, widthOf(row))
    batch.push(loadRow(operation, reader, row, load.hidden))
    count += 1
    if (batch.length === batchSize) store()
  }
  store()
  if (count === 0) {
    throw new BatchError('input', `${source.file}: there are no rows below the headings in row ${headings.rowNumber}`, {
      hint: 'Fill in the sheet, or choose another one with --sheet.',
    })
  }
  // Most of what is odd about a file shows only once all of it was read.
  for (const note of [...source.notes, ...watch.warnings()]) ports.logger.warn(note)
  requireAnswerForHidden(hidden, request)
  const columns = describeColumns(source, headings.columns, width)
  ledger.runs.describeColumns(run.id, JSON.stringify(columns))
  const { answers = new Map() } = request
  ledger.runs.completeLoad(settings, { sendChanged: resend.sendChanged, answers })
  if (hidden.length > 0) warnOfHidden(hidden.length, load.hidden, ports)
  return { run, sheet: source.sheet, rows: count, columns }
}

function announce<Request extends object>(
  { columns, nearMisses }: ChosenSheet['headings'],
  operation: Operation<Request>,
  ports: Pick<RunPorts, 'logger'>,
): void {
  for (const { field, column } of nearMisses) {
    ports.logger.warn(
      `the column “${column.heading}” is not read; if it is meant to be ${field}, rename it or use --columns`,
    )
  }
  const refilled = new Set(operation.resultColumns.map(({ heading }) => heading))
  const carried = columns
    .filter(({ field, heading }) => field === undefined && !refilled.has(heading))
    .map(({ heading }) => `“${heading}”`)
  if (carried.length > 0) ports.logger.info(`columns carried to the output as they are: ${carried.join(', ')}`)
}

/** A decision or an invitation that somebody hid may not be meant to be sent. */
function requireAnswerForHidden<Request extends object>(
  hidden: readonly number[],
  { operation, file, load }: LoadRequest<Request>,
): void {
  if (hidden.length === 0 || load.hidden !== undefined || operation.hiddenRows === 'include') return
  const shown = hidden.slice(0, 10).join(', ') + (hidden.length > 10 ? ', …' : '')
  throw new BatchError(
    'usage',
    `${file}: ${hidden.length} rows are hidden (${shown}), and nobody said what to do with them`,
    {
      hint: 'Say --hidden include or --hidden skip. Nothing was sent.',
    },
  )
}

function warnOfHidden(count: number, policy: LoadOptions['hidden'], ports: Pick<RunPorts, 'logger'>): void {
  const done = policy !== 'skip' ? 'included (--hidden skip leaves them out)' : 'left out (--hidden skip)'
  ports.logger.warn(`${count} hidden ${count === 1 ? 'row is' : 'rows are'} ${done}`)
}

function createReader<Request extends object>(
  source: SheetSource,
  columns: readonly HeadingColumn[],
  { operation, load }: LoadRequest<Request>,
  dateOrders: DateOrders,
  now: number,
): RowReader {
  const columnOf = new Map(
    columns.flatMap((column) => (column.field === undefined ? [] : [[column.field, column] as const])),
  )
  const width = Math.max(0, ...columns.map(({ index }) => index + 1))
  const settings = { lists: load.lists, datePattern: load.datePattern }
  const isWidthFixed = source.kind === 'csv'
  const outcomeColumn = columns.find(({ heading, field }) => heading === 'outcome' && field === undefined)?.index
  return {
    fields: operation.fields,
    columnOf,
    columns,
    foldedHeadings: foldHeadings(columns),
    defaults: load.defaults,
    settings,
    dateOrders,
    width,
    isWidthFixed,
    now,
    outcomeColumn,
  }
}

function describeColumns({ delimiter }: SheetSource, columns: readonly HeadingColumn[], width: number): SheetColumns {
  const headings = new Array<string>(width).fill('')
  for (const { index, heading } of columns) headings[index] = heading
  const fields = Object.fromEntries(
    columns.flatMap(({ field, index }) => (field === undefined ? [] : [[field, index]])),
  )
  return { headings, fields, ...(delimiter === undefined ? {} : { delimiter }) }
}
