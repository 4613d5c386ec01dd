import { ascii } from './bytes.ts'
import { decodeEntities, decodeUtf8 } from './xml-entities.ts'
import { XmlError } from './xml-error.ts'

const { colon, doubleQuote, equals, greaterThan, lessThan, singleQuote, slash, zero } = ascii

/** Marks kept of an attribute: start of its name, start behind the prefix, end, start and end of its value. */
const offsetsPerAttribute = 5
const mostAttributes = 1024

/**
 * The attributes of the start tag that is being read, as places in the text, so that nothing is cut out that nobody
 * asks for. Only valid until the next tag.
 */
export class XmlTag {
  /** The part's UTF-8, and the same read as Latin-1, so that one place serves both: bytes are fast to walk, text to cut. */
  bytes: Uint8Array = new Uint8Array()
  text = ''
  count = 0
  readonly #offsets = new Int32Array(mostAttributes * offsetsPerAttribute)

  /** An attribute by its name as written. */
  attribute(name: string): string | undefined {
    return this.#find(name, 0)
  }

  /** An attribute by its name behind whatever prefix (`r:id`, `ns2:id`). */
  attributeOfAnyPrefix(name: string): string | undefined {
    return this.#find(name, 1)
  }

  /** The code of an attribute's name when that is a single character without a prefix, else 0. */
  shortName(index: number): number {
    const start = this.#offsets[index * offsetsPerAttribute] ?? 0
    return this.#offsets[index * offsetsPerAttribute + 2] === start + 1 ? (this.bytes[start] ?? 0) : 0
  }

  valueStart(index: number): number {
    return this.#offsets[index * offsetsPerAttribute + 3] ?? 0
  }

  valueEnd(index: number): number {
    return this.#offsets[index * offsetsPerAttribute + 4] ?? 0
  }

  value(index: number): string {
    return decodeEntities(decodeUtf8(this.text.slice(this.valueStart(index), this.valueEnd(index))))
  }

  /** A value that is a plain word of the file format: nothing to decode. */
  rawValue(index: number): string {
    const start = this.valueStart(index)
    const end = this.valueEnd(index)
    return end === start + 1 ? this.text.charAt(start) : this.text.slice(start, end)
  }

  /** A value of decimal digits; -1 for any other. */
  integer(index: number): number {
    const end = this.valueEnd(index)
    let number = 0
    for (let at = this.valueStart(index); at < end; at += 1) {
      const digit = (this.bytes[at] as number) - zero
      if (digit < 0 || digit > 9) return -1
      number = number * 10 + digit
    }
    return number
  }

  #find(name: string, startOffset: 0 | 1): string | undefined {
    for (let index = 0; index < this.count; index += 1) {
      const start = this.#offsets[index * offsetsPerAttribute + startOffset] ?? 0
      const length = (this.#offsets[index * offsetsPerAttribute + 2] ?? 0) - start
      if (length === name.length && this.text.startsWith(name, start)) return this.value(index)
    }
    return undefined
  }

  /** Marks the attributes from behind the tag's name; gives the place behind its ">", or -1 when that has not come yet. */
  parse(bytes: Uint8Array, text: string, from: number): number {
    const offsets = this.#offsets
    this.bytes = bytes
    this.text = text
    let count = 0
    let at = from
    for (;;) {
      at = skipSpace(bytes, at)
      if (at >= bytes.length) return -1
      const code = bytes[at]
      if (code === greaterThan || code === slash) {
        this.count = count
        if (code === greaterThan) return at + 1
        if (at + 1 >= bytes.length) return -1
        if (bytes[at + 1] !== greaterThan) throw new XmlError('malformed', 'a "/" within a tag')
        return at + 2
      }
      if (count === mostAttributes) throw new XmlError('malformed', `more than ${mostAttributes} attributes in a tag`)
      const base = count * offsetsPerAttribute
      offsets[base] = at
      offsets[base + 1] = at
      for (; at < bytes.length; at += 1) {
        const letter = bytes[at] as number
        if (letter === equals || letter <= 32) break
        if (letter === colon) offsets[base + 1] = at + 1
        else if (letter === greaterThan || letter === lessThan || letter === doubleQuote) throw withoutValue()
      }
      offsets[base + 2] = at
      at = this.#parseValue(bytes, at, base)
      if (at < 0) return -1
      count += 1
    }
  }

  #parseValue(bytes: Uint8Array, from: number, base: number): number {
    let at = skipSpace(bytes, from)
    if (at >= bytes.length) return -1
    if (bytes[at] !== equals) throw withoutValue()
    at = skipSpace(bytes, at + 1)
    if (at >= bytes.length) return -1
    const quote = bytes[at]
    if (quote !== doubleQuote && quote !== singleQuote) throw withoutValue()
    at += 1
    this.#offsets[base + 3] = at
    while (at < bytes.length && bytes[at] !== quote) at += 1
    if (at >= bytes.length) return -1
    this.#offsets[base + 4] = at
    return at + 1
  }
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] as number) <= 32) at += 1
  return at
}

function withoutValue(): XmlError {
  return new XmlError('malformed', 'an attribute without a value')
}
