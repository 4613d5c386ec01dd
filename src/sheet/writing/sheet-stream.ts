import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { linksNamespace, mainNamespace, xmlHead } from '../package/namespaces.ts'
import { relationshipsEnd, relationshipsHead, relationshipsXml, relationshipXml } from '../package/relationships.ts'
import { TextBuffer } from '../package/text-buffer.ts'
import { escapeXml } from '../package/xml-entities.ts'
import type { ZipWriter } from '../package/zip-writer.ts'
import { type ChartSpec, chartXml, drawingXml } from './chart.ts'
import type { Link } from './link.ts'
import { SheetComments } from './sheet-comments.ts'
import { sheetPartNames } from './workbook-parts.ts'

/** Characters of XML per chunk, and bytes that may wait for the compressor. */
const chunkLength = 32 * 1024
const waiting = { highWaterMark: 1024 * 1024 }

export interface SheetHead {
  before: string
  /** Width in characters; style number of empty cells. */
  columns: readonly { width: number; style: number | undefined }[]
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
  readonly #zip: ZipWriter
  readonly #parts: ReturnType<typeof sheetPartNames>
  readonly #feed = new PassThrough(waiting)
  readonly #packed: Promise<void>
  readonly #hyperlinks = new TextBuffer()
  readonly #relationships = new TextBuffer()
  #linkCount = 0
  #pending = ''
  #bytes = 0

  /** `onFailure` receives the error even while no call waits. */
  constructor(zip: ZipWriter, number: number, head: SheetHead, onFailure: (error: unknown) => void) {
    this.#zip = zip
    this.#parts = sheetPartNames(number)
    this.comments = new SheetComments(head.columns.map(({ width }) => width))
    // The reader of the stream gets the error.
    this.#feed.on('error', () => {})
    this.#packed = zip.add(this.#parts.sheet, this.#feed)
    this.#packed.catch(onFailure)
    const columns = head.columns.map(({ width, style }, index) => {
      const format = style === undefined ? '' : ` style="${style}"`
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${format} customWidth="1"/>`
    })
    this.#pending = `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${linksNamespace}">${head.before}<sheetFormatPr defaultRowHeight="15"/>${wrap('cols', columns)}<sheetData>`
  }

  /** Approximate bytes of XML so far. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  get linkCount(): number {
    return this.#linkCount
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

  addLink(address: string, link: Link): void {
    this.#linkCount += 1
    if (link.kind === 'cell') {
      this.#hyperlinks.add(`<hyperlink ref="${address}" location="${escapeXml(link.location)}"/>`)
      return
    }
    const id = `link${this.#linkCount}`
    this.#hyperlinks.add(`<hyperlink ref="${address}" r:id="${id}"/>`)
    this.#relationships.add(relationshipXml({ id, type: 'hyperlink', target: link.href, isExternal: true }))
  }

  async finish(
    { autoFilter, conditionalFormatting, validations, page, charts, name }: SheetTail,
    signal: AbortSignal,
  ): Promise<void> {
    const filter = autoFilter === undefined ? '' : `<autoFilter ref="${autoFilter}"/>`
    const checks = wrap(`dataValidations count="${validations.length}"`, validations)
    this.#pending += `</sheetData>${filter}${conditionalFormatting.join('')}${checks}`
    if (this.#linkCount > 0) {
      this.#pending += '<hyperlinks>'
      await this.drain(signal)
      for (const chunk of this.#hyperlinks.drain()) await this.#writeChunk(chunk, signal)
      this.#pending += '</hyperlinks>'
    }
    const boxes = this.comments.isEmpty ? '' : '<legacyDrawing r:id="shapes"/>'
    const drawing = charts.length === 0 ? '' : '<drawing r:id="drawing"/>'
    this.#pending += `${page}${drawing}${boxes}</worksheet>`
    await this.drain(signal)
    this.#feed.end()
    await this.#packed
    await this.#writeCharts(charts, name)
    await this.#writeOthers(charts.length > 0)
  }

  abort(): void {
    this.#feed.destroy()
  }

  async #writeCharts(charts: readonly ChartSpec[], sheet: string): Promise<void> {
    if (charts.length === 0) return
    const { drawing, drawingLinks, chart: partOf } = this.#parts
    this.#relationships.add(relationshipXml({ id: 'drawing', type: 'drawing', target: `../${drawing.slice(3)}` }))
    const links = charts.map((_, index) => ({
      id: `rId${index + 1}`,
      type: 'chart',
      target: `../${partOf(index + 1).slice(3)}`,
    }))
    await this.#zip.add(drawing, [Buffer.from(drawingXml(charts))])
    await this.#zip.add(drawingLinks, [Buffer.from(relationshipsXml(links))])
    for (const [index, chart] of charts.entries()) {
      await this.#zip.add(partOf(index + 1), [Buffer.from(chartXml(chart, sheet))])
    }
  }

  async #writeOthers(hasCharts: boolean): Promise<void> {
    const { links, comments, shapes } = this.#parts
    const hasNotes = !this.comments.isEmpty
    if (hasNotes) {
      this.#relationships.add(relationshipXml({ id: 'comments', type: 'comments', target: `../${comments.slice(3)}` }))
      this.#relationships.add(relationshipXml({ id: 'shapes', type: 'vmlDrawing', target: `../${shapes.slice(3)}` }))
    }
    if (!hasNotes && !hasCharts && this.#linkCount === 0) return
    await this.#zip.add(links, around(relationshipsHead, this.#relationships.drain(), relationshipsEnd))
    if (!hasNotes) return
    await this.#zip.add(comments, this.comments.streamComments())
    await this.#zip.add(shapes, this.comments.streamShapes())
  }

  async #writeChunk(chunk: Buffer, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#bytes += chunk.length
    if (!this.#feed.write(chunk)) await once(this.#feed, 'drain', { signal })
  }
}

function wrap(tag: string, elements: readonly string[]): string {
  return elements.length === 0 ? '' : `<${tag}>${elements.join('')}</${tag.split(' ')[0]}>`
}

function* around(head: string, content: Iterable<Buffer>, end: string): Generator<Buffer> {
  yield Buffer.from(head)
  yield* content
  yield Buffer.from(end)
}
