import { emptyCell } from '../../sheet/cell.ts'
import { measureCell, measureText } from '../../sheet/writing/cell-width.ts'
import type { OutputCell, OutputSheet } from '../../sheet/writing/workbook-writer.ts'
import type { Operation, ResultColumn } from '../model/operation.ts'
import { textCell } from '../rows/cells.ts'
import { findResultColumns } from '../rows/find-result-columns.ts'
import type { LoadedSheet } from '../rows/loaded-input.ts'
import type { SampleRow } from '../rows/row-pages.ts'
import type { RowView } from '../rows/row-view.ts'
import { type MergedColumn, mergeColumns } from './merged-columns.ts'
import { isPartOf } from './sheet-names.ts'

export const resultsName = 'Results'
/** More frozen columns leave no room for the others. */
const mostFrozen = 4
const narrowest = 6
const widest = 40
/** In characters: around the text, and the arrow that opens the filter. */
const padding = 2
const filterButton = 5

/** Source of each cell of a `Results` row: the input, or a result column. */
export interface ResultsPlan {
  sheet: OutputSheet
  sources: readonly Source[]
}

type Source =
  | { kind: 'input'; column: MergedColumn }
  | { kind: 'sheet' }
  /** `ofField`: the replaced input column, when it is read as a field. */
  | { kind: 'result'; column: ResultColumn; ofField: MergedColumn | undefined }

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
): ResultsPlan {
  const byHeading = new Map(resultColumns.map((column) => [column.heading, column]))
  const names = [...byHeading.keys()]
  const refilledBy = sheets.map(({ columns: { headings, fields } }) => {
    const fieldAt = new Map(Object.entries(fields).map(([field, index]) => [index, field]))
    const columns = headings.map((heading, index) => ({ heading, index, field: fieldAt.get(index) }))
    return new Map([...findResultColumns(columns, names)].map(([name, index]) => [index, name]))
  })
  const parts: { column: OutputSheet['columns'][number]; source: Source }[] = []
  const united = mergeColumns(sheets.map(({ columns }) => columns))
  for (const column of united) {
    const { heading, field } = column
    const [name] = column.indexes.flatMap((index, sheet) => refilledBy[sheet]?.get(index ?? -1) ?? [])
    const refilled = byHeading.get(name ?? '')
    if (refilled === undefined) {
      parts.push({ column: { heading, width: widthOf(column, sample) }, source: { kind: 'input', column } })
      continue
    }
    byHeading.delete(refilled.heading)
    const ofField = field === undefined ? undefined : column
    parts.push({ column: refilled, source: { kind: 'result', column: refilled, ofField } })
  }
  if (needsSheetColumn(sheets)) {
    const heading = freeHeading(united, resultColumns)
    const longest = Math.max(...sheets.map(({ name }) => measureText(name)), widthOfHeading(heading))
    parts.push({ column: { heading, width: Math.min(widest, longest + padding) }, source: { kind: 'sheet' } })
  }
  const taken = new Set(united.map(({ heading }) => heading.trim().toLowerCase()))
  for (const column of byHeading.values()) {
    const { title, ...plain } = column
    const isTaken = taken.has((title ?? '').toLowerCase())
    parts.push({ column: isTaken ? plain : column, source: { kind: 'result', column, ofField: undefined } })
  }
  const columns = parts.map(({ column }) => column)
  const first = parts.slice(0, mostFrozen)
  const frozenColumns = 1 + first.findLastIndex(({ source }) => source.kind === 'input' && isFrozen(source.column))
  return {
    sheet: { name: resultsName, columns, isInputSheet: true, hasAutoFilter: true, frozenColumns },
    sources: parts.map(({ source }) => source),
  }
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

export function fillResults(plan: ResultsPlan, view: RowView): OutputCell[] {
  return plan.sources.map((source) => {
    if (source.kind === 'sheet') return textCell(view.sheetName ?? '')
    if (source.kind === 'input') return cellOf(source.column, view)
    // A row without a submission keeps the value of its sheet.
    if (source.ofField !== undefined && view.submission === undefined) return cellOf(source.ofField, view)
    return source.column.cell(view)
  })
}

function cellOf({ indexes }: MergedColumn, { sheet, cells }: SampleRow): OutputCell {
  return cells[indexes[sheet] ?? -1] ?? emptyCell
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
