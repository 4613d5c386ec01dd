import { limits } from '../limits.ts'
import { ascii, matchesAt } from '../package/bytes.ts'
import { columnOfLetters, parseReference } from '../package/cell-range.ts'
import { toUtf8 } from '../package/decoding.ts'
import { refuseWorkbook, requireNoPrefix } from '../package/xml-edits.ts'
import { attributeOf, parseXml, type XmlNode } from '../package/xml-tree.ts'
import type { ZipArchive } from '../package/zip-archive.ts'

export interface RawRow {
  number: number
  /** UTF-8, from `<row` to after `</row>`; valid until the next chunk. */
  bytes: Buffer
  openLength: number
  /** Offset of the end tag; for `<row/>` the end of the start tag. */
  bodyEnd: number
  /** Written as `<row …/>`. */
  isEmpty: boolean
}

const { doubleQuote, greaterThan, lessThan, letterW, nine, slash, zero } = ascii
const dataTag = /<((?:[\w.-]+:)?)sheetData(?=[\s/>])[^>]*>/
/** No spreadsheet program writes longer rows, in bytes. */
const longestRow = 2 * limits.recordChars
/** As spreadsheet programs write it, directly after the element's name. */
const numberAttribute = Buffer.from(' r="')
const mostTries = 8
const rowStart = Buffer.from('<row')
const rowEnd = Buffer.from('</row')
const dataEnd = Buffer.from('</sheetData')

/** Splits the XML of a worksheet, as it is read, into head, rows and tail. */
export class SheetSplitter {
  /** The XML up to the rows, including the start tag of `sheetData`; empty until it is read. */
  head = ''
  /** From the end tag of `sheetData` on; empty until the end. */
  tail = ''
  readonly #tail: Buffer[] = []
  #pending: Buffer = Buffer.alloc(0)
  #buffer: Buffer = Buffer.alloc(0)
  #state: 'head' | 'rows' | 'tail' = 'head'
  #number = 0
  #pieces: (RawRow | Buffer)[] = []
  /** Found after the rows of the last chunk, which come first. */
  #fault: string | undefined

  /** The pieces of each chunk of a part. */
  async *read(archive: ZipArchive, part: string): AsyncGenerator<readonly (RawRow | Buffer)[]> {
    for await (const bytes of toUtf8(archive.read(part))) yield this.push(bytes)
    this.end()
  }

  end(): void {
    this.#refuseFault()
    if (this.#state !== 'tail') refuseWorkbook('the rows of its sheet are missing or incomplete')
    this.tail = Buffer.concat(this.#tail).toString('utf8')
  }

  /** The rows that end in this chunk, and the white space between them; valid until the next chunk. */
  push(chunk: Buffer): readonly (RawRow | Buffer)[] {
    this.#refuseFault()
    this.#pieces = []
    if (this.#state === 'tail') this.#tail.push(chunk)
    else {
      this.#appendPending(chunk)
      if (this.#state === 'head') this.#splitHead()
      if (this.#state === 'rows') this.#splitRows()
    }
    return this.#pieces
  }

  #refuseFault(): void {
    if (this.#fault !== undefined) refuseWorkbook(this.#fault)
  }

  #splitHead(): void {
    const bytes = this.#pending
    const match = dataTag.exec(bytes.toString('latin1'))
    if (match === null) {
      if (bytes.length > limits.part.bytes) refuseWorkbook('its sheet has too much data before its rows')
      return
    }
    const end = match.index + match[0].length
    const [tag, prefix = ''] = match
    requireNoPrefix({ qname: `${prefix}sheetData`, prefix })
    this.head = bytes.toString('utf8', 0, end)
    requireSheetData(this.head)
    this.#pending = bytes.subarray(end)
    if (tag.endsWith('/>')) this.#beginTail(0)
    else this.#state = 'rows'
  }

  /** Reuses one buffer: a buffer for each chunk would wait for the garbage collector. */
  #appendPending(chunk: Buffer): void {
    const start = this.#pending.length
    const length = start + chunk.length
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * length)
      this.#pending.copy(larger)
      this.#buffer = larger
    } else if (start > 0) this.#pending.copy(this.#buffer)
    chunk.copy(this.#buffer, start)
    this.#pending = this.#buffer.subarray(0, length)
  }

  #beginTail(at: number): void {
    this.#tail.push(this.#pending.subarray(at))
    this.#pending = Buffer.alloc(0)
    this.#state = 'tail'
  }

  /** Reads each byte once. A search for the end of the rows from every row on would take hours. */
  #splitRows(): void {
    const bytes = this.#pending
    let at = 0
    for (;;) {
      const start = bytes[at] === lessThan ? at : bytes.indexOf(lessThan, at)
      if (start > at || (start < 0 && at < bytes.length)) {
        const end = start < 0 ? bytes.length : start
        this.#pieces.push(bytes.subarray(at, end))
        at = end
      }
      if (start < 0) break
      if (matchesAt(dataEnd, bytes, start)) {
        this.#beginTail(start)
        return
      }
      const tagEnd = bytes.indexOf(greaterThan, start)
      if (tagEnd < 0) break
      if (!matchesAt(rowStart, bytes, start)) {
        this.#fault = 'its sheet contains more than rows, such as a comment, between its rows'
        return
      }
      const isEmpty = bytes[tagEnd - 1] === slash
      const openEnd = tagEnd + 1
      const bodyEnd = isEmpty ? openEnd : this.#findEndTag(bytes, openEnd)
      const end = isEmpty || bodyEnd < 0 ? bodyEnd : bytes.indexOf(greaterThan, bodyEnd) + 1
      if (end <= 0) break
      const number = this.#numberOf(bytes, start, openEnd)
      const row = bytes.subarray(start, end)
      this.#pieces.push({ number, bytes: row, openLength: openEnd - start, bodyEnd: bodyEnd - start, isEmpty })
      at = end
    }
    this.#pending = bytes.subarray(at)
    if (this.#pending.length > longestRow) this.#fault = 'one of its rows is too large to be checked'
  }

  /** Searches the last letter of the name, which is rarer than `<`; texts may be full of it, so tries are limited. */
  #findEndTag(bytes: Buffer, from: number): number {
    const { length } = rowEnd
    let at = from
    for (let tries = 0; tries < mostTries; tries += 1) {
      at = bytes.indexOf(letterW, at) + 1
      if (at === 0) return -1
      if (matchesAt(rowEnd, bytes, at - length)) return at - length
    }
    return bytes.indexOf(rowEnd, at - length)
  }

