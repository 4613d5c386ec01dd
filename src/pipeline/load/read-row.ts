import type { Problem } from '../../contract/outcome.ts'
import { find, type Message } from '../../messages/catalogue.ts'
import { type Cell, cellAddress, emptyCell, isBlank, mergedRangeOver, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { classifyDateOrder } from '../../sheet/values/date-order.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { maxTextLength, type Refusal, refuseValue } from '../../sheet/values/text.ts'
import { type Fix, findFix } from '../../sheet/values/value-list.ts'
import { increase } from '../figures/score-sums.ts'
import type { Field, FieldFinding, FieldValues, Operation } from '../model/operation.ts'
import type { LoadOptions } from '../model/options.ts'
import { type Correction, placeProblem } from '../rows/row-findings.ts'
import { detectNonDataRow, type FoldedHeadings } from './non-data-row.ts'
import type { RowFilter } from './row-filter.ts'
import type { DateOrders } from './watch-rows.ts'

export interface RowReader {
  operation: Pick<Operation, 'sheet' | 'request'>
  load: Pick<LoadOptions, 'defaults' | 'values' | 'lists' | 'datePattern' | 'taught' | 'noteFor' | 'hidden'>
  columnOf: ReadonlyMap<string, HeadingColumn>
  columns: readonly HeadingColumn[]
  foldedHeadings: FoldedHeadings
  /** The cells that each fix has corrected. */
  uses: Map<Fix, number>
  dateOrders: DateOrders
  width: number
  /** Values of the record with the headings, empty ones too. */
  recordWidth: number
  /** True for CSV: a row that is wider than the headings is an error. */
  isWidthFixed: boolean
  now: number
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
export function readRow(reader: RowReader, row: SheetRow): ReadRow {
  const { sheet } = reader.operation
  const reading = new RowReading(reader, row)
  for (const field of sheet.fields) reading.read(field)
  const { values, warnings, corrections } = reading
  const problems = reading.problems.map((problem) => sheet.propose?.(problem, values) ?? problem)
  const stray = values.has(sheet.identifierField ?? '')
    ? undefined
    : detectNonDataRow(row, reader.columns, reading.empty, sheet)
  if (stray !== undefined)
    return { values, problems: [stray.problem], warnings: [], corrections: [], stray: stray.reason }
  for (const field of reading.filled) increase(reader.filled, field)
  checkShape(reader, row, { problems, warnings })
  const found = sheet.check?.(values, reader.now, reader.load.noteFor)
  problems.push(...(found?.problems ?? []).map((fault) => reading.locate(fault)))
  warnings.push(...(found?.warnings ?? []).map((doubt) => reading.locate(doubt)))
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
    const { name, about } = field
    if (field.appliesTo !== undefined && !field.appliesTo(this.values)) return
    const column = this.#reader.columnOf.get(name)
    // A merged range shows the value of its first cell in all others.
    const range = this.#row.covered && column && mergedRangeOver(this.#row, column.index)
    if (range !== undefined) {
      this.#leaveEmpty({ field: name, ...find('merged', { range }) })
      return
    }
    const used = this.#correctionOf(name)
    if (used !== undefined) this.corrections.push(used)
    // A correction of an empty cell does not make a total or a note fuller.
    if (used?.fix?.written === '' && field.isNeeded) this.empty += 1
    const written: Cell | undefined = used === undefined ? this.#cellOf(name) : { t: 's', v: used.meant }
    const value = this.#reader.load.defaults.get(name)
    if (written !== undefined && !isBlank(written)) this.#readCell(field, written)
    else if (value !== undefined) {
      if (column !== undefined) this.filled.push(name)
      this.#readCell(field, { t: 's', v: value })
    } else if (field.isNeeded) {
      const found =
        column === undefined
          ? find('missing-column', { field: name, title: about.title })
          : find('missing', { field: name })
      this.#leaveEmpty({ field: name, ...found, remedy: { kind: 'default', field: name } })
    }
  }

  locate({ field, ...fault }: FieldFinding): Problem {
    const column = this.#reader.columnOf.get(field)
    const standIn = this.#reader.load.defaults.get(field) ?? ''
    const cell = this.#cellOf(field) ?? emptyCell
    const used = this.#correctionOf(field)
    const shown = shorten(displayCell(cell))
    const read = isBlank(cell) ? standIn : shown
    const value = used === undefined ? read : `${shown} → ${used.meant}`
    return { ...placeProblem(this.#row.number, column, { field, value }), ...fault }
  }

  #cellOf(field: string): Cell | undefined {
    return this.#row.cells[this.#reader.columnOf.get(field)?.index ?? -1]
  }

  #correctionOf(field: string): CellCorrection | undefined {
    const list = this.#reader.load.values.get(field)
    const column = this.#reader.columnOf.get(field)?.index
    if (list === undefined || column === undefined) return undefined
    const fix = findFix(list, this.#row.cells[column] ?? emptyCell)
    return fix === undefined ? undefined : { field, column, meant: fix.meant, fix }
  }

  #readCell(field: Field, cell: Cell): void {
    const { name } = field
    const reading = this.#checkDateOrder(name, cell) ?? field.read(cell, this.#reader.load)
    if (!reading.ok) {
      const { ok: _, ...refusal } = reading
      this.problems.push(this.locate({ field: name, ...refusal }))
      return
    }
    this.values.set(name, reading.value)
    const { warning, remedy, isCorrected = false } = reading
    const column = this.#reader.columnOf.get(name)?.index ?? -1
    if (isCorrected && cell === this.#row.cells[column]) {
      this.corrections.push({ field: name, column, meant: String(reading.value) })
    }
    if (warning !== undefined) this.warnings.push(this.locate({ field: name, ...warning, ...(remedy && { remedy }) }))
  }

  /** Refuses a date that two orders fit, in a column where another cell contradicts the named order. */
  #checkDateOrder(field: string, cell: Cell): Refusal | undefined {
    const { dateOrders, load } = this.#reader
    const { datePattern } = load
    const contradiction = dateOrders.get(field)?.contradiction
    if (contradiction === undefined || datePattern === undefined || cell.t !== 's') return undefined
    if (classifyDateOrder(cell.v, datePattern).kind !== 'open') return undefined
    const facts = { pattern: datePattern.text, cell: contradiction.cell, written: contradiction.pattern }
    return refuseValue(find('date-contradicted', facts), { kind: 'dateOrder', patterns: [contradiction.pattern] })
  }

  #leaveEmpty(fault: FieldFinding): void {
    this.problems.push(this.locate(fault))
    this.empty += 1
  }
}

