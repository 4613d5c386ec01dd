import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type ExcelJS from 'exceljs'

/** The parts of exceljs 4.4 (its last release) that its types leave out. */
interface SheetInternals {
  stream: { pipes: readonly Writable[]; write(data: string | { length: number }): Promise<boolean> }
  dataValidations: { add(range: string, validation: ExcelJS.DataValidation): void }
  _sheetCommentsWriter: { _writeComment(comment: WrittenNote, index: number): void }
  _writeHyperlinks(): void
  _writeSheetProtection(): void
}

interface WrittenNote {
  refAddress: { col: number; row: number }
  note: { texts: readonly { text: string }[] }
  /** In columns and rows from the sheet's corner. */
  anchor?: { left: number; top: number; right: number; bottom: number }
}

const pendingLimit = 256 * 1024
/** Characters that the box of a comment holds in a line, at least. */
const noteLine = 36
const usualColumnWidth = 9

/** One worksheet of exceljs's streaming writer, with what it lacks: back-pressure, a size, a legal order of its parts. */
export class SheetStream {
  readonly sheet: ExcelJS.Worksheet
  /** Bytes of XML so far. */
  bytes = 0
  readonly #internals: SheetInternals

  constructor(sheet: ExcelJS.Worksheet) {
    this.sheet = sheet
    this.#internals = sheet as unknown as SheetInternals
    this.#countBytes()
    this.#writeHyperlinksLast()
    this.#fitNotes()
  }

  /** Lets the compressor and the disk catch up; exceljs itself never waits for them. */
  async drain(signal: AbortSignal): Promise<void> {
    await setImmediate()
    for (const pipe of this.#internals.stream.pipes) {
      if (pipe.writableLength > pendingLimit) await once(pipe, 'drain', { signal })
    }
  }

  addValidation(range: string, validation: ExcelJS.DataValidation): void {
    this.#internals.dataValidations.add(range, validation)
  }

  #countBytes(): void {
    const { stream } = this.#internals
    const write = stream.write.bind(stream)
    stream.write = (data) => {
      this.bytes += typeof data === 'string' ? Buffer.byteLength(data) : data.length
      return write(data)
    }
  }

  /** exceljs gives every comment a box of four lines, whatever is in it. */
  #fitNotes(): void {
    const writer = this.#internals._sheetCommentsWriter
    const write = writer._writeComment.bind(writer)
    writer._writeComment = (comment, index) => {
      const text = comment.note.texts.map((part) => part.text).join('')
      const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / noteLine)), 1)
      const { col, row } = comment.refAddress
      const top = Math.max(0, row - 2)
      const anchor = { left: col + 0.1, top, right: this.#reach(col), bottom: top + lines }
      write({ ...comment, anchor }, index)
    }
  }

  /** The column at which enough columns for a line have been passed. */
  #reach(from: number): number {
    let column = from
    for (let width = 0; width < noteLine; column += 1) {
      width += this.sheet.columns[column]?.width ?? usualColumnWidth
    }
    return column
  }

  /** exceljs writes hyperlinks before conditional formats and validations; Excel calls such a file damaged. */
  #writeHyperlinksLast(): void {
    const internals = this.#internals
    const writeHyperlinks = internals._writeHyperlinks.bind(this.sheet)
    internals._writeHyperlinks = () => {}
    // Sheets are never protected here, and protection is what exceljs writes next after the validations.
    internals._writeSheetProtection = writeHyperlinks
  }
}