  #numberOf(bytes: Buffer, start: number, end: number): number {
    const at = start + rowStart.length
    const usual = matchesAt(numberAttribute, bytes, at) ? parseNumber(bytes, at + numberAttribute.length) : undefined
    if (usual !== undefined) this.#number = usual
    else {
      const number = /\sr\s*=\s*["'](\d+)["']/.exec(bytes.toString('latin1', start, end))?.[1]
      this.#number = number === undefined ? this.#number + 1 : Number(number)
    }
    return this.#number
  }
}

/** Digits up to a double quote. */
function parseNumber(bytes: Buffer, from: number): number | undefined {
  let number = 0
  for (let at = from; at < from + 9; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === doubleQuote && at > from) return number
    if (byte < zero || byte > nine) return undefined
    number = 10 * number + byte - zero
  }
  return undefined
}

/** The tag must belong to the worksheet, and not be in a comment. */
function requireSheetData(head: string): void {
  const worksheet = parseXml(head).children.at(-1)
  const data = worksheet?.children.at(-1)
  const isThere = worksheet?.name === 'worksheet' && data?.name === 'sheetData' && data.contentStart === head.length
  if (!isThere) refuseWorkbook('the head of its sheet is written in a way that no spreadsheet program uses')
}

/** A cell without a reference follows the one before it. */
export function* cellsOf(row: XmlNode): Generator<{ node: XmlNode; column: number }> {
  let column = -1
  for (const node of row.children) {
    if (node.name !== 'c') continue
    const reference = attributeOf(node, 'r')
    column = (reference === undefined ? undefined : parseReference(reference)?.column) ?? column + 1
    yield { node, column }
  }
}

interface LastCell {
  /** 0-based. */
  column: number
  /** After the reference, as written. */
  attributes: string
  /** Nothing follows in its row; an extension list would. */
  isAtEnd: boolean
}

const startTag = /^<c r="([A-Z]{1,3})\d+"([^>]*)>/

/** `unusual`: not written as spreadsheet programs do. */
export function readLastCell({ bytes, openLength, bodyEnd }: RawRow): LastCell | 'none' | 'unusual' {
  const body = bytes.toString('latin1', openLength, bodyEnd)
  const at = body.lastIndexOf('<c')
  if (at < 0) return 'none'
  const found = startTag.exec(body.slice(at))
  if (found === null) return 'unusual'
  const [tag, letters = '', attributes = ''] = found
  const isAtEnd = attributes.endsWith('/') ? at + tag.length === body.length : body.endsWith('</c>')
  return { column: columnOfLetters(letters), attributes, isAtEnd }
}
