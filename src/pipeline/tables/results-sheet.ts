import { emptyCell, isBlank } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { limits } from '../../sheet/limits.ts'
import { measureCell, measureText } from '../../sheet/writing/cell-width.ts'
import type { OutputCell, Table } from '../../sheet/writing/workbook-writer.ts'
import type { Operation, ResultColumn } from '../model/operation.ts'
import { textCell } from '../rows/cells.ts'
import { findResultColumns, type LoadedSheet, listReadColumns, type SheetColumns } from '../rows/loaded-input.ts'
import type { RowView, SampleRow } from '../rows/row-view.ts'
import { isPartOf } from './sheet-names.ts'

export const resultsName = 'Results'
/** More frozen columns leave no room for the others. */
const mostFrozen = 4
const narrowest = 6
const widest = 40
/** In characters: around the text, and the arrow that opens the filter. */
const padding = 2
const filterButton = 5

/**
 * All columns of the input in order, then the result columns. An input column with a result column's heading (an
 * earlier output fed back) or field is refilled in its place. Columns of several sheets are merged, with a column for
 * the sheet. `sample` gives the widths. `isFrozen`: input columns that stay in sight, with all before them, when they
 * are among the first.
 */
export function planResults(
  sheets: readonly Pick<LoadedSheet, 'name' | 'columns'>[],
  resultColumns: readonly ResultColumn[],
  sample: readonly SampleRow[],
  isFrozen: (column: MergedColumn) => boolean = () => false,
): Table<RowView> {
  const byHeading = new Map(resultColumns.map((column) => [column.heading, column]))
  const names = [...byHeading.keys()]
  const refilledBy = sheets.map(
    ({ columns }) =>
      new Map([...findResultColumns(listReadColumns(columns), names)].map(([name, index]) => [index, name])),
  )
  const united = keepRoom(mergeColumns(sheets.map(({ columns }) => columns)), resultColumns.length + 1, sample)
  let frozenColumns = 0
  const columns = united.map((column, at): ResultColumn => {
    const { heading, field } = column
    const [name] = column.indexes.flatMap((index, sheet) => refilledBy[sheet]?.get(index ?? -1) ?? [])
    const refilled = byHeading.get(name ?? '')
    const cell = ({ sheet, cells }: RowView): OutputCell => cells[column.indexes[sheet] ?? -1] ?? emptyCell
    if (refilled === undefined) {
      if (at < mostFrozen && isFrozen(column)) frozenColumns = at + 1
      return { heading, width: widthOf(column, sample), cell }
    }
    byHeading.delete(refilled.heading)
    if (field === undefined) return refilled
    // A row without a submission keeps the value of its sheet.
    return { ...refilled, cell: (view) => (view.submission === undefined ? cell(view) : refilled.cell(view)) }
  })
  if (needsSheetColumn(sheets)) {
    const heading = freeHeading(united, resultColumns)
    const longest = Math.max(...sheets.map(({ name }) => measureText(name)), widthOfHeading(heading))
    const width = Math.min(widest, longest + padding)
    columns.push({ heading, width, cell: ({ sheetName = '' }) => textCell(sheetName) })
  }
  const taken = new Set(united.map(({ heading }) => heading.trim().toLowerCase()))
  for (const column of byHeading.values()) {
    const { title, ...plain } = column
    columns.push(taken.has((title ?? '').toLowerCase()) ? plain : column)
  }
  return { name: resultsName, columns, isInputSheet: true, hasAutoFilter: true, frozenColumns }
}

/** A sheet has a last column: for ours, empty ones of the input are left out, then its last ones that are not read. */
function keepRoom(united: readonly MergedColumn[], wanted: number, sample: readonly SampleRow[]) {
  const excess = united.length + wanted - limits.columns
  // A CSV file has every column, and no sample.
  if (excess <= 0 || wanted === 1 || sample.length === 0) return united
  const last = united.filter(({ field }) => field === undefined).toReversed()
  const empty = last.filter(({ indexes }) => sample.every((row) => isBlank(row.cells[indexes[row.sheet] ?? -1])))
  const gone = new Set([...new Set([...empty, ...last])].slice(0, excess))
  return united.filter((column) => !gone.has(column))
}

/** For the column with the subject of a row. */
export function isSubject({
  request: { identifyingFields },
  output: { namesSubject = () => false },
}: Pick<Operation, 'request' | 'output'>): (column: MergedColumn) => boolean {
  return ({ field, heading }) => (field === undefined ? namesSubject(heading) : field === identifyingFields[0])
}

/** Continuations of one own table need no column for the sheet. */
function needsSheetColumn(sheets: readonly Pick<LoadedSheet, 'name'>[]): boolean {
  const [first] = sheets
  return sheets.length > 1 && first !== undefined && !sheets.every(({ name }) => isPartOf(first.name, name))
}

/** Another column with this heading would make the output ambiguous when it is read again. */
function freeHeading(united: readonly MergedColumn[], resultColumns: readonly ResultColumn[]): string {
  const taken = new Set([...united, ...resultColumns].map(({ heading }) => heading.trim().toLowerCase()))
  for (let ordinal = 1; ; ordinal += 1) {
    const heading = ordinal === 1 ? 'sheet' : `sheet ${ordinal}`
    if (!taken.has(heading)) return heading
  }
}

export function widthOfHeading(heading: string): number {
  return measureText(heading) + filterButton
}

function widthOf(column: MergedColumn, sample: readonly SampleRow[]): number {
  const longest = sample.reduce(
    (most, { sheet, cells }) => Math.max(most, measureCell(cells[column.indexes[sheet] ?? -1] ?? emptyCell)),
    narrowest,
  )
  return Math.min(widest, Math.max(longest + padding, widthOfHeading(column.heading)))
}

/** A column of the output, with its index in each sheet. */
export interface MergedColumn {
  /** In the spelling of the first sheet with the column; may be empty. */
  heading: string
  /** Undefined for a column that is carried along. */
  field: string | undefined
  /** By position of the sheet; undefined where it lacks the column. */
  indexes: (number | undefined)[]
}

/** Columns with the same field or heading become one. They keep the order of the first sheet; further ones follow. */
export function mergeColumns(sheets: readonly SheetColumns[]): MergedColumn[] {
  const united = new Map<string, MergedColumn>()
  for (const [position, columns] of sheets.entries()) {
    const seen = new Map<string, number>()
    for (const { index, heading, field } of listReadColumns(columns)) {
      const name = field === undefined ? `heading ${foldText(heading)}` : `field ${field}`
      // The second column with one heading, or without one, is the second in every sheet.
      const ordinal = (seen.get(name) ?? 0) + 1
      seen.set(name, ordinal)
      const key = `${name} ${ordinal}`
      const column = united.get(key) ?? { heading, field, indexes: new Array<number | undefined>(sheets.length) }
      column.indexes[position] = index
      united.set(key, column)
    }
  }
  return [...united.values()]
}
