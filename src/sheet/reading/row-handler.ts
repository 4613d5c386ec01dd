import { type Cell, cellAddress, emptyCell, uncomputedCell } from '../cell.ts'
import { generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { parseReference } from '../package/cell-range.ts'
import { parseXmlBoolean } from '../package/workbook-part.ts'
import { XmlError } from '../package/xml-entities.ts'
import { readCell, readSharedText, toNumberCell } from './cell-value.ts'
import type { MergeBlanker } from './merged-ranges.ts'
import { PlainCellParser } from './plain-cell-parser.ts'
import { type CellWarnings, RowBuilder } from './row-builder.ts'
import type { StringStore } from './string-store.ts'
import type { FastPath, XmlHandler, XmlTag } from './xml-tag.ts'

export interface SheetContext {
  strings: StringStore
  formats: readonly NumberFormat[]
  /** What people see of a linked data type, by the cell's `vm`. */
  linkedTexts: readonly (string | undefined)[]
  is1904: boolean
  merges: MergeBlanker
  warnings: CellWarnings
}

/** Allowed beside cells and values; in any other element a value could be lost without a message. */
const valuelessElements: ReadonlySet<string> = new Set(['extLst', 'AlternateContent'])

/** Position in the document; other elements are skipped by depth. */
type ParserState = 'outside' | 'sheet' | 'columns' | 'data' | 'row' | 'cell' | 'value' | 'inline' | 'run' | 'text'

export class RowHandler implements XmlHandler {
  wantsText = false
  readonly fastPath: FastPath = {
    terminator: '</row>',
    parse: (bytes, text, at) => this.#parsePlainCell(bytes, text, at),
  }
  readonly #context: SheetContext
  readonly rows: RowBuilder
  #state: ParserState = 'outside'
  #skipped = 0
  #hasData = false
  #isRowNumbered = false
  /** Of the elements around the current one. */
  readonly #outer: ParserState[] = []
  /** The cell that is read tag by tag: what `PlainCellParser` does not handle. */
  #format = generalFormat
  #type = 'n'
  #isInline = false
  #isFormula = false
  #linkedText: string | undefined
  /** Undefined without a value or text. */
  #text: string | undefined
  readonly #plain = new PlainCellParser()

  constructor(context: SheetContext) {
    this.#context = context
    this.rows = new RowBuilder(context.warnings, context.merges)
  }

  get isFull(): boolean {
    return this.rows.isFull
  }

  /** @throws XmlError when the part had no `sheetData`. */
  end(): void {
    if (!this.#hasData) throw new XmlError('malformed', 'it has no sheetData')
  }

  #parsePlainCell(bytes: Buffer, text: string, at: number): number {
    if (this.#state !== 'row' || this.#skipped > 0 || !this.#isRowNumbered) return -1
    const end = this.#plain.parse(bytes, text, at)
    if (end >= 0) this.#addPlainCell(this.#plain)
    return end
  }

  #addPlainCell({ column, row, style, type, text, number, isFormula }: PlainCellParser): void {
    const { strings, formats, is1904 } = this.#context
    const format = (style < 0 ? undefined : formats[style]) ?? generalFormat
    this.rows.moveToCell(column, row)
    if (text !== undefined) {
      this.rows.countChars(text.length)
      this.#addCell(readCell({ type, text, format }, strings, is1904), format, isFormula)
    } else if (!Number.isNaN(number)) {
      const cell = type === 's' ? readSharedText(strings, number) : toNumberCell(number, format, is1904)
      this.rows.addCell(cell, format)
    }
  }

  open(name: string, tag: XmlTag): void {
    const outer = this.#state
    if (this.#skipped > 0) this.#skipped += 1
    else if (this.#enter(name, tag)) this.#outer.push(outer)
    else this.#skipped = 1
  }

  /** False for an element to skip. */
  #enter(name: string, tag: XmlTag): boolean {
    switch (this.#state) {
      case 'row':
        if (name === 'c') this.#startCell(tag)
        else if (valuelessElements.has(name)) return false
        else throw new XmlError('malformed', `<${name.slice(0, 40)}> among the cells of row ${this.rows.number}`)
        return true
      case 'cell':
        return this.#enterCell(name)
      case 'data':
        if (name !== 'row') throw new XmlError('malformed', `<${name.slice(0, 40)}> among the rows`)
        this.#startRow(tag)
        return true
      case 'inline':
      case 'run':
        if (name === 't') this.#startText('text')
        else if (name === 'r' && this.#state === 'inline') this.#state = 'run'
        else return false
        return true
      case 'columns':
        this.#context.warnings.addHiddenColumns(tag)
        return false
      case 'sheet':
        if (name === 'cols') {
          this.#state = 'columns'
          return true
        }
        if (name !== 'sheetData') return false
        if (this.#hasData) throw new XmlError('malformed', 'a second sheetData')
        this.#state = 'data'
        this.#hasData = true
        return true
      case 'outside':
        if (name !== 'worksheet') throw new XmlError('malformed', 'it is no worksheet')
        this.#state = 'sheet'
        return true
      case 'value':
      case 'text':
        throw new XmlError('malformed', `a tag within the text of ${cellAddress(this.rows.number, this.rows.column)}`)
    }
  }

  #enterCell(name: string): boolean {
    if (name === 'v') {
      // An inline text wins over a value beside it.
      if (this.#isInline) return false
      this.#startText('value')
    } else if (name === 'is') {
      this.#state = 'inline'
      this.#isInline = true
      this.#text = ''
    } else {
      if (name === 'f') this.#isFormula = true
      else if (!valuelessElements.has(name)) {
        const where = cellAddress(this.rows.number, this.rows.column)
        throw new XmlError('malformed', `<${name.slice(0, 40)}> in the cell ${where}`)
      }
      return false
    }
    return true
  }

  #startText(element: 'value' | 'text'): void {
    this.#state = element
    this.#text ??= ''
    this.wantsText = true
  }

  text(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
    this.rows.countChars(text.length)
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      return
    }
    const state = this.#state
    this.#state = this.#outer.pop() ?? 'outside'
    if (state === 'value' || state === 'text') this.wantsText = false
    else if (state === 'cell') this.#endCell()
    else if (state === 'row') this.rows.end()
  }

  #startRow(tag: XmlTag): void {
    this.#state = 'row'
    const reference = tag.attribute('r') ?? ''
    this.#isRowNumbered = reference !== ''
    const isHidden = parseXmlBoolean(tag.attribute('hidden')) || Number(tag.attribute('ht') ?? 1) === 0
    this.rows.start(reference === '' ? this.rows.number + 1 : Number(reference), isHidden)
  }

  #startCell(tag: XmlTag): void {
    this.#state = 'cell'
    this.#format = this.#context.formats[Number(tag.attribute('s') ?? -1)] ?? generalFormat
    this.#type = tag.attribute('t') ?? 'n'
    this.#isInline = false
    this.#isFormula = false
    this.#text = undefined
    this.#linkedText = this.#context.linkedTexts[Number(tag.attribute('vm') ?? 0)]
    const written = tag.attribute('r') ?? ''
    if (written === '') {
      this.rows.moveToCell(-1, -1)
      return
    }
    const reference = parseReference(written)
    if (reference === undefined) {
      throw new XmlError('malformed', `the cell “${written.slice(0, 40)}” in row ${this.rows.number}`)
    }
    // A row without a number takes that of its first cell.
    if (!this.#isRowNumbered && reference.row > this.rows.number) this.rows.moveToRow(reference.row)
    this.#isRowNumbered = true
    this.rows.moveToCell(reference.column, reference.row)
  }

  #endCell(): void {
    const { strings, is1904 } = this.#context
    const [text, format] = [this.#text, this.#format]
    const type = this.#isInline ? 'inlineStr' : this.#type
    const read = text === undefined ? emptyCell : readCell({ type, text, format }, strings, is1904)
    const linked = read.t === 'e' ? this.#linkedText : undefined
    const cell: Cell = linked === undefined ? read : { t: 's', v: linked }
    this.#addCell(cell, format, this.#isFormula)
  }

  /** An empty text is a value; some programs write an empty number for a formula they did not calculate. */
  #addCell(cell: Cell, format: NumberFormat, isFormula: boolean): void {
    this.rows.addCell(isFormula && cell.t === 'z' ? uncomputedCell : cell, format)
  }
}
