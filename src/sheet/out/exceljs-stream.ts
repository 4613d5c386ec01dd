import { type EventEmitter, once } from 'node:events'
import type ExcelJS from 'exceljs'
import { cellAddress } from '../cell.ts'
import type { Link } from './link.ts'
import { escapeXml } from './text.ts'

/** A stream of readable-stream 2, which says less of itself than Node's. */
interface Pipe extends EventEmitter {
  _writableState: { needDrain: boolean }
  write(chunk: Buffer): boolean
}

/** The parts of exceljs 4.4 (its last release) that its types leave out. */
interface SheetInternals {
  stream: { pipes: readonly Pipe[]; write(data: string): Promise<boolean>; _flush(): void }
  startedData: boolean
  hasComments: boolean
  dataValidations: { add(range: string, validation: ExcelJS.DataValidation): void }
  _sheetRelsWriter: { addRelationship(relationship: { Type: string; Target: string; TargetMode: string }): string }
  _sheetCommentsWriter: { addComments(comments: readonly WrittenNote[]): void }
  _writeColumns(): void
  _writeOpenSheetData(): void
  _writeHyperlinks(): void
  _writeSheetProtection(): void
}

interface WrittenNote {
  ref: string
  note: {
    texts: readonly { text: string }[]
    margins: { insetmode: 'auto' }
    protection: { locked: 'True'; lockText: 'True' }
    editAs: 'absolute'
  }
  /** In columns and rows from the sheet's corner. */
  anchor: { left: number; top: number; right: number; bottom: number }
}

/** Characters of XML that are handed on at a time. */
const chunkLength = 32 * 1024
const hyperlinkType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
/** Characters that the box of a comment holds in a line, at least. */
const noteLine = 36
const usualColumnWidth = 9

/**
 * One worksheet of exceljs's streaming writer, with what it lacks: rows written as they are (its own objects for each
 * cell cost most of the time), back-pressure, a size, links in their legal place.
 */
export class SheetStream {
  readonly #sheet: ExcelJS.Worksheet
  readonly #internals: SheetInternals
  readonly #links: string[] = []
  #pending = ''
  #bytes = 0

  constructor(sheet: ExcelJS.Worksheet) {
    this.#sheet = sheet
    this.#internals = sheet as unknown as SheetInternals
    this.#writeHyperlinksLast()
  }

  /** Bytes of XML so far, about. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  get linkCount(): number {
    return this.#links.length
  }

  /** True when enough is waiting for `drain` to be called. */
  get isFull(): boolean {
    return this.#pending.length >= chunkLength
  }

  begin(columns: readonly Partial<ExcelJS.Column>[]): void {
    this.#sheet.columns = [...columns]
    this.#internals._writeColumns()
    this.#internals._writeOpenSheetData()
    this.#internals.startedData = true
    this.#internals.stream._flush()
  }

  writeRow(xml: string): void {
    this.#pending += xml
  }

  /** Hands on what is waiting, and lets the compressor and the disk catch up; exceljs itself never waits for them. */
  async drain(signal: AbortSignal): Promise<void> {
    this.#flush()
    const { pipes } = this.#internals.stream
    await Promise.all(pipes.filter(needsDrain).map((pipe) => once(pipe, 'drain', { signal })))
  }

  addLink(address: string, link: Link): void {
    this.#links.push(
      link.kind === 'web'
        ? `<hyperlink ref="${address}" r:id="${this.#relateTo(link.href)}"/>`
        : `<hyperlink ref="${address}" location="${escapeXml(link.location)}"/>`,
    )
  }

  /** `row` is 1-based, `column` 0-based. */
  addNote(row: number, column: number, text: string): void {
    const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / noteLine)), 1)
    const top = Math.max(0, row - 2)
    const left = column + 1
    this.#internals.hasComments = true
    this.#internals._sheetCommentsWriter.addComments([
      {
        ref: cellAddress(row, column),
        note: {
          texts: [{ text }],
          margins: { insetmode: 'auto' },
          protection: { locked: 'True', lockText: 'True' },
          editAs: 'absolute',
        },
        anchor: { left: left + 0.1, top, right: this.#reach(left), bottom: top + lines },
      },
    ])
  }

  addValidation(range: string, validation: ExcelJS.DataValidation): void {
    this.#internals.dataValidations.add(range, validation)
  }

  addColourScale(ref: string, scale: ExcelJS.ColorScaleRuleType): void {
    this.#sheet.addConditionalFormatting({ ref, rules: [scale] })
  }

  async finish(autoFilter: string | undefined, signal: AbortSignal): Promise<void> {
    await this.drain(signal)
    if (autoFilter !== undefined) this.#sheet.autoFilter = autoFilter
    this.#sheet.commit()
  }

  /** Past exceljs's own buffers, which would copy it once more. */
  #flush(): void {
    if (this.#pending === '') return
    const chunk = Buffer.from(this.#pending)
    this.#pending = ''
    this.#bytes += chunk.length
    for (const pipe of this.#internals.stream.pipes) pipe.write(chunk)
  }

  #relateTo(href: string): string {
    const { _sheetRelsWriter: relationships } = this.#internals
    return relationships.addRelationship({ Type: hyperlinkType, Target: href, TargetMode: 'External' })
  }

  /** The column at which enough columns for a line have been passed. */
  #reach(from: number): number {
    let column = from
    for (let width = 0; width < noteLine; column += 1) {
      width += this.#sheet.columns[column]?.width ?? usualColumnWidth
    }
    return column
  }

  /** exceljs writes hyperlinks before conditional formats and validations; Excel calls such a file damaged. */
  #writeHyperlinksLast(): void {
    const internals = this.#internals
    internals._writeHyperlinks = () => {}
    // Sheets are never protected here, and protection is what exceljs writes next after the validations.
    internals._writeSheetProtection = () => {
      if (this.#links.length > 0) void internals.stream.write(`<hyperlinks>${this.#links.join('')}</hyperlinks>`)
    }
  }
}

function needsDrain(pipe: Pipe): boolean {
  return pipe._writableState.needDrain
}
