import { ascii } from '../package/bytes.ts'
import { decodeEntities, decodeUtf8, XmlError } from '../package/xml-entities.ts'

const { doubleQuote, equals, greaterThan, lessThan, singleQuote, slash } = ascii

/** Start and end of the name with its prefix, start and end of the value. */
const offsetsPerAttribute = 4
const mostAttributes = 1024

/** Attributes of the current start tag as offsets, so that unused ones allocate nothing. Valid until the next tag. */
export class XmlTag {
  #text = ''
  #count = 0
  readonly #offsets = new Int32Array(mostAttributes * offsetsPerAttribute)

  /** `name` includes the prefix. */
  attribute(name: string): string | undefined {
    for (let index = 0; index < this.#count; index += 1) {
      const start = this.#offsets[index * offsetsPerAttribute] ?? 0
      const length = (this.#offsets[index * offsetsPerAttribute + 1] ?? 0) - start
      if (length !== name.length || !this.#text.startsWith(name, start)) continue
      const from = this.#offsets[index * offsetsPerAttribute + 2]
      return decodeEntities(decodeUtf8(this.#text.slice(from, this.#offsets[index * offsetsPerAttribute + 3])))
    }
    return undefined
  }

  /**
   * `text`: the bytes as Latin-1, so that offsets serve both: bytes are fast to walk, text to slice. `from`: after the
   * tag's name. Returns the offset after ">", or -1 when it is not in the chunk.
   */
  parse(bytes: Uint8Array, text: string, from: number): number {
    const offsets = this.#offsets
    this.#text = text
    let count = 0
    let at = from
    for (;;) {
      at = skipSpace(bytes, at)
      if (at >= bytes.length) return -1
      const code = bytes[at]
      if (code === greaterThan || code === slash) {
        this.#count = count
        if (code === greaterThan) return at + 1
        if (at + 1 >= bytes.length) return -1
        if (bytes[at + 1] !== greaterThan) throw new XmlError('malformed', 'a "/" within a tag')
        return at + 2
      }
      if (count === mostAttributes) throw new XmlError('malformed', `more than ${mostAttributes} attributes in a tag`)
      const base = count * offsetsPerAttribute
      offsets[base] = at
      for (; at < bytes.length; at += 1) {
        const letter = bytes[at] as number
        if (letter === equals || letter <= 32) break
        if (letter === greaterThan || letter === lessThan || letter === doubleQuote) throw withoutValue()
      }
      offsets[base + 1] = at
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
    this.#offsets[base + 2] = at
    while (at < bytes.length && bytes[at] !== quote) at += 1
    if (at >= bytes.length) return -1
    this.#offsets[base + 3] = at
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

/** Element names come without their prefix. */
export interface XmlHandler {
  /** Text is decoded only while this is true. */
  wantsText: boolean
  open(name: string, tag: XmlTag): void
  /** One text may come in several calls. */
  text(text: string): void
  close(name: string): void
  /** @throws XmlError when something was missing. */
  end?(): void
  /** For elements that occur millions of times. */
  readonly fastPath?: FastPath
  /** Asks for a pause at the next end tag. */
  readonly isFull?: boolean
}

/** Reads plain elements without the scanner. README.md lists its preconditions and duties. */
export interface FastPath {
  /** `parse` is called only when this string follows in the bytes: its loops stop there without a check for the end. */
  readonly terminator: string
  /** Reads the element that starts at `at`. Returns the offset after it, or -1 to leave it to the scanner. */
  parse(bytes: Buffer, text: string, at: number): number
}
