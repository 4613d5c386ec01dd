import { type Cell, cellAddress, emptyCell, type SheetRow } from '../cell.ts'
import { limits } from '../limits.ts'
import type { CellNotes } from './cell-notes.ts'
import { hasContent, readCell, readSharedText, showNumber } from './cell-value.ts'
import { HiddenColumns } from './hidden-columns.ts'
import type { MergeCover } from './merged-ranges.ts'
import { formatFor, generalFormat, type NumberFormat } from './number-format.ts'
import { PlainCell } from './plain-cell.ts'
import { parseColumn, parseReference } from './reference.ts'
import type { StringStore } from './string-store.ts'
import { isTrue } from './workbook.ts'
import { XmlProblem } from './xml-problem.ts'
import type { ShortCut, XmlHandler } from './xml-scanner.ts'
import type { XmlTag } from './xml-tag.ts'

export interface SheetContext {
  strings: StringStore
  formats: readonly NumberFormat[]
  is1904: boolean
  merges: MergeCover
  notes: CellNotes
}

const letterR = 114
const letterS = 115
const letterT = 116

/** What may stand beside cells and values; in anything else a value could be lost in silence. */
const mayHoldNoValue: ReadonlySet<string> = new Set(['extLst', 'AlternateContent'])

/** Cells; rows may be as wide as 16,384. */
const mostGathered = 262_144

/** Where in the sheet the scanner stands; what is of no interest is skipped by depth. */
type Place = 'outside' | 'sheet' | 'columns' | 'data' | 'row' | 'cell' | 'value' | 'inline' | 'run' | 'text'

/** Gathers the rows of a worksheet part; `takeRows` empties it. */
export class RowHandler implements XmlHandler {
  wantsText = false
  readonly shortCut: ShortCut = {
    before: '</row>',
    take: (bytes, text, at) => this.#takePlainCell(bytes, text, at),
  }
  readonly #context: SheetContext
  #rows: SheetRow[] = []
  #gathered = 0
  #gaps = 0
  #place: Place = 'outside'
  #skipped = 0
  #hasData = false
  readonly #hiddenColumns: HiddenColumns

  #rowNumber = 0
  #isRowNumbered = false
  #isHidden = false
  #cells: Cell[] = []
  #hasContent = false
  #rowChars = 0

  #column = -1
  #type = 'n'
  #format = generalFormat
  #text: string | undefined
  #isInline = false
  #isRun = false
  #isFormula = false
  readonly #plain = new PlainCell()

  constructor(context: SheetContext) {
    this.#context = context
    this.#hiddenColumns = new HiddenColumns(context.notes)
  }

  takeRows(): SheetRow[] {
    const rows = this.#rows
    if (rows.length > 0) this.#rows = []
    this.#gathered = 0
    return rows
  }

  get isFull(): boolean {
    return this.#gathered > mostGathered
  }

  /** @throws XmlProblem when the part held no table of cells. */
  end(): void {
    if (!this.#hasData) throw new XmlProblem('malformed', 'it has no sheetData')
  }

  #takePlainCell(bytes: Buffer, text: string, at: number): number {
    if (this.#place !== 'row' || this.#skipped > 0 || !this.#isRowNumbered) return -1
    const end = this.#plain.take(bytes, text, at)
    if (end >= 0) this.#addPlainCell(this.#plain)
    return end
  }

  #addPlainCell({ column, style, type, text, number, isInline }: PlainCell): void {
    const { strings, formats, is1904 } = this.#context
    const format = (style < 0 ? undefined : formats[style]) ?? generalFormat
    this.#moveToColumn(column < 0 ? this.#column + 1 : column)
    if (text !== undefined) {
      this.#countChars(text.length)
      this.#keep(readCell({ type, text, isInline, format }, strings, is1904), format)
    } else if (!Number.isNaN(number)) {
      const cell = type === 's' ? readSharedText(strings, number) : showNumber(number, format, is1904)
      this.#keep(cell, format)
    }
  }

  open(name: string, tag: XmlTag): void {
    if (this.#skipped > 0) this.#skipped += 1
    else if (!this.#enter(name, tag)) this.#skipped = 1
  }

  /** False for what is to be skipped. */
  #enter(name: string, tag: XmlTag): boolean {
    switch (this.#place) {
      case 'row':
        if (name === 'c') this.#startCell(tag)
        else if (mayHoldNoValue.has(name)) return false
        else throw new XmlProblem('malformed', `<${name.slice(0, 40)}> among the cells of row ${this.#rowNumber}`)
        return true
      case 'cell':
        return this.#enterCell(name)
      case 'data':
        if (name !== 'row') throw new XmlProblem('malformed', `<${name.slice(0, 40)}> among the rows`)
        this.#startRow(tag)
        return true
      case 'inline':
      case 'run':
        if (name === 't') this.#startText('text')
        else if (name === 'r' && this.#place === 'inline') this.#startRun()
        else return false
        return true
      case 'columns':
        this.#hiddenColumns.take(tag)
        return false
      case 'sheet':
        if (name === 'cols') {
          this.#place = 'columns'
          return true
        }
        if (name !== 'sheetData') return false
        this.#place = 'data'
        this.#hasData = true
        return true
      case 'outside':
        if (name !== 'worksheet') throw new XmlProblem('malformed', 'it is no worksheet')
        this.#place = 'sheet'
        return true
      case 'value':
      case 'text':
        throw new XmlProblem('malformed', `a tag within the text of ${cellAddress(this.#rowNumber, this.#column)}`)
    }
  }

  #enterCell(name: string): boolean {
    if (name === 'v') {
      this.#startText('value')
    } else if (name === 'is') {
      this.#place = 'inline'
      this.#isInline = true
      this.#text = ''
    } else {
      if (name === 'f') this.#isFormula = true
      else if (!mayHoldNoValue.has(name)) {
        const where = cellAddress(this.#rowNumber, this.#column)
        throw new XmlProblem('malformed', `<${name.slice(0, 40)}> in the cell ${where}`)
      }
      return false
    }
    return true
  }

  #startText(place: 'value' | 'text'): void {
    this.#place = place
    this.#text ??= ''
    this.wantsText = true
  }

  #startRun(): void {
    this.#place = 'run'
    this.#isRun = true
  }

