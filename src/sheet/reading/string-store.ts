import { limits } from '../limits.ts'
import { ascii, matchesAt } from '../package/bytes.ts'
import { decodeOfficeEscapes, XmlError } from '../package/xml-entities.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { scanPartByChunk } from './xml-scanner.ts'
import type { FastPath, XmlHandler } from './xml-tag.ts'

const pageBytes = 1_048_576
/** Longer texts get a page of their own size. */
const longestInPage = 65_536
const offsetsPerBlock = 65_536
const headerBytes = 4
const offsetBytes = 4
const cacheSlots = 4096
/** The last few MiB of such long texts stay decoded: a text used by thousands of cells exists once. */
const longText = 256
const mostLongChars = 8 * 1_048_576

/**
 * Keeps strings outside the JavaScript heap: length-prefixed bytes in pages, decoded on request, with a cache of a few
 * thousand.
 * A list of a million plain strings took 200 to 340 MB for the whole process; this takes 146.
 */
export class StringStore {
  readonly #pages: Buffer[] = []
  /** Page number × page size + offset. */
  readonly #offsets: Uint32Array[] = []
  readonly #cachedIndex = new Int32Array(cacheSlots).fill(-1)
  readonly #cachedText: string[] = new Array<string>(cacheSlots).fill('')
  readonly #longTexts = new Map<number, string>()
  #longChars = 0
  #page: Buffer = Buffer.alloc(0)
  #used = 0
  /** Number of texts, and the memory that they take. */
  size = 0
  bytes = 0

  add(text: string): void {
    const isWide = /[^\x00-\xff]/.test(text)
    const at = this.#reserve(text.length, isWide)
    this.#page.write(text, at, isWide ? 'utf16le' : 'latin1')
  }

  addAscii(bytes: Uint8Array, start: number, end: number): void {
    let to = this.#reserve(end - start, false)
    const page = this.#page
    for (let from = start; from < end; from += 1, to += 1) page[to] = bytes[from] as number
  }

  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.size) return undefined
    const slot = index % cacheSlots
    if (this.#cachedIndex[slot] === index) return this.#cachedText[slot]
    const text = this.#longTexts.get(index) ?? this.#decode(index)
    this.#cachedIndex[slot] = index
    this.#cachedText[slot] = text
    return text
  }

  #decode(index: number): string {
    const offset = this.#offsets[Math.floor(index / offsetsPerBlock)]?.[index % offsetsPerBlock] ?? 0
    const page = this.#pages[Math.floor(offset / pageBytes)]
    if (page === undefined) return ''
    const header = page.readUInt32LE(offset % pageBytes)
    const from = (offset % pageBytes) + headerBytes
    const chars = Math.floor(header / 2)
    const text =
      header % 2 === 1 ? page.toString('utf16le', from, from + 2 * chars) : page.toString('latin1', from, from + chars)
    if (chars >= longText) this.#cacheLongText(index, text)
    return text
  }

  #cacheLongText(index: number, text: string): void {
    if (this.#longChars > mostLongChars) {
      this.#longTexts.clear()
      this.#longChars = 0
    }
    this.#longTexts.set(index, text)
    this.#longChars += text.length
  }

  /** Reserves space in the current page and stores its offset. Returns the offset of the first character. */
  #reserve(chars: number, isWide: boolean): number {
    const bytes = headerBytes + (isWide ? 2 * chars : chars)
    if (this.#used + bytes > this.#page.length) {
      this.#page = Buffer.allocUnsafeSlow(bytes > longestInPage ? bytes : pageBytes)
      this.#pages.push(this.#page)
      this.#used = 0
    }
    this.#recordOffset((this.#pages.length - 1) * pageBytes + this.#used)
    const at = this.#page.writeUInt32LE(2 * chars + (isWide ? 1 : 0), this.#used)
    this.#used += bytes
    this.bytes += bytes + offsetBytes
    return at
  }

  #recordOffset(offset: number): void {
    const index = this.size % offsetsPerBlock
    if (index === 0) this.#offsets.push(new Uint32Array(offsetsPerBlock))
    const places = this.#offsets.at(-1)
    if (places !== undefined) places[index] = offset
    this.size += 1
  }
}

const { ampersand, carriageReturn, lessThan, underscore } = ascii

const start = Buffer.from('<si><t>')
const startWithSpace = Buffer.from('<si><t xml:space="preserve">')
const end = Buffer.from('</t></si>')

/** Empty when the workbook has no such part. */
export async function readSharedStrings(archive: ZipArchive, part: string): Promise<StringStore> {
  const handler = new SharedStringsHandler()
  if (!archive.has(part)) return handler.strings
  for await (const _ of scanPartByChunk(archive, part, handler, limits.stringsPart));
  return handler.strings
}

/** Joins the runs of rich text; phonetic readings (`rPh`) are not part of it. */
class SharedStringsHandler implements XmlHandler {
  readonly strings = new StringStore()
  wantsText = false
  readonly fastPath: FastPath = {
    terminator: '</si>',
    parse: (bytes, _, at) => (this.#depth === 1 ? this.#parsePlain(bytes, at) : -1),
  }
  #depth = 0
  #text = ''
  #phonetic = 0

  /** Fast path for `<si><t>…</t></si>` without entities and escapes, as nearly all are. */
  #parsePlain(bytes: Buffer, from: number): number {
    const opening = matchesAt(start, bytes, from) ? start : startWithSpace
    if (opening !== start && !matchesAt(opening, bytes, from)) return -1
    const first = from + opening.length
    let seen = 0
    let at = first
    for (; ; at += 1) {
      const byte = bytes[at] as number
      if (byte === lessThan) break
      if (byte === ampersand || byte === carriageReturn || byte === underscore) return -1
      seen |= byte
    }
    if (!matchesAt(end, bytes, at) || at - first > limits.recordChars) return -1
    if (seen < 0x80) this.strings.addAscii(bytes, first, at)
    else this.strings.add(bytes.toString('utf8', first, at))
    this.#checkBounds()
    return at + end.length
  }

  open(name: string): void {
    this.#depth += 1
    if (name === 't') this.wantsText = this.#phonetic === 0
    else if (name === 'si') this.#text = ''
    else if (name === 'rPh') this.#phonetic += 1
  }

  text(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
    if (this.#text.length > limits.recordChars) throw new XmlError('too-large', 'a text of more than 16 MiB')
  }

  close(name: string): void {
    this.#depth -= 1
    if (name === 't') {
      this.wantsText = false
    } else if (name === 'rPh') {
      this.#phonetic -= 1
    } else if (name === 'si') {
      this.strings.add(decodeOfficeEscapes(this.#text))
      this.#checkBounds()
    }
  }

  #checkBounds(): void {
    const { size, bytes } = this.strings
    if (size > limits.sharedStrings) throw new XmlError('too-large', `more than ${limits.sharedStrings} texts`)
    if (bytes > limits.sharedStringBytes) {
      throw new XmlError('too-large', `more than ${limits.sharedStringBytes / 1_048_576} MiB of texts`)
    }
  }
}
