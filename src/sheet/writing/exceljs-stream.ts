import { once } from 'node:events'
import type ExcelJS from 'exceljs'
import { cellAddress } from '../cell.ts'
import {
  internalsOf,
  type Pipe,
  type RelationshipsInternals,
  type SheetInternals,
  type StreamInternals,
} from './exceljs-internals.ts'
import { KeptText } from './kept-text.ts'
import type { Link } from './link.ts'
import { escapeXml } from './safe-text.ts'

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
  /** Both belong behind the rows: exceljs would queue the relationships, and keep them all to the end of the file. */
  readonly #hyperlinks = new KeptText()
  readonly #relationships = new KeptText()
  #linkCount = 0
  #pending = ''
  #bytes = 0

  constructor(sheet: ExcelJS.Worksheet) {
    this.#sheet = sheet
    this.#internals = internalsOf(sheet)
    this.#writeHyperlinksLast()
  }

  /** Bytes of XML so far, about. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  get linkCount(): number {
    return this.#linkCount
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
    await drained(this.#internals.stream, signal)
  }

  addLink(address: string, link: Link): void {
    this.#linkCount += 1
    if (link.kind === 'cell') {
      this.#hyperlinks.add(`<hyperlink ref="${address}" location="${escapeXml(link.location)}"/>`)
      return
    }
    // Not rId1, rId2 and so on: those are exceljs's own.
    const id = `link${this.#linkCount}`
    this.#hyperlinks.add(`<hyperlink ref="${address}" r:id="${id}"/>`)
    this.#relationships.add(
      `<Relationship Id="${id}" Type="${hyperlinkType}" Target="${escapeXml(link.href)}" TargetMode="External"/>`,
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
    const relationships = this.#internals._sheetRelsWriter
    const commitRelationships = relationships.commit.bind(relationships)
    relationships.commit = () => {}
    this.#sheet.commit()
    await this.#writeRelationships(relationships, signal)
    commitRelationships()
  }

  /** Past exceljs's own buffers, which would copy it once more. */
  #flush(): void {
    if (this.#pending === '') return
    const chunk = Buffer.from(this.#pending)
    this.#pending = ''
    this.#bytes += chunk.length
    pass(chunk, this.#internals.stream)
  }

  /** The archive takes them only when the sheet has ended. */
  async #writeRelationships(writer: RelationshipsInternals, signal: AbortSignal): Promise<void> {
    for (const chunk of this.#relationships.take()) {
      if (writer.count === 0) writer._writeOpen()
      writer.count += 1
      writer.stream._flush()
      pass(chunk, writer.stream)
      await drained(writer.stream, signal)
    }
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
      if (this.#linkCount === 0) return
      const { stream } = internals
      stream._flush()
      pass(Buffer.from('<hyperlinks>'), stream)
      for (const chunk of this.#hyperlinks.take()) pass(chunk, stream)
      pass(Buffer.from('</hyperlinks>'), stream)
    }
  }
}

function pass(chunk: Buffer, { pipes }: StreamInternals): void {
  for (const pipe of pipes) pipe.write(chunk)
}

async function drained({ pipes }: StreamInternals, signal: AbortSignal): Promise<void> {
  await Promise.all(pipes.filter(needsDrain).map((pipe) => once(pipe, 'drain', { signal })))
}

function needsDrain(pipe: Pipe): boolean {
  return pipe._writableState.needDrain
}
