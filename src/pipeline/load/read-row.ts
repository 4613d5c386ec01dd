import type { Problem } from '../../contract/outcome.ts'
import { find, type Message } from '../../messages/catalogue.ts'
import { type Cell, cellAddress, emptyCell, isBlank, mergedRangeOver, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { classifyDateOrder } from '../../sheet/values/date-order.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { maxTextLength, type Refusal, refuseValue } from '../../sheet/values/text.ts'
import { type Fix, type FixList, findFix } from '../../sheet/values/value-list.ts'
import type { CrossCheck, Field, FieldFinding, FieldValues, Operation, ReadSettings } from '../model/operation.ts'
import type { Correction } from '../rows/row-findings.ts'
import type { FixUses } from './fix-uses.ts'
import { detectNonDataRow, type FoldedHeadings } from './non-data-row.ts'
import type { RowFilter } from './row-filter.ts'
import type { DateOrders } from './survey-dates.ts'

export interface RowReader {
  fields: readonly Field[]
  columnOf: ReadonlyMap<string, HeadingColumn>
  columns: readonly HeadingColumn[]
  foldedHeadings: FoldedHeadings
  defaults: ReadonlyMap<string, string>
  /** Written text → meant value, by field; applied before the defaults. */
  values: ReadonlyMap<string, FixList>
  uses: Pick<FixUses, 'add'>
  settings: ReadSettings
  dateOrders: DateOrders
  width: number
  /** True for CSV: a row that is wider than the headings is an error. */
  isWidthFixed: boolean
  now: number
  noteFor?: readonly string[] | undefined
  filter: RowFilter
  /** Only rows with yes in it count. */
  cancelColumn: HeadingColumn | undefined
  /** The column `outcome` of an earlier output. */
  outcomeColumn: number | undefined
  /** Empty cells that each default has filled, by field. */
  filled: Map<string, number>
}

export interface ReadRow {
  values: FieldValues
  problems: Problem[]
  warnings: Problem[]
  corrections: readonly CellCorrection[]
  stray?: Message | undefined
}

interface CellCorrection extends Correction {
  /** Of the fix list; undefined where the reading alone dropped something. */
  fix?: Fix
}

/** Lists every problem of the row, not only the first. */
export function readRow(reader: RowReader, operation: Operation, row: SheetRow): ReadRow {
  const reading = new RowReading(reader, row)
  for (const field of reader.fields) reading.read(field)
  const { values, problems, warnings, corrections } = reading
  const stray = values.has(operation.sheet.identifierField ?? '')
    ? undefined
    : detectNonDataRow(row, reader.columns, reading.empty, operation.sheet)
  if (stray !== undefined)
    return { values, problems: [stray.problem], warnings: [], corrections: [], stray: stray.reason }
  for (const field of reading.filled) reader.filled.set(field, (reader.filled.get(field) ?? 0) + 1)
  const shape = checkShape(reader, row, problems)
  problems.push(...shape.problems)
  warnings.push(...shape.warnings)
  const crossCheck = operation.sheet.check?.(values, reader.now, reader.noteFor) ?? nothingFound
  problems.push(...crossCheck.problems.map(({ field, ...fault }) => locateProblem(reader, field, row, fault)))
  warnings.push(...crossCheck.warnings.map(({ field, ...doubt }) => locateProblem(reader, field, row, doubt)))
  return { values, problems, warnings, corrections }
}

/** What is known of a row so far; a field may depend on those before it. */
class RowReading {
  readonly values = new Map<string, string | number>()
  readonly problems: Problem[] = []
  readonly warnings: Problem[] = []
  readonly corrections: CellCorrection[] = []
  /** Fields whose empty cells have the default. */
  readonly filled: string[] = []
  /** Needed fields without a cell of their own. */
  empty = 0
  readonly #reader: RowReader
  readonly #row: SheetRow

  constructor(reader: RowReader, row: SheetRow) {
    this.#reader = reader
    this.#row = row
  }

  read(field: Field): void {
    const reader = this.#reader
    const row = this.#row
    const { name } = field
    if (field.appliesTo !== undefined && !field.appliesTo(this.values)) return
    const range = coveringRange(reader, name, row)
    if (range !== undefined) {
      this.#leaveEmpty(locateProblem(reader, name, row, find('merged', { range })))
      return
    }
    const used = findCorrection(reader, name, row)
    if (used !== undefined) this.corrections.push(used)
    // A correction of an empty cell does not make a total or a note fuller.
    if (used?.fix?.written === '' && field.isNeeded) this.empty += 1
    const written = cellOf(reader, name, row, used)
    const cell = written ?? defaultOf(reader, name)
    if (written === undefined && cell !== undefined && reader.columnOf.has(name)) this.filled.push(name)
    if (cell !== undefined) this.#readCell(field, cell)
    else if (field.isNeeded) this.#leaveEmpty(missing(reader, field, row))
  }

  #readCell(field: Field, cell: Cell): void {
    const reader = this.#reader
    const reading = checkDateOrder(reader, field.name, cell) ?? field.read(cell, reader.settings)
    if (!reading.ok) {
      const { ok: _, ...refusal } = reading
      this.problems.push(locateProblem(reader, field.name, this.#row, refusal))
      return
    }
    this.values.set(field.name, reading.value)
    const { warning, remedy, isCorrected = false } = reading
    const column = reader.columnOf.get(field.name)?.index ?? -1
    if (isCorrected && cell === this.#row.cells[column]) {
      this.corrections.push({ field: field.name, column, meant: String(reading.value) })
    }
    if (warning === undefined) return
    const doubt = { ...warning, ...(remedy && { remedy }) }
    this.warnings.push(locateProblem(reader, field.name, this.#row, doubt))
  }

  #leaveEmpty(problem: Problem): void {
    this.problems.push(problem)
    this.empty += 1
  }
}

const nothingFound: CrossCheck = { problems: [], warnings: [] }

function findCorrection(reader: RowReader, field: string, row: SheetRow): CellCorrection | undefined {
  const list = reader.values.get(field)
  const column = reader.columnOf.get(field)?.index
  if (list === undefined || column === undefined) return undefined
  const fix = findFix(list, row.cells[column] ?? emptyCell)
  return fix === undefined ? undefined : { field, column, meant: fix.meant, fix }
}

/** Undefined for an empty cell. */
function cellOf(reader: RowReader, field: string, row: SheetRow, used: Correction | undefined): Cell | undefined {
  const column = reader.columnOf.get(field)
  const written = column === undefined ? undefined : row.cells[column.index]
  const cell: Cell | undefined = used === undefined ? written : { t: 's', v: used.meant }
  return cell === undefined || isBlank(cell) ? undefined : cell
}

function defaultOf(reader: RowReader, field: string): Cell | undefined {
  const value = reader.defaults.get(field)
  return value === undefined ? undefined : { t: 's', v: value }
}

/** A merged range shows the value of its first cell in all others. */
function coveringRange(reader: RowReader, field: string, row: SheetRow): string | undefined {
  const column = reader.columnOf.get(field)
  return row.covered === undefined || column === undefined ? undefined : mergedRangeOver(row, column.index)
}

/** Refuses a date that two orders fit, in a column where another cell contradicts the named order. */
function checkDateOrder(reader: RowReader, field: string, cell: Cell): Refusal | undefined {
  const { datePattern } = reader.settings
  const contradiction = reader.dateOrders.get(field)?.contradiction
  if (contradiction === undefined || datePattern === undefined || cell.t !== 's') return undefined
  if (classifyDateOrder(cell.v, datePattern).kind !== 'open') return undefined
  const facts = { pattern: datePattern.text, cell: contradiction.cell, written: contradiction.pattern }
  return refuseValue(find('date-contradicted', facts), { kind: 'dateOrder', patterns: [contradiction.pattern] })
}

function missing(reader: RowReader, { name, about }: Field, row: SheetRow): Problem {
  const found = reader.columnOf.has(name)
    ? find('missing', { field: name })
    : find('missing-column', { field: name, title: about.title })
  return locateProblem(reader, name, row, { ...found, remedy: { kind: 'default', field: name } })
}

function locateProblem(reader: RowReader, field: string, row: SheetRow, fault: Omit<FieldFinding, 'field'>): Problem {
  const column = reader.columnOf.get(field)
  if (column === undefined) return { field, cell: '', heading: '', value: reader.defaults.get(field) ?? '', ...fault }
  const cell = row.cells[column.index] ?? emptyCell
  const used = findCorrection(reader, field, row)
  const shown = shorten(displayCell(cell))
  const filled = isBlank(cell) ? (reader.defaults.get(field) ?? '') : shown
  return {
    field,
    cell: cellAddress(row.number, column.index),
    column: column.index,
    heading: column.heading,
    value: used === undefined ? filled : `${shown} → ${used.meant}`,
    ...fault,
  }
}

/** Too many or too few cells, or a text that is too long for a workbook cell. */
function checkShape(
  reader: RowReader,
  row: SheetRow,
  found: readonly Problem[],
): { problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  for (const [index, cell] of row.cells.entries()) {
    if (cell.t !== 's' || cell.v.length <= maxTextLength) continue
    const address = cellAddress(row.number, index)
    // The field itself has refused the cell already.
    if (found.some((problem) => problem.cell === address)) continue
    const at = { field: '', cell: address, column: index, heading: '', value: shorten(cell.v) }
    problems.push({ ...at, ...find('text-long', { most: maxTextLength }) })
  }
  const extra = row.cells.findIndex((cell, index) => index >= reader.width && !isBlank(cell))
  if (reader.isWidthFixed && extra >= 0) {
    problems.push({
      field: '',
      cell: cellAddress(row.number, extra),
      column: extra,
      heading: '',
      value: shorten(displayCell(row.cells[extra] ?? { t: 'z' })),
      ...find('values-extra', { values: row.cells.length, columns: reader.width }),
    })
  }
  const cut = reader.isWidthFixed ? findCut(reader, row) : undefined
  if (cut !== undefined) {
    const column = row.cells.length
    const at = { field: '', cell: cellAddress(row.number, column), column, heading: cut, value: '' }
    const facts = { values: row.cells.length, columns: reader.width }
    if (found.length > 0) problems.push({ ...at, ...find('values-cut', facts) })
    else warnings.push({ ...at, ...find('values-few', facts) })
  }
  return { problems, warnings }
}

/** The heading of the first read column beyond the end of the line. */
function findCut(reader: RowReader, row: SheetRow): string | undefined {
  return reader.columns.find(({ index, field }) => index >= row.cells.length && field !== undefined)?.heading
}
