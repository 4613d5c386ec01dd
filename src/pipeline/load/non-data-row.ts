import type { Problem } from '../../contract/outcome.ts'
import type { RowContent } from '../../ledger/port/loaded-row.ts'
import { find, type Message, message, wordMessage } from '../../messages/catalogue.ts'
import { libraryFace } from '../../messages/face.ts'
import { type Cell, columnName, isBlank, isUncomputed, type SheetRow, usedWidth } from '../../sheet/cell.ts'
import { foldHeading, foldText } from '../../sheet/fold-text.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { maxTextLength } from '../../sheet/values/text.ts'
import type { Field, NonDataPatterns } from '../model/operation.ts'
import { FirstFew } from '../rows/first-few.ts'
import type { TableRange } from '../rows/loaded-input.ts'
import { placeProblem } from '../rows/row-findings.ts'

/** Folded heading by column index. */
export type FoldedHeadings = ReadonlyMap<number, string>

export function foldHeadings(columns: readonly HeadingColumn[]): FoldedHeadings {
  return new Map(columns.map(({ index, heading }) => [index, foldHeading(heading)]))
}

/** Every filled cell repeats the heading of its column. */
export function repeatsHeadings(row: SheetRow, headings: FoldedHeadings): boolean {
  let same = 0
  for (const [index, cell] of row.cells.entries()) {
    if (isBlank(cell)) continue
    if (cell.t !== 's' || cell.v.length > maxTextLength || foldHeading(cell.v) !== headings.get(index)) return false
    same += 1
  }
  return same > 1
}

/** Sheets are printed, pasted together and summed up, so rows without data stand among the data. */
export const totalsRow = message('totals')
export const noteRow = message('note')

/** Notes in any language: `*`, `¹`, `(1) `. */
const noteMark = /^(?:[*†‡§¹²³]|\(?\d\) )/
const fewestWords = 6
const amount = /^[\s\d.,'%€$£¥+-]*$/

/**
 * A total or a note, without nearly all the cells that a row needs. Where that is sure, the row is skipped for `reason`;
 * otherwise one problem, which the user decides, replaces a dozen "must not be empty".
 */
export function detectNonDataRow(
  row: SheetRow,
  columns: readonly HeadingColumn[],
  missing: number,
  { fields, strayWords }: { fields: readonly Field[]; strayWords: NonDataPatterns },
): { reason: Message | undefined; problem: Problem } | undefined {
  if (missing < 3) return undefined
  const filled = row.cells.flatMap((cell, index) => (isBlank(cell) ? [] : [{ cell, index }]))
  const [first, ...others] = filled
  if (first === undefined) return undefined
  const text = displayCell(first.cell)
  const isNamed = strayWords.totals.test(foldText(text))
  const isTotal = isNamed || (filled.length < missing && filled.every(({ cell }) => cell.t === 'n'))
  // The value of a formula that was never calculated is unknown.
  if (!isTotal && (others.length > 0 || isUncomputed(first.cell))) return undefined
  const heading = columns.find(({ index }) => index === first.index)?.heading ?? ''
  const place = placeProblem(row.number, { index: first.index, heading }, { field: '', value: shorten(text) })
  const problem = { ...place, ...find('row-part', { missing, isTotal }) }
  if (!isTotal) return { reason: isNote(first.cell, text, strayWords) ? noteRow : undefined, problem }
  const isSure = isNamed
    ? others.every(({ cell }) => isAmount(cell))
    : filled.every(({ cell, index }) => isAmount(cell) && mayHoldSum(index, columns, fields))
  return { reason: isSure ? totalsRow : undefined, problem }
}

/** A text that no cell of a trip holds. A name or an id alone is a row that a person has begun. */
function isNote(cell: Cell, text: string, { notes }: NonDataPatterns): boolean {
  if (cell.t !== 's') return false
  return noteMark.test(text) || notes.test(foldText(text)) || text.split(/\s+/).length >= fewestWords
}

function isAmount(cell: Cell): boolean {
  return cell.t === 'n' || cell.t === 'e' || isUncomputed(cell) || (cell.t === 's' && amount.test(cell.v))
}

/** Sums stand below numbers; a number below an id or a country is a row that a person has begun. */
function mayHoldSum(index: number, columns: readonly HeadingColumn[], fields: readonly Field[]): boolean {
  const name = columns.find((column) => column.index === index)?.field
  const kind = fields.find((field) => field.name === name)?.about.kind
  return kind === undefined || kind === 'integer'
}

const shownRows = 10
const exampleDetail = JSON.stringify({ reason: message('example') })
const strayDetails = new Map(
  [totalsRow, noteRow].map((reason) => [JSON.stringify({ reason }), wordMessage(reason, libraryFace)?.text]),
)

/** Where the table of a sheet ends, and what stands in it that is no data. */
export class TableRows {
  readonly range: TableRange
  readonly #strays = new Map<string, FirstFew>()
  readonly hidden: number[] = []
  rows = 0
  /** Rows of a template that were left as they are. */
  examples = 0
  width: number

  constructor(headingRow: number, refilled: TableRange['refilled'], width: number) {
    this.width = width
    this.range = { headingRow, lastRow: headingRow, rows: 0, refilled }
  }

  add(row: Pick<SheetRow, 'number' | 'isHidden' | 'cells'>, content: RowContent): void {
    this.rows += 1
    this.width = Math.max(this.width, usedWidth(row))
    if (row.isHidden) this.hidden.push(row.number)
    const detail = content.kind === 'held' && content.state === 'skipped' ? content.detail : ''
    if (detail === exampleDetail) this.examples += 1
    const stray = strayDetails.get(detail)
    // Totals and notes belong to the table only where rows follow them.
    if (stray === undefined) {
      this.range.lastRow = row.number
      this.range.rows = this.rows
      return
    }
    const rows = this.#strays.get(stray) ?? new FirstFew(shownRows)
    this.#strays.set(stray, rows)
    rows.add(String(row.number))
  }

  /** Columns of ours are hidden by us. */
  notes(hiddenColumns: readonly number[] = []): string[] {
    const ours = new Set(this.range.refilled.values())
    const columns = new FirstFew(shownRows)
    for (const column of hiddenColumns) if (!ours.has(column)) columns.add(columnName(column))
    return [
      ...(columns.count === 0 ? [] : [`Hidden columns are read like the others: ${columns.list()}.`]),
      ...[...this.#strays].map(([reason, rows]) => {
        const [are, is] = rows.count === 1 ? ['row', 'is'] : [`${rows.count} rows:`, 'are']
        return `${are} ${rows.list()} ${is} passed over: ${reason}`
      }),
    ]
  }
}