  text(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
    this.#countChars(text.length)
  }

  #countChars(chars: number): void {
    this.#rowChars += chars
    if (this.#rowChars > limits.recordChars) {
      throw new XmlProblem('too-large', `row ${this.#rowNumber} holds more than 16 MiB of text`)
    }
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    switch (this.#place) {
      case 'value':
        this.wantsText = false
        this.#place = 'cell'
        return
      case 'cell':
        this.#endCell()
        this.#place = 'row'
        return
      case 'row':
        this.#endRow()
        this.#place = 'data'
        return
      case 'text':
        this.wantsText = false
        this.#place = this.#isRun ? 'run' : 'inline'
        return
      case 'run':
        this.#isRun = false
        this.#place = 'inline'
        return
      case 'inline':
        this.#place = 'cell'
        return
      case 'data':
      case 'columns':
        this.#place = 'sheet'
        return
      default:
        this.#place = 'outside'
    }
  }

  #startRow(tag: XmlTag): void {
    this.#place = 'row'
    const reference = tag.attribute('r') ?? ''
    this.#isRowNumbered = reference !== ''
    this.#moveToRow(reference === '' ? this.#rowNumber + 1 : Number(reference))
    this.#isHidden = isTrue(tag.attribute('hidden')) || Number(tag.attribute('ht') ?? 1) === 0
    this.#cells = []
    this.#column = -1
    this.#hasContent = false
    this.#rowChars = 0
  }

  #moveToRow(number: number): void {
    if (!Number.isInteger(number) || number < 1) throw new XmlProblem('malformed', 'a row without a proper number')
    if (number > limits.rows) throw new XmlProblem('too-large', `a row past ${limits.rows}, the last a worksheet has`)
    if (number <= this.#rowNumber) this.#context.notes.add('rows-out-of-order', number, 0)
    this.#rowNumber = number
  }

  #startCell(tag: XmlTag): void {
    this.#place = 'cell'
    this.#format = generalFormat
    this.#type = 'n'
    let column = -1
    for (let index = 0; index < tag.count; index += 1) {
      const name = tag.shortName(index)
      if (name === letterR) column = this.#columnOf(tag, index)
      else if (name === letterS) this.#format = this.#context.formats[tag.integer(index)] ?? generalFormat
      else if (name === letterT) this.#type = tag.word(index)
    }
    this.#moveToColumn(column < 0 ? this.#column + 1 : column)
    this.#text = undefined
    this.#isInline = false
    this.#isFormula = false
  }

  /** A row without a number takes that of its first cell. */
  #columnOf(tag: XmlTag, index: number): number {
    if (this.#isRowNumbered) return parseColumn(tag.bytes, tag.valueStart(index), tag.valueEnd(index))
    const reference = parseReference(tag.value(index))
    if (reference === undefined) return -1
    if (reference.row > this.#rowNumber) this.#moveToRow(reference.row)
    this.#isRowNumbered = true
    return reference.column
  }

  #moveToColumn(column: number): void {
    if (column >= limits.columns) {
      const what = `a column past ${limits.columns} in row ${this.#rowNumber}, the last a worksheet has`
      throw new XmlProblem('too-large', what)
    }
    this.#column = column
  }

  #endCell(): void {
    const { strings, is1904, notes } = this.#context
    const text = this.#text
    const format = this.#format
    if (text === undefined) {
      if (this.#isFormula) notes.add('formula-without-value', this.#rowNumber, this.#column)
      return
    }
    this.#keep(readCell({ type: this.#type, text, isInline: this.#isInline, format }, strings, is1904), format)
  }

  #keep(cell: Cell, format: NumberFormat): void {
    if (cell.t === 'n' && formatFor(cell.v, format).kind !== 'number') {
      this.#context.notes.add('date-out-of-range', this.#rowNumber, this.#column)
    }
    if (cell.t === 'z') return
    if (hasContent(cell)) {
      this.#hasContent = true
      this.#hiddenColumns.observe(this.#column)
    }
    if (this.#cells.length < this.#column) this.#fillGap()
    this.#cells[this.#column] = cell
  }

  #fillGap(): void {
    const cells = this.#cells
    this.#gaps += this.#column - cells.length
    if (this.#gaps > limits.gapCells) throw new XmlProblem('too-large', 'cells too far apart')
    while (cells.length < this.#column) cells.push(emptyCell)
  }

  #endRow(): void {
    const cells = this.#cells
    const covered = this.#context.merges.apply(this.#rowNumber, cells)
    if (covered !== undefined) this.#hasContent = cells.some(hasContent)
    if (!this.#hasContent) return
    while (cells.at(-1)?.t === 'z') cells.pop()
    this.#gathered += cells.length + (covered?.length ?? 0)
    const row = { number: this.#rowNumber, cells, isHidden: this.#isHidden }
    this.#rows.push(covered === undefined || covered.length === 0 ? row : { ...row, covered })
  }
}