/** Too many or too few cells, or a text that is too long for a workbook cell. */
function checkShape(
  { columns, width, recordWidth, isWidthFixed }: RowReader,
  { number, cells }: SheetRow,
  { problems, warnings }: { problems: Problem[]; warnings: Problem[] },
): void {
  const hasProblems = problems.length > 0
  const refused = new Set(problems.map(({ cell }) => cell))
  const at = (index: number, heading = '') =>
    placeProblem(number, { index, heading }, { field: '', value: shorten(displayCell(cells[index] ?? emptyCell)) })
  for (const [index, cell] of cells.entries()) {
    if (cell.t !== 's' || cell.v.length <= maxTextLength) continue
    // The field itself may have refused the cell already.
    if (!refused.has(cellAddress(number, index))) {
      problems.push({ ...at(index), ...find('text-long', { most: maxTextLength }) })
    }
  }
  if (!isWidthFixed) return
  const facts = { values: cells.length, columns: width }
  const extra = cells.findIndex((cell, index) => index >= width && !isBlank(cell))
  if (extra >= 0) problems.push({ ...at(extra), ...find('values-extra', facts) })
  // Programs end each record with delimiters; where the row is wrong, its values have slipped.
  else if (hasProblems && cells.length > recordWidth)
    problems.push({ ...at(cells.length - 1), ...find('values-extra', facts) })
  // The heading of the first read column beyond the end of the line.
  const cut = columns.find(({ index, field }) => index >= cells.length && field !== undefined)?.heading
  if (cut === undefined) return
  if (hasProblems) problems.push({ ...at(cells.length, cut), ...find('values-cut', facts) })
  else warnings.push({ ...at(cells.length, cut), ...find('values-few', facts) })
}
