import type { ChangeAnswers } from '../../ledger/change-answers.ts'
import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find, logNote, message } from '../../messages/catalogue.ts'
import { columnName, isBlank, usedWidth } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions, ResendOptions, RunPorts } from '../model/options.ts'
import { findOutcomeColumn } from '../rows/find-result-columns.ts'
import type { LoadedSheet, SheetColumns } from '../rows/loaded-input.ts'
import { paginate } from '../rows/paginate.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'
import type { SheetToRead } from './cancel-column.ts'
import { CancelledRemarks } from './cancelled-remarks.ts'
import { loadRow } from './check-row.ts'
import { ColumnDamage } from './column-damage.ts'
import type { FixUses } from './fix-uses.ts'
import { foldHeadings } from './non-data-row.ts'
import { NonDataRows } from './non-data-rows.ts'
import type { RowReader } from './read-row.ts'
import { RowFilter } from './row-filter.ts'
import { announceDateOrders, surveyDates } from './survey-dates.ts'
import { findRefilled, TableRangeTracker } from './table-range.ts'
import { UncomputedCells } from './uncomputed-cells.ts'

export interface LoadRequest {
  operation: Operation
  target: Target
  /** Absolute path: the input's identity from run to run. */
  file: string
  load: LoadOptions
  resend: ResendOptions
  /** Answers about rows that an earlier run held as changed. */
  answers?: ChangeAnswers
  uses: FixUses
}

export type StoreRows = (rows: readonly LoadedRow[]) => Promise<void>

export interface CheckedSheet extends LoadedSheet {
  hidden: readonly number[]
  /** Rows of a template that were left as they are. */
  examples: number
  /** Set when the filter selects no row of it. */
  unselected: { text: string; hint: string } | undefined
}

const exampleDetail = JSON.stringify({ reason: message('example') })

export async function readSheet(
  { source, headings, cancelColumn }: SheetToRead,
  position: number,
  request: LoadRequest,
  store: StoreRows,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<CheckedSheet> {
  const { operation, load } = request
  // Every column of an own sheet is known.
  if (cancelColumn === undefined) announceHeadings(headings, ports)
  const dateOrders = await surveyDates(source, headings, operation.sheet.fields, load)
  announceDateOrders(dateOrders, headings.columns, load.datePattern, ports.logger)
  const sheetName = source.kind === 'csv' ? source.file : `${source.file}, sheet ${source.sheet}`
  const filter = new RowFilter(load.where, headings.columns, sheetName)
  const facts = { dateOrders, cancelColumn, filter, now: ports.clock.now() }
  const reader = createReader(source, headings.columns, request, facts)
  const watch = new ColumnDamage(operation.sheet.fields, headings.columns, load)
  const uncomputed = new UncomputedCells()
  const strays = new NonDataRows()
  const refilled = findRefilled(headings.columns, operation.output.columns)
  const { cancelledWords } = operation.sheet
  const cancelled = cancelledWords && new CancelledRemarks(cancelledWords, headings.columns, refilled.values())
  const measure = source.kind === 'csv' ? undefined : new TableRangeTracker(headings.rowNumber, refilled)
  let rows = 0
  let examples = 0
  let width = reader.width
  const hidden: number[] = []
  for await (const page of paginate(checkedRows())) await store(page)
  // Most findings about a file need the whole file.
  const foldedByUs = new Set(refilled.values())
  const hiddenColumns = (source.hiddenColumns ?? []).filter((column) => !foldedByUs.has(column))
  const notes = [
    ...source.warnings,
    ...describeHidden(hiddenColumns),
    ...uncomputed.sentences(),
    ...watch.warnings(),
    ...strays.sentences(),
    ...(cancelled?.found === undefined ? [] : [find('rows-cancelled', cancelled.found)]),
  ]
  for (const note of notes) {
    if (typeof note === 'string') ports.logger.warn(note)
    else logNote(ports.logger, 'warn', note)
  }
  announceFilled(reader, operation, ports)
  filter.announce(ports.logger)
  const columns = describeColumns(source, headings.columns, width)
  return {
    name: source.sheet,
    rows,
    columns,
    hidden,
    examples,
    table: measure?.range,
    unselected: filter.explainNone(),
  }

  async function* checkedRows(): AsyncGenerator<LoadedRow> {
    for await (const row of source.rows()) {
      if (row.number <= headings.rowNumber || row.cells.every(isBlank)) continue
      if (row.isHidden) hidden.push(row.number)
      width = Math.max(width, usedWidth(row))
      const loaded = loadRow(operation, reader, row, load.hidden)
      if (loaded.content.kind !== 'held' || loaded.content.state !== 'skipped') {
        watch.observe(row)
        uncomputed.observe(row)
        cancelled?.observe(row)
      }
      const isStray = strays.observe(row.number, loaded.content)
      measure?.addRow(row.number, isStray)
      rows += 1
      if (loaded.content.kind === 'held' && loaded.content.detail === exampleDetail) examples += 1
      yield { sheet: position, ...loaded }
    }
  }
}

function describeHidden(columns: readonly number[]): string[] {
  if (columns.length === 0) return []
  const names = columns.slice(0, 10).map(columnName).join(', ')
  return [`Hidden columns are read like the others: ${names}${columns.length > 10 ? ', …' : ''}.`]
}

/** A cell may have been left empty on purpose: a warning where each row is consequential. */
function announceFilled(
  { filled, defaults }: RowReader,
  { send: { needsConfirmation = false } }: Operation,
  { logger }: Pick<RunPorts, 'logger'>,
): void {
  for (const [field, count] of filled) {
    const found = find('defaults-fill', { field, value: defaults.get(field) ?? '', count })
    logNote(logger, needsConfirmation ? 'warn' : 'info', found)
  }
}

function announceHeadings({ nearMisses, passedOver }: ChosenSheet['headings'], ports: Pick<RunPorts, 'logger'>): void {
  for (const { heading, column } of passedOver) {
    logNote(
      ports.logger,
      'warn',
      find('heading-passed-over', { heading, read: column.heading, field: column.field ?? '' }),
    )
  }
  for (const { field, column } of nearMisses) {
    logNote(ports.logger, 'warn', find('column-unread', { heading: column.heading, field }))
  }
}

function createReader(
  source: SheetSource,
  columns: readonly HeadingColumn[],
  { operation, load, uses }: LoadRequest,
  facts: Pick<RowReader, 'dateOrders' | 'cancelColumn' | 'filter' | 'now'>,
): RowReader {
  const columnOf = new Map(
    columns.flatMap((column) => (column.field === undefined ? [] : [[column.field, column] as const])),
  )
  const width = Math.max(0, ...columns.map(({ index }) => index + 1))
  const settings = { lists: load.lists, datePattern: load.datePattern }
  const isWidthFixed = source.kind === 'csv'
  return {
    fields: operation.sheet.fields,
    columnOf,
    columns,
    foldedHeadings: foldHeadings(columns),
    defaults: load.defaults,
    values: load.values,
    uses,
    settings,
    noteFor: load.noteFor,
    ...facts,
    width,
    isWidthFixed,
    outcomeColumn: findOutcomeColumn(columns),
    filled: new Map(),
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
