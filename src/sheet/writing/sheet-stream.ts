import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { LinkCollector } from '../package/link-collector.ts'
import { relationshipsEnd, relationshipsHead, relationshipsPart } from '../package/relationships.ts'
import type { WorkbookOut } from '../package/workbook-out.ts'

const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'

/** Characters of XML per chunk, and bytes that may wait for the compressor. */
const chunkLength = 32 * 1024
const waiting = { highWaterMark: 1024 * 1024 }

/** Streams a worksheet's XML into the archive as its rows come, and its relationships once they are known. */
export class SheetStream {
  readonly links = new LinkCollector()
  readonly #out: WorkbookOut
  readonly #part: string
  readonly #feed = new PassThrough(waiting)
  readonly #packed: Promise<void>
  #pending = ''
  #bytes = 0

  /** `onFailure` receives the error even while no call waits. */
  constructor(out: WorkbookOut, part: string, onFailure: (error: unknown) => void) {
    this.#out = out
    this.#part = part
    // The reader of the stream gets the error.
    this.#feed.on('error', () => {})
    this.#packed = out.stream(part, this.#feed, worksheetType)
    this.#packed.catch(onFailure)
  }

  /** Approximate bytes of XML so far. */
  get bytes(): number {
    return this.#bytes + this.#pending.length
  }

  /** Call `drain` when true. */
  get isFull(): boolean {
    return this.#pending.length >= chunkLength
  }

  write(xml: string): void {
    this.#pending += xml
  }

  /** Passes the buffered XML on, and waits for the compressor and the disk. */
  async drain(signal: AbortSignal): Promise<void> {
    const chunk = Buffer.from(this.#pending)
    this.#pending = ''
    await this.#writeChunk(chunk, signal)
  }

  async writeLinks(signal: AbortSignal): Promise<void> {
    if (this.links.count === 0) return
    this.write('<hyperlinks>')
    await this.drain(signal)
    for (const chunk of this.links.elements.drain()) await this.#writeChunk(chunk, signal)
    this.write('</hyperlinks>')
  }

  async end(signal: AbortSignal): Promise<void> {
    await this.drain(signal)
    this.#feed.end()
    await this.#packed
  }

  async writeRelationships(): Promise<void> {
    const { relationships } = this.links
    if (relationships.isEmpty) return
    const list = [Buffer.from(relationshipsHead), ...relationships.drain(), Buffer.from(relationshipsEnd)]
    await this.#out.stream(relationshipsPart(this.#part), list)
  }

  abort(): void {
    this.#feed.destroy()
  }

  async #writeChunk(chunk: Buffer, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#bytes += chunk.length
    if (!this.#feed.write(chunk)) await once(this.#feed, 'drain', { signal })
  }
}
