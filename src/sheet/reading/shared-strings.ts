import { limits } from '../limits.ts'
import { ascii, matchesAt } from '../package/bytes.ts'
import { decodeOfficeEscapes } from '../package/xml-entities.ts'
import { XmlError } from '../package/xml-error.ts'
import type { ZipArchive } from '../package/zip-archive.ts'
import { scanPart } from './scan-part.ts'
import { StringStore } from './string-store.ts'
import type { FastPath, XmlHandler } from './xml-handler.ts'

const { ampersand, carriageReturn, lessThan, underscore } = ascii

const start = Buffer.from('<si><t>')
const startWithSpace = Buffer.from('<si><t xml:space="preserve">')
const end = Buffer.from('</t></si>')

/** Empty when the workbook has no such part. */
export async function readSharedStrings(archive: ZipArchive, part: string): Promise<StringStore> {
  const handler = new SharedStringsHandler()
  if (!archive.has(part)) return handler.strings
  await scanPart(archive, part, handler, limits.stringsPart)
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
