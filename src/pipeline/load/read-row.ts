import type { Problem } from '../../contract/outcome.ts'
import { type Cell, cellAddress, emptyCell, isBlank, mergedRangeOver, type SheetRow } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-faults.ts'
import { classifyDateOrder } from '../../sheet/values/date-order.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { type Fix, type FixList, findFix } from '../../sheet/values/fix-list.ts'
import { maxTextLength, type Refusal, refuseValue } from '../../sheet/values/read-result.ts'
import type { CrossCheck, Field, FieldValues, Operation, ReadSettings } from '../model/operation.ts'
import type { FixUses } from './fix-uses.ts'
import { detectNonDataRow, type FoldedHeadings } from './non-data-row.ts'
import type { DateOrders } from './survey-dates.ts'

/** How the columns of one sheet are read. */
export interface RowReader {
  fields: readonly Field[]
  columnOf: ReadonlyMap<string, HeadingColumn>
  /** Every headed column. */
  columns: readonly HeadingColumn[]
  foldedHeadings: FoldedHeadings
  defaults: ReadonlyMap<string, string>
  /** What people write → what they mean, by field; goes before the defaults. */
  values: ReadonlyMap<string, FixList>
  /** Counts what is used of them. */
  uses: Pick<FixUses, 'add'>
  settings: ReadSettings
  /** What the whole of each date column says of `--date-format`. */
  dateOrders: DateOrders
  /** Number of columns up to the last heading. */
  width: number
  /** Where rows cannot be wider than the headings unless something is wrong: in CSV. */
  isWidthFixed: boolean
  now: number
  /** Only what says yes in it counts. */
  cancelColumn: HeadingColumn | undefined
  /** The column `outcome` of an output of ours that is read again. */
  outcomeColumn: number | undefined
  /** How many cells that are there and empty each default has filled. */
  filled: Map<string, number>
}

export interface ReadRow {
  values: FieldValues
  problems: Problem[]
  warnings: Problem[]
  /** What was used of the fix lists. */
  fixes: readonly UsedFix[]
  /** Why it is surely no row of data. */
  stray?: string | undefined
}

interface UsedFix {
  field: string
  column: number
  fix: Fix
}

/** Reads every field of a row and lists all that is wrong with it, not only the first thing. */
export function readRow(reader: RowReader, operation: Operation, row: SheetRow): ReadRow {
  const values = new Map<string, string | number>()
  const problems: Problem[] = []
  const warnings: Problem[] = []
  const fixes: UsedFix[] = []
  const filled: string[] = []
  let empty = 0
  for (const field of reader.fields) {
    if (field.appliesTo !== undefined && !field.appliesTo(values)) continue
    const range = coveringRange(reader, field.name, row)
    if (range !== undefined) {
      problems.push(
        locateProblem(reader, field.name, row, {
          rule: `must hold its own value; it is merged into ${range}`,
          hint: unmerge(range),
        }),
      )
      empty += 1
      continue
    }
    const used = findCorrection(reader, field.name, row)
    if (used !== undefined) fixes.push(used)
    // A total or a note has no more cells than it had.
    if (used?.fix.written === '' && field.isNeeded) empty += 1
    const written = cellOf(reader, field.name, row, used?.fix)
    const cell = written ?? defaultOf(reader, field.name)
    if (written === undefined && cell !== undefined && reader.columnOf.has(field.name)) filled.push(field.name)
    if (cell === undefined) {
      if (!field.isNeeded) continue
      problems.push(missing(reader, field, row))
      empty += 1
      continue
    }
    const reading = checkDateOrder(reader, field.name, cell) ?? field.read(cell, reader.settings)
    if (!reading.ok) {
      const { ok: _, ...refusal } = reading
      problems.push(locateProblem(reader, field.name, row, refusal))
    } else {
      values.set(field.name, reading.value)
      const { warning, remedy } = reading
      if (warning !== undefined)
        warnings.push(locateProblem(reader, field.name, row, { rule: warning, hint: '', ...(remedy && { remedy }) }))
    }
  }
  const stray = values.has(operation.sheet.identifierField ?? '')
    ? undefined
    : detectNonDataRow(row, reader.columns, empty, operation.sheet)
  if (stray !== undefined) return { values, problems: [stray.problem], warnings: [], fixes: [], stray: stray.reason }
  for (const field of filled) reader.filled.set(field, (reader.filled.get(field) ?? 0) + 1)
  const shape = checkShape(reader, row, problems)
  problems.push(...shape.problems)
  warnings.push(...shape.warnings)
  const crossCheck = operation.sheet.check?.(values, reader.now) ?? nothingFound
  problems.push(...crossCheck.problems.map(({ field, ...fault }) => locateProblem(reader, field, row, fault)))
  warnings.push(...crossCheck.warnings.map(({ field, rule }) => locateProblem(reader, field, row, { rule, hint: '' })))
  return { values, problems, warnings, fixes }
}

const nothingFound: CrossCheck = { problems: [], warnings: [] }

/** What the fix list of a field says of its cell. */
function findCorrection(reader: RowReader, field: string, row: SheetRow): UsedFix | undefined {
  const list = reader.values.get(field)
  const column = reader.columnOf.get(field)?.index
  if (list === undefined || column === undefined) return undefined
  const fix = findFix(list, row.cells[column] ?? emptyCell)
  return fix === undefined ? undefined : { field, column, fix }
}

