import type { RunAnswers } from '../../ledger/port/answers.ts'
import type { LoadedRow } from '../../ledger/port/loaded-row.ts'
import type { Target } from '../../ledger/port/targets.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { isBlank } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import type { Fix } from '../../sheet/values/value-list.ts'
import type { Operation } from '../model/operation.ts'
import type { LoadOptions, ResendOptions, RunPorts } from '../model/options.ts'
import { findOutcomeColumn, findRefilled, type LoadedSheet, type SheetColumns } from '../rows/loaded-input.ts'
import { paginate } from '../rows/paginate.ts'
import type { ChosenSheet } from '../tables/search-sheet.ts'
import { loadRow, type SheetToRead } from './check-row.ts'
import { foldHeadings, TableRows } from './non-data-row.ts'
import type { RowReader } from './read-row.ts'
import { findLeftOut, RowFilter } from './row-filter.ts'
import { announceDateOrders, surveyDates, watchColumns, watchRemarks, watchUncomputed } from './watch-rows.ts'

export interface LoadRequest {
  operation: Operation
  target: Target
  /** Absolute path: the input's identity from run to run. */
  file: string
  load: LoadOptions
  resend: ResendOptions
  /** Answers about rows that an earlier run held as changed. */
  answers?: ReadonlyMap<string, boolean>
  /** What was answered about the sheet. */
  kept?: RunAnswers | undefined
  uses: Map<Fix, number>
}

export type StoreRows = (rows: readonly LoadedRow[]) => Promise<void>

export interface CheckedSheet extends LoadedSheet {
  hidden: readonly number[]
  /** Rows of a template that were left as they are. */
  examples: number
  /** Set when the filter selects no row of it. */
  unselected: { text: string; hint: string } | undefined
}

export async function readSheet(
  { source, headings, cancelColumn }: SheetToRead,
  position: number,
  request: LoadRequest,
  store: StoreRows,
  ports: Pick<RunPorts, 'clock' | 'logger'>,
): Promise<CheckedSheet> {
  const { operation, load } = request
  const { columns } = headings
  // Every column of an own sheet is known.
  if (cancelColumn === undefined) announceHeadings(headings, ports)
  const dateOrders = await surveyDates(source, headings, operation.sheet.fields, load)
  announceDateOrders(dateOrders, columns, load.datePattern, ports.logger)
  const sheetName = source.kind === 'csv' ? source.file : `${source.file}, sheet ${source.sheet}`
  const filter = new RowFilter(
    load.where,
    columns,
    sheetName,
    findLeftOut(load.leaveOut ?? {}, source.kind === 'csv' ? '' : source.sheet, columns),
  )
  const reader: RowReader = {
    ...{ operation, load, uses: request.uses, columns, dateOrders, cancelColumn, filter, now: ports.clock.now() },
    columnOf: new Map(columns.flatMap((column) => (column.field === undefined ? [] : [[column.field, column]]))),
    foldedHeadings: foldHeadings(columns),
    width: widthOfHeadings(columns),
    recordWidth: Number.POSITIVE_INFINITY,
    isWidthFixed: source.kind === 'csv',
    outcomeColumn: findOutcomeColumn(columns),
    filled: new Map(),
  }
  const refilled = findRefilled(columns, operation.output.columns)
  const { fields, cancelledWords: words } = operation.sheet
  const watches = [
    watchUncomputed(),
    watchColumns(fields, columns, load),
    ...(words === undefined ? [] : [watchRemarks(words, columns, refilled.values())]),
  ]
  const table = new TableRows(headings.rowNumber, refilled, reader.width)
  for await (const page of paginate(checkedRows())) await store(page)
  // Most findings about a file need the whole file.
  const found = watches.flatMap((watch) => watch.notes())
  for (const note of [...source.warnings, ...table.notes(source.hiddenColumns), ...found]) {
    if (typeof note === 'string') ports.logger.warn(note)
    else logNote(ports.logger, 'warn', note)
  }
  announceFilled(reader, operation, ports)
  filter.announce(ports.logger)
  return {
    name: source.sheet,
    rows: table.rows,
    columns: describeColumns(source, columns, table.width),
    hidden: table.hidden,
    examples: table.examples,
    table: source.kind === 'csv' ? undefined : table.range,
    unselected: filter.explainNone(),
  }

  async function* checkedRows(): AsyncGenerator<LoadedRow> {
    for await (const row of source.rows()) {
      if (row.number === headings.rowNumber) reader.recordWidth = row.cells.length
      if (row.number <= headings.rowNumber || row.cells.every(isBlank)) continue
      const loaded = loadRow(reader, row)
      table.add(row, loaded.content)
      if (loaded.content.kind !== 'held' || loaded.content.state !== 'skipped') {
        for (const watch of watches) watch.observe(row)
      }
      yield { sheet: position, ...loaded }
    }
  }
}

function widthOfHeadings(columns: readonly HeadingColumn[]): number {
  return Math.max(0, ...columns.map(({ index }) => index + 1))
}

/** A cell may have been left empty on purpose: a warning where each row is consequential. */
function announceFilled(
  { filled, load: { defaults } }: RowReader,
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
    const facts = { heading, read: column.heading, field: column.field ?? '' }
    logNote(ports.logger, 'warn', find('heading-passed-over', facts))
  }
  for (const { field, column } of nearMisses) {
    logNote(ports.logger, 'warn', find('column-unread', { heading: column.heading, field }))
  }
}

export function describeColumns(
  { delimiter }: SheetSource,
  columns: readonly HeadingColumn[],
  width = widthOfHeadings(columns),
): SheetColumns {
  const headings = new Array<string>(width).fill('')
  for (const { index, heading } of columns) headings[index] = heading
  const fields = Object.fromEntries(
    columns.flatMap(({ field, index }) => (field === undefined ? [] : [[field, index]])),
  )
  return { headings, fields, ...(delimiter === undefined ? {} : { delimiter }) }
}
