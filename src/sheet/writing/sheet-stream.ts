import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { LinkCollector } from '../package/link-collector.ts'
import { linksNamespace, mainNamespace, xmlHead } from '../package/namespaces.ts'
import {
  relationshipsEnd,
  relationshipsHead,
  relationshipsPart,
  relationshipsXml,
  relationshipXml,
  targetOf,
} from '../package/relationships.ts'
import type { WorkbookOut } from '../package/workbook-out.ts'
import { type ChartSpec, chartXml, drawingXml } from './chart.ts'
import { foldedColumn } from './page-setup.ts'
import { SheetComments } from './sheet-comments.ts'

const documentTypes = 'application/vnd.openxmlformats-officedocument'
const worksheetType = `${documentTypes}.spreadsheetml.worksheet+xml`
const drawingType = `${documentTypes}.drawing+xml`
const chartType = `${documentTypes}.drawingml.chart+xml`
export const commentsType = `${documentTypes}.spreadsheetml.comments+xml`
export const shapesType = `${documentTypes}.vmlDrawing`

/** Characters of XML per chunk, and bytes that may wait for the compressor. */
const chunkLength = 32 * 1024
const waiting = { highWaterMark: 1024 * 1024 }

export interface SheetHead {
  before: string
  /** Width in characters; style number of empty cells. */
  columns: readonly { width: number; style: number | undefined; isFolded: boolean }[]
}

/** The elements after the rows, except links and comments; `finish` puts them in the schema's order. */
export interface SheetTail {
  autoFilter: string | undefined
  conditionalFormatting: readonly string[]
  validations: readonly string[]
  page: string
  charts: readonly ChartSpec[]
  /** Charts refer to cells by the sheet's name. */
  name: string
}

/** Streams a worksheet's parts into the archive: rows as they come, then the parts that need all rows. */
export class SheetStream {
  readonly comments: SheetComments
  readonly links = new LinkCollector()
  readonly #out: WorkbookOut
  readonly #part: string
  readonly #feed = new PassThrough(waiting)
  readonly #packed: Promise<void>
  #pending = ''
  #bytes = 0

  /** `onFailure` receives the error even while no call waits. */
  constructor(out: WorkbookOut, part: string, head: SheetHead, onFailure: (error: unknown) => void) {
    this.#out = out
    this.#part = part
    this.comments = new SheetComments(head.columns.map(({ width }) => width))
    // The reader of the stream gets the error.
    this.#feed.on('error', () => {})
    this.#packed = out.stream(part, this.#feed, worksheetType)
    this.#packed.catch(onFailure)
    const columns = head.columns.map(({ width, style, isFolded }, index) => {
      const format = style === undefined ? '' : ` style="${style}"`
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${format} customWidth="1"${isFolded ? foldedColumn : ''}/>`
    })
    const outline = head.columns.some(({ isFolded }) => isFolded) ? ' outlineLevelCol="1"' : ''
    this.#pending = `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${linksNamespace}">${head.before}<sheetFormatPr defaultRowHeight="15"${outline}/>${wrap('cols', columns)}<sheetData>`
  }

  /** Approximate bytes of XML so far. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  /** Call `drain` when true. */
  get isFull(): boolean {
    return this.#pending.length >= chunkLength
  }

  writeRow(xml: string): void {
    this.#pending += xml
  }

  /** Passes the buffered XML on, and waits for the compressor and the disk. */
  async drain(signal: AbortSignal): Promise<void> {
    const chunk = Buffer.from(this.#pending)
    this.#pending = ''
    await this.#writeChunk(chunk, signal)
  }

  async finish(
    { autoFilter, conditionalFormatting, validations, page, charts, name }: SheetTail,
    signal: AbortSignal,
  ): Promise<void> {
    const filter = autoFilter === undefined ? '' : `<autoFilter ref="${autoFilter}"/>`
    const checks = wrap(`dataValidations count="${validations.length}"`, validations)
    this.#pending += `</sheetData>${filter}${conditionalFormatting.join('')}${checks}`
    if (this.links.count > 0) {
      this.#pending += '<hyperlinks>'
      await this.drain(signal)
      for (const chunk of this.links.elements.drain()) await this.#writeChunk(chunk, signal)
      this.#pending += '</hyperlinks>'
    }
    const boxes = this.comments.isEmpty ? '' : '<legacyDrawing r:id="shapes"/>'
    const drawing = charts.length === 0 ? '' : '<drawing r:id="drawing"/>'
    this.#pending += `${page}${drawing}${boxes}</worksheet>`
    await this.drain(signal)
    this.#feed.end()
    await this.#packed
    await this.#writeCharts(charts, name)
    await this.#writeComments()
    if (this.links.relationships.isEmpty) return
    const list = around(relationshipsHead, this.links.relationships.drain(), relationshipsEnd)
    await this.#out.stream(relationshipsPart(this.#part), list)
  }

  abort(): void {
    this.#feed.destroy()
  }

  async #writeCharts(charts: readonly ChartSpec[], sheet: string): Promise<void> {
    if (charts.length === 0) return
    const drawing = await this.#streamBeside('drawing', 'xl/drawings/drawing', [Buffer.from(drawingXml(charts))])
    const parts: string[] = []
    for (const chart of charts) {
      const part = this.#out.changed.freeName('xl/charts/chart', '.xml')
      await this.#out.stream(part, [Buffer.from(chartXml(chart, sheet))], chartType)
      parts.push(part)
    }
    const links = parts.map((part, index) => ({
      id: `rId${index + 1}`,
      type: 'chart',
      target: targetOf(drawing, part),
    }))
    await this.#out.stream(relationshipsPart(drawing), [Buffer.from(relationshipsXml(links))])
  }

  async #writeComments(): Promise<void> {
    if (this.comments.isEmpty) return
    await this.#streamBeside('comments', 'xl/comments', this.comments.streamComments())
    await this.#streamBeside('vmlDrawing', 'xl/drawings/vmlDrawing', this.comments.streamShapes())
  }

  /** A part that the sheet has a relationship to. */
  async #streamBeside(type: keyof typeof besides, stem: string, content: Iterable<Buffer>): Promise<string> {
    const { id, extension, contentType } = besides[type]
    const part = this.#out.changed.freeName(stem, extension)
    this.links.relationships.add(relationshipXml({ id, type, target: targetOf(this.#part, part) }))
    await this.#out.stream(part, content, contentType)
    return part
  }

  async #writeChunk(chunk: Buffer, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#bytes += chunk.length
    if (!this.#feed.write(chunk)) await once(this.#feed, 'drain', { signal })
  }
}

const besides = {
  drawing: { id: 'drawing', extension: '.xml', contentType: drawingType },
  comments: { id: 'comments', extension: '.xml', contentType: commentsType },
  vmlDrawing: { id: 'shapes', extension: '.vml', contentType: shapesType },
} as const

function wrap(tag: string, elements: readonly string[]): string {
  return elements.length === 0 ? '' : `<${tag}>${elements.join('')}</${tag.split(' ')[0]}>`
}

function* around(head: string, content: Iterable<Buffer>, end: string): Generator<Buffer> {
  yield Buffer.from(head)
  yield* content
  yield Buffer.from(end)
}
