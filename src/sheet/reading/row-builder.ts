import { type Cell, cellAddress, emptyCell, isUncomputed, type SheetRow } from '../cell.ts'
import { limits } from '../limits.ts'
import { formatFor, type NumberFormat } from '../number-format/classify.ts'
import { parseXmlBoolean } from '../package/workbook-part.ts'
import { rowLimitError, XmlError } from '../package/xml-entities.ts'
import { hasContent } from './cell-value.ts'
import type { MergeBlanker } from './merged-ranges.ts'
import type { XmlTag } from './xml-tag.ts'

/** Cells buffered before a pause; a row may have 16,384. */
const maxPendingCells = 262_144
const emptyCells: readonly Cell[] = new Array<Cell>(limits.columns).fill(emptyCell)

export class RowBuilder {
  /** 1-based; 0 before the first row. */
  number = 0
  /** 0-based; -1 before the first cell. */
  column = -1
  readonly #readRows = new Uint8Array(limits.rows + 1)
  /** By column: the last row, counted from the first one of the part, with a cell there. */
  readonly #rowOfColumn = new Int32Array(limits.columns)
  #rows = 0
  readonly #warnings: CellWarnings
  readonly #merges: MergeBlanker
  #finishedRows: SheetRow[] = []
  #pendingCells = 0
  #gaps = 0
  #isHidden = false
  #cells: Cell[] = []
  #hasContent = false
  #chars = 0

  constructor(warnings: CellWarnings, merges: MergeBlanker) {
    this.#warnings = warnings
    this.#merges = merges
  }

  get isFull(): boolean {
    return this.#pendingCells > maxPendingCells
  }

  drainRows(): SheetRow[] {
    const rows = this.#finishedRows
    if (rows.length > 0) this.#finishedRows = []
    this.#pendingCells = 0
    return rows
  }

  start(number: number, isHidden: boolean): void {
    this.moveToRow(number)
    this.#rows += 1
    this.#isHidden = isHidden
    this.#cells = []
    this.column = -1
    this.#hasContent = false
    this.#chars = 0
  }

  moveToRow(number: number): void {
    if (!Number.isInteger(number) || number < 1) throw new XmlError('malformed', 'a row without a proper number')
    if (number > limits.rows) throw rowLimitError()
    if (number <= this.number) this.#warnings.add('rows-out-of-order', number, 0)
    this.number = number
  }

  /** Both are -1 for a cell without a reference, which follows the last one. */
  moveToCell(column: number, row: number): void {
    const next = column < 0 ? this.column + 1 : column
    if (next >= limits.columns) {
      const what = `a column past ${limits.columns} in row ${this.number}, the last a worksheet has`
      throw new XmlError('too-large', what)
    }
    if (row >= 0 && row !== this.number) {
      throw new XmlError('malformed', `the cell ${cellAddress(row, next)} stands in row ${this.number}`)
    }
    if (this.#rowOfColumn[next] === this.#rows) {
      throw new XmlError('malformed', `the cell ${cellAddress(this.number, next)} stands there twice`)
    }
    this.#rowOfColumn[next] = this.#rows
    this.column = next
  }

  countChars(chars: number): void {
    this.#chars += chars
    if (this.#chars > limits.recordChars) {
      throw new XmlError('too-large', `row ${this.number} has more than 16 MiB of text`)
    }
  }

  addCell(cell: Cell, format: NumberFormat): void {
    if (cell.t === 'n' && formatFor(cell.v, format).kind !== 'number') {
      this.#warnings.add('date-out-of-range', this.number, this.column)
    }
    if (cell.t === 'z' && !isUncomputed(cell)) return
    if (hasContent(cell)) {
      this.#hasContent = true
      this.#warnings.addFilledColumn(this.column)
    }
    if (this.#cells.length < this.column) this.#fillGap()
    this.#cells[this.column] = cell
  }

  #fillGap(): void {
    const gap = this.column - this.#cells.length
    this.#gaps += gap
    if (this.#gaps > limits.gapCells) throw new XmlError('too-large', 'cells too far apart')
    // At once: a wide row would be copied again and again.
    this.#cells.push(...emptyCells.slice(0, gap))
  }

  end(): void {
    if (this.#readRows[this.number] === 1) throw new XmlError('malformed', `row ${this.number} stands there twice`)
    this.#readRows[this.number] = 1
    const cells = this.#cells
    const covered = this.#merges.apply(this.number, cells)
    if (covered !== undefined) this.#hasContent = cells.some(hasContent)
    if (!this.#hasContent) return
    while (cells.at(-1)?.t === 'z' && !isUncomputed(cells.at(-1))) cells.pop()
    this.#pendingCells += cells.length + (covered?.length ?? 0)
    const row: SheetRow = { number: this.number, cells, isHidden: this.#isHidden }
    if (covered !== undefined && covered.length > 0) row.covered = covered
    this.#finishedRows.push(row)
  }
}

const sentences = {
  'date-out-of-range': 'A date format on a number that is no date, read as a number',
  'rows-out-of-order': "Rows that are not in order in the file, read in the file's order",
}
type CellWarning = keyof typeof sentences

/** Counts unusual cells, so that each kind is reported once with its first address. */
export class CellWarnings {
  readonly #tallies = new Map<CellWarning, { count: number; first: string }>()
  /** 0-based, both included. */
  readonly #hiddenRanges: { from: number; to: number }[] = []
  readonly #hiddenColumns = new Set<number>()

  add(note: CellWarning, rowNumber: number, columnIndex: number): void {
    const tally = this.#tallies.get(note)
    if (tally === undefined) this.#tallies.set(note, { count: 1, first: cellAddress(rowNumber, columnIndex) })
    else tally.count += 1
  }

  /** `col` tags come before the rows. */
  addHiddenColumns(tag: XmlTag): void {
    if (!parseXmlBoolean(tag.attribute('hidden'))) return
    this.#hiddenRanges.push({ from: Number(tag.attribute('min')) - 1, to: Number(tag.attribute('max')) - 1 })
  }

  addFilledColumn(column: number): void {
    if (this.#hiddenRanges.length === 0) return
    if (this.#hiddenRanges.some(({ from, to }) => column >= from && column <= to)) this.#hiddenColumns.add(column)
  }

  clear(): void {
    this.#tallies.clear()
    this.#hiddenRanges.length = 0
    this.#hiddenColumns.clear()
  }

  sentences(): string[] {
    return [...this.#tallies].map(([note, { count, first }]) => {
      const cells = count === 1 ? `the cell ${first}` : `${count} cells (the first is ${first})`
      return `${sentences[note]}: ${cells}.`
    })
  }

  /** Those with content. */
  hiddenColumns(): number[] {
    return [...this.#hiddenColumns].toSorted((left, right) => left - right)
  }
}
