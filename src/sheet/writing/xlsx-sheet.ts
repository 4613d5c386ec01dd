import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { columnName } from '../cell.ts'
import { LinkCollector, relationshipsPart, relationshipsXml } from '../package/relationships.ts'
import type { WorkbookOut } from '../package/workbook-out.ts'
import { countLines, lineHeight, maxHeight } from './cell-width.ts'
import { writeSheetCharts } from './chart.ts'
import {
  choosePages,
  fitToStamp,
  headXml,
  inputFormat,
  pageXml,
  promptXml,
  validationXml,
  widthOf,
  wrapXml,
} from './sheet-parts.ts'
import { type Styles, scoreRuleCount, tallLooks } from './styles.ts'
import type { OutputCell, OutputColumn, OutputSheet } from './workbook-writer.ts'
import { emptyForm, toXlsxCell } from './xlsx-cell.ts'

const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
/** Characters of XML per chunk, and bytes that may wait for the compressor. */
const chunkLength = 32 * 1024
const waiting = { highWaterMark: 1024 * 1024 }
/** Leaves room for new rows. */
const defaultEntryRows = 1_000

interface WrittenColumn {
  letter: string
  plan: OutputColumn | undefined
  wrapWidth: number | undefined
  entryFormat: string | undefined
}

export interface WorksheetContext {
  out: WorkbookOut
  part: string
  name: string
  styles: Styles
  stamp: string | undefined
  /** Of the workbook: ends each wait, and tells of an error even while no call waits. */
  failure: AbortController
}

/** Streams a worksheet into the archive as its rows come, with back-pressure; ranges and links once they are known. */
export class XlsxSheet {
  readonly name: string
  readonly hasHeadings: boolean
  rows = 0
  #lines = 0
  readonly #plan: OutputSheet
  readonly #context: WorksheetContext
  readonly #columns: WrittenColumn[] = []
  readonly #links = new LinkCollector()
  readonly #feed = new PassThrough(waiting)
  readonly #packed: Promise<void>
  #pending = ''
  #bytes = 0

  constructor(context: WorksheetContext, given: OutputSheet) {
    const { out, part, name, stamp, failure } = context
    const plan = fitToStamp(given, stamp)
    this.name = name
    this.hasHeadings = plan.hasHeadings ?? true
    this.#plan = plan
    this.#context = context
    // The reader of the stream gets the error.
    this.#feed.on('error', () => {})
    this.#packed = out.stream(part, this.#feed, worksheetType)
    this.#packed.catch((error: unknown) => failure.abort(error))
    this.#pending = headXml(plan, stamp, (column) => this.#styleOfEntry(column))
    if (this.hasHeadings) this.#writeHeadings()
  }

  /** Approximate bytes of XML so far. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  async write(cells: readonly OutputCell[]): Promise<void> {
    this.rows += 1
    const row = this.#firstRow - 1 + this.rows
    let xml = ''
    let lines = 1
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index]
      if (cell === undefined) continue
      xml += this.#cellXml(row, index, cell)
      lines = Math.max(lines, this.#linesOf(index, cell))
    }
    this.#lines += lines
    this.#pending += rowXml(row, lines, xml)
    if (this.#pending.length >= chunkLength) await this.#drain()
  }

  async finish(): Promise<void> {
    const { columns, hasAutoFilter = false, charts = [], scored = [] } = this.#plan
    const { out, part, name, stamp } = this.#context
    const lastRow = this.#firstRow - 1 + this.rows
    const lastColumn = columnName(Math.max(0, columns.length - 1))
    const filter =
      hasAutoFilter && this.hasHeadings ? `<autoFilter ref="A${this.#firstRow - 1}:${lastColumn}${lastRow}"/>` : ''
    const scales = columns.map((column, index) => this.#scaleXml(index, column, lastRow))
    const ranges = scored.map((range, index) => this.#scoredXml(range, scoreRuleCount * (columns.length + index) + 1))
    const checks = columns.flatMap((column, index) => this.#validationsXml(index, column, lastRow))
    this.#pending += `</sheetData>${filter}${[...scales, ...ranges].join('')}${wrapXml(`dataValidations count="${checks.length}"`, checks)}`
    if (this.#links.count > 0) this.#pending += `<hyperlinks>${this.#links.elements()}</hyperlinks>`
    const drawing = charts.length === 0 ? '' : '<drawing r:id="drawing"/>'
    this.#pending += `${pageXml(this.#plan, stamp, choosePages(this.#plan, this.#lines))}${drawing}</worksheet>`
    await this.#drain()
    this.#feed.end()
    await this.#packed
    const ofCharts = charts.length === 0 ? '' : await writeSheetCharts(out, { part, name }, charts)
    const relationships = this.#links.relationships() + ofCharts
    if (relationships === '') return
    await out.stream(relationshipsPart(part), [Buffer.from(relationshipsXml(relationships))])
  }

  abort(): void {
    this.#feed.destroy()
  }

  /** Passes the buffered XML on, and waits for the compressor and the disk. */
  async #drain(): Promise<void> {
    const { signal } = this.#context.failure
    signal.throwIfAborted()
    const chunk = Buffer.from(this.#pending)
    this.#pending = ''
    this.#bytes += chunk.length
    if (!this.#feed.write(chunk)) await once(this.#feed, 'drain', { signal })
  }

  #writeHeadings(): void {
    const { stamp, styles } = this.#context
    const before = stamp === undefined ? '' : `${stamp} `
    const row = this.#firstRow - 1
    for (const [index, line] of (this.#plan.lead ?? []).entries()) {
      const cells = line.map((cell, column) => this.#cellXml(index + 1, column, cell))
      this.#pending += rowXml(index + 1, 1, cells.join(''))
    }
    let xml = ''
    let lines = 1
    for (const [index, column] of this.#plan.columns.entries()) {
      const { heading } = column
      lines = Math.max(lines, countLines(before + heading, widthOf(column)))
      const { form, content } = toXlsxCell({ t: 's', v: heading }, false)
      xml += `<c r="${columnName(index)}${row}" s="${styles.heading}"${form.before}${content}${form.after}`
    }
    this.#lines += lines
    this.#pending += rowXml(row, lines, xml)
  }

  #cellXml(row: number, index: number, cell: OutputCell): string {
    const { mark, look } = cell
    const isStyled = mark !== undefined || look !== undefined
    if (cell.t === 'z' && !isStyled) return ''
    const { form, content, format, usualFormat, link } = toXlsxCell(cell, this.#links.hasCapacity)
    if (form === emptyForm && !isStyled) return ''
    const column = this.#columnState(index)
    const address = `${column.letter}${row}`
    if (link !== undefined) this.#links.add(address, link)
    const id = this.#context.styles.idOf({
      format,
      usualFormat: usualFormat ?? (cell.t === 'n' ? column.plan?.format : undefined) ?? column.entryFormat,
      isWrapped: column.plan?.isWrapped === true,
      isLink: link !== undefined,
      mark,
      look,
    })
    return `<c r="${address}" s="${id}"${form.before}${content}${form.after}`
  }

