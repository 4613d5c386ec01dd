import { ascii } from '../package/bytes.ts'
import { toUtf8 } from '../package/decoding.ts'
import { toInputError } from '../package/part-tree.ts'
import { decodeEntities, decodeUtf8, XmlError } from '../package/xml-entities.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { type FastPath, type XmlHandler, XmlTag } from './xml-tag.ts'

const { colon, exclamation, greaterThan, lessThan, question, slash } = ascii

const maxDepth = 256
const longestReference = 11
const longestMarkupBytes = 512 * 1024

/**
 * A streaming XML scanner over UTF-8: checks that tags match, refuses DTDs, expands only XML's own entities.
 * It reads the bytes as Latin-1, since XML's syntax is ASCII; only requested texts are decoded.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #fastPath: FastPath | undefined
  readonly #tag = new XmlTag()
  readonly #stack: string[] = []
  #rest: Buffer = Buffer.alloc(0)
  #bytes: Buffer = this.#rest
  #text = ''
  #hasRoot = false
  #fastPathEnd = -1
  readonly #mostElements: number
  #elements = 0
  /** A full handler paused the scan. */
  #isPaused = false

  constructor(handler: XmlHandler, mostElements = Number.POSITIVE_INFINITY) {
    this.#handler = handler
    this.#mostElements = mostElements
    this.#fastPath = handler.fastPath
  }

  /** Yields when the chunk is scanned, and whenever the handler is full. @throws XmlError */
  *push(chunk: Buffer): Generator<void> {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    this.#bytes = bytes
    this.#text = bytes.toString('latin1')
    this.#fastPathEnd = this.#fastPath === undefined ? -1 : bytes.lastIndexOf(this.#fastPath.terminator)
    let at = 0
    do {
      this.#isPaused = false
      at = this.#scan(at)
      yield
    } while (this.#isPaused)
    this.#rest = bytes.subarray(at)
    if (this.#rest.length > longestMarkupBytes) throw new XmlError('too-large', 'a tag of over 512 KiB')
  }

  /** @throws XmlError when the document ends before its root element. */
  end(): void {
    if (!this.#hasRoot || this.#stack.length > 0 || this.#rest.toString('latin1').trim() !== '') {
      throw new XmlError('malformed', 'it ends in the middle')
    }
  }

  /** Returns the offset of the first incomplete token. */
  #scan(start: number): number {
    const bytes = this.#bytes
    const end = bytes.length
    let at = start
    for (;;) {
      let tag = at
      let seen = 0
      for (; tag < end; tag += 1) {
        const byte = bytes[tag] as number
        if (byte === lessThan) break
        seen |= byte
      }
      if (tag >= end) return this.#scanPartialText(at)
      if (tag > at) this.#emitText(at, tag, seen < 0x80)
      if (tag + 1 >= end) return tag
      const code = bytes[tag + 1]
      if (code === slash) {
        at = this.#scanEndTag(tag)
        if (this.#handler.isFull === true && at >= 0) {
          this.#isPaused = true
          return at
        }
      } else if (code === exclamation) at = this.#scanDeclaration(tag)
      else if (code === question) at = this.#skipTo('?>', tag)
      else at = this.#scanElement(tag, tag < this.#fastPathEnd ? this.#fastPath : undefined)
      if (at < 0) return tag
    }
  }

  /** Text without an end yet: the last characters may begin an entity or a CR LF, and wait for the next chunk. */
  #scanPartialText(at: number): number {
    const text = this.#text
    let end = text.length
    const tailStart = Math.max(at, end - longestReference)
    const cut = /&[^;]*$/.exec(text.slice(tailStart))
    if (cut !== null) end = tailStart + cut.index
    else if (text.endsWith('\r')) end -= 1
    if (end > at) this.#emitText(at, end, false)
    return end
  }

  #emitText(start: number, end: number, isAscii: boolean): void {
    if (this.#stack.length === 0) {
      if (this.#text.slice(start, end).trim() !== '') throw new XmlError('malformed', 'text outside of the root')
    } else if (this.#handler.wantsText) {
      const text = this.#text.slice(start, end)
      this.#handler.text(normaliseLineEnds(decodeEntities(isAscii ? text : decodeUtf8(text))))
    }
  }

  #scanEndTag(tag: number): number {
    const bytes = this.#bytes
    let start = tag + 2
    let end = start
    for (; end < bytes.length; end += 1) {
      const code = bytes[end] as number
      if (code === greaterThan || code <= 32) break
      if (code === colon) start = end + 1
    }
    const close = bytes[end] === greaterThan ? end : bytes.indexOf(greaterThan, end)
    if (close < 0) return -1
    const name = this.#text.slice(start, end)
    if (this.#stack.pop() !== name) throw new XmlError('malformed', `</${name.slice(0, 40)}> closes nothing`)
    this.#handler.close(name)
    return close + 1
  }

  #scanDeclaration(tag: number): number {
    const text = this.#text
    if (text.startsWith('<!--', tag)) return this.#skipTo('-->', tag)
    if (text.startsWith('<![CDATA[', tag)) {
      const close = text.indexOf(']]>', tag)
      if (close < 0) return -1
      if (this.#handler.wantsText) this.#handler.text(normaliseLineEnds(decodeUtf8(text.slice(tag + 9, close))))
      return close + 3
    }
    if ('<![CDATA['.startsWith(text.slice(tag)) || '<!--'.startsWith(text.slice(tag))) return -1
    throw new XmlError('dtd', 'a document type declaration')
  }

  #skipTo(terminator: string, tag: number): number {
    const close = this.#text.indexOf(terminator, tag + 2)
    return close < 0 ? -1 : close + terminator.length
  }

  #scanElement(tag: number, fastPath: FastPath | undefined): number {
    const next = fastPath?.parse(this.#bytes, this.#text, tag) ?? -1
    if (next >= 0) return next
    const bytes = this.#bytes
    const text = this.#text
    let nameStart = tag + 1
    let at = nameStart
    for (; at < bytes.length; at += 1) {
      const code = bytes[at] as number
      if (code <= 32 || code === greaterThan || code === slash) break
      if (code === colon) nameStart = at + 1
      else if (code === lessThan) throw new XmlError('malformed', 'a "<" that starts no tag')
    }
    if (at >= bytes.length) return -1
    if (at === nameStart) throw new XmlError('malformed', 'a tag without a name')
    const name = text.slice(nameStart, at)
    const end = this.#tag.parse(bytes, text, at)
    if (end < 0) return -1
    this.#openElement(name)
    if (bytes[end - 2] === slash) {
      this.#stack.pop()
      this.#handler.close(name)
    }
    return end
  }

  #openElement(name: string): void {
    if (this.#stack.length === 0) {
      if (this.#hasRoot) throw new XmlError('malformed', 'a second root element')
      this.#hasRoot = true
    } else if (this.#stack.length >= maxDepth) {
      throw new XmlError('malformed', `elements nested more than ${maxDepth} deep`)
    }
    this.#elements += 1
    if (this.#elements > this.#mostElements) throw new XmlError('too-large', `more than ${this.#mostElements} elements`)
    this.#stack.push(name)
    this.#handler.open(name, this.#tag)
  }
}

function normaliseLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Pauses after each chunk, so that the caller can take the rows. Without bounds, a part may have any size. */
export async function* scanPartByChunk(
  archive: ZipArchive,
  part: string,
  handler: XmlHandler,
  bounds?: Readonly<Record<'bytes' | 'elements', number>>,
): AsyncGenerator<void> {
  try {
    if (bounds !== undefined && archive.sizeOf(part) > bounds.bytes) {
      throw new XmlError('too-large', `more than ${bounds.bytes / 1_048_576} MiB`)
    }
    const scanner = new XmlScanner(handler, bounds?.elements)
    for await (const bytes of toUtf8(archive.read(part))) yield* scanner.push(bytes)
    scanner.end()
    handler.end?.()
  } catch (error) {
    throw toInputError(archive.file, part, error)
  }
}