/** The cell of a field as it is to be read; undefined when there is nothing in it. */
function cellOf(reader: RowReader, field: string, row: SheetRow, fix: Fix | undefined): Cell | undefined {
  const column = reader.columnOf.get(field)
  const written = column === undefined ? undefined : row.cells[column.index]
  const cell: Cell | undefined = fix === undefined ? written : { t: 's', v: fix.meant }
  return cell === undefined || isBlank(cell) ? undefined : cell
}

function defaultOf(reader: RowReader, field: string): Cell | undefined {
  const value = reader.defaults.get(field)
  return value === undefined ? undefined : { t: 's', v: value }
}

/** The merged range that shows its first cell's value in place of this field's. */
function coveringRange(reader: RowReader, field: string, row: SheetRow): string | undefined {
  const column = reader.columnOf.get(field)
  return row.covered === undefined || column === undefined ? undefined : mergedRangeOver(row, column.index)
}

function unmerge(range: string): string {
  return `Only the first cell of ${range} has the value: unmerge the cells, then fill in each of them.`
}

/** A date that could be read in two orders, in a column that is not written in the one that was named. */
function checkDateOrder(reader: RowReader, field: string, cell: Cell): Refusal | undefined {
  const { datePattern } = reader.settings
  const contradiction = reader.dateOrders.get(field)?.contradiction
  if (contradiction === undefined || datePattern === undefined || cell.t !== 's') return undefined
  if (classifyDateOrder(cell.v, datePattern).kind !== 'open') return undefined
  return refuseValue(
    `must be a date that can be read in one way only: by ${datePattern.text} it is one date, but ${contradiction.cell} in this column is written as ${contradiction.pattern}`,
    `Correct ${contradiction.cell}, or say ‹dateFormat› ${contradiction.pattern}, or write the dates as 2026-03-01.`,
    { kind: 'dateOrder', patterns: [contradiction.pattern] },
  )
}

function missing(reader: RowReader, { name, about }: Field, row: SheetRow): Problem {
  const hasColumn = reader.columnOf.has(name)
  const hint = hasColumn
    ? `Fill the cell, or give one value for all empty ones with ‹set› ${name}=…`
    : `Add the column “${about.title}”, or give one value for all rows with ‹set› ${name}=…`
  const rule = hasColumn ? 'must not be empty' : 'is needed for this row, and the sheet has no such column'
  return locateProblem(reader, name, row, { rule, hint, remedy: { kind: 'default', field: name } })
}

/** What is wrong, wherever that is. */
type ProblemText = Pick<Problem, 'rule' | 'hint' | 'remedy' | 'cause'>

/** Where a problem is, for a field that may have no column. */
function locateProblem(reader: RowReader, field: string, row: SheetRow, fault: ProblemText): Problem {
  const column = reader.columnOf.get(field)
  if (column === undefined) return { field, cell: '', heading: '', value: reader.defaults.get(field) ?? '', ...fault }
  const cell = row.cells[column.index] ?? emptyCell
  const fix = findCorrection(reader, field, row)?.fix
  const shown = shorten(displayCell(cell))
  const filled = isBlank(cell) ? (reader.defaults.get(field) ?? '') : shown
  return {
    field,
    cell: cellAddress(row.number, column.index),
    column: column.index,
    heading: column.heading,
    value: fix === undefined ? filled : `${shown} → ${fix.meant}`,
    ...fault,
  }
}

/** What is wrong with the row as a row: more or fewer cells than columns, or a cell that no workbook can hold. */
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
    // Its own field has refused it already, where it was read.
    if (found.some((problem) => problem.cell === address)) continue
    const at = { field: '', cell: address, column: index, heading: '', value: shorten(cell.v) }
    problems.push({ ...at, rule: `must have at most ${maxTextLength} characters`, hint: 'Shorten the text.' })
  }
  const extra = row.cells.findIndex((cell, index) => index >= reader.width && !isBlank(cell))
  if (reader.isWidthFixed && extra >= 0) {
    problems.push({
      field: '',
      cell: cellAddress(row.number, extra),
      column: extra,
      heading: '',
      value: shorten(displayCell(row.cells[extra] ?? { t: 'z' })),
      rule: `must not have more values than there are columns (${row.cells.length} instead of ${reader.width})`,
      hint: 'A value that holds the delimiter must stand in quotation marks; the values after it have slipped.',
    })
  }
  const cut = reader.isWidthFixed ? findCut(reader, row) : undefined
  if (cut !== undefined) {
    const column = row.cells.length
    const at = { field: '', cell: cellAddress(row.number, column), column, heading: cut, value: '' }
    const rule = `must have as many values as there are columns (${row.cells.length} instead of ${reader.width})`
    const hint = 'A delimiter or a quotation mark is missing in this line, or the line is cut off.'
    if (found.length > 0) problems.push({ ...at, rule, hint })
    else warnings.push({ ...at, rule: `The line has ${row.cells.length} values instead of ${reader.width}.`, hint: '' })
  }
  return { problems, warnings }
}

/** The heading of the first column that is read and that the line does not reach. */
function findCut(reader: RowReader, row: SheetRow): string | undefined {
  return reader.columns.find(({ index, field }) => index >= row.cells.length && field !== undefined)?.heading
}