  #linesOf(index: number, { look, ...cell }: OutputCell): number {
    const { plan, wrapWidth } = this.#columnState(index)
    const width = look === 'number-heading' && plan !== undefined ? widthOf(plan) : wrapWidth
    const lines = width !== undefined && cell.t === 's' ? countLines(cell.v, width) : 1
    return look === undefined ? lines : Math.max(lines, tallLooks[look] ?? 1)
  }

  #columnState(index: number): WrittenColumn {
    const known = this.#columns[index]
    if (known !== undefined) return known
    const plan = this.#plan.columns[index]
    const state = {
      letter: columnName(index),
      plan,
      wrapWidth: plan?.isWrapped === true ? widthOf(plan) : undefined,
      entryFormat: inputFormat(plan?.entry),
    }
    this.#columns[index] = state
    return state
  }

  #styleOfEntry({ entry }: OutputColumn): number | undefined {
    const usualFormat = inputFormat(entry)
    if (usualFormat === undefined) return undefined
    const plain = { format: undefined, isWrapped: false, isLink: false, mark: undefined, look: undefined }
    return this.#context.styles.idOf({ ...plain, usualFormat })
  }

  #scaleXml(index: number, { hasColourScale = false }: OutputColumn, lastRow: number): string {
    const letter = columnName(index)
    if (!hasColourScale || lastRow < this.#firstRow) return ''
    return this.#scoredXml(`${letter}${this.#firstRow}:${letter}${lastRow}`, scoreRuleCount * index + 1)
  }

  #scoredXml(range: string, priority: number): string {
    const rules = this.#context.styles.scoreRulesXml(priority)
    return `<conditionalFormatting sqref="${range}">${rules}</conditionalFormatting>`
  }

  /** What the heading means, shown where it is selected, and the check of what is typed below it. */
  #validationsXml(index: number, column: OutputColumn, lastRow: number): string[] {
    const letter = columnName(index)
    const lastEntryRow = this.#firstRow - 1 + (this.#plan.entryRows ?? defaultEntryRows)
    const prompt =
      this.hasHeadings && column.note !== undefined ? promptXml(`${letter}${this.#firstRow - 1}`, column.note) : ''
    return [prompt, validationXml(column, letter, this.#firstRow, Math.max(lastRow, lastEntryRow))].filter(Boolean)
  }

  get #firstRow(): number {
    return (this.#plan.lead?.length ?? 0) + (this.hasHeadings ? 2 : 1)
  }
}

/** Excel computes row heights itself; LibreOffice does so on the first sheet only. */
function rowXml(row: number, lines: number, cells: string): string {
  return `<row r="${row}"${lines === 1 ? '' : ` ht="${Math.min(maxHeight, lines * lineHeight)}"`}>${cells}</row>`
}
