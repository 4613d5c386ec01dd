import { ascii, matchesAt } from '../package/bytes.ts'
import { XmlTag } from './xml-tag.ts'

const { ampersand, carriageReturn, doubleQuote, equals, greaterThan, lessThan, minus, point, slash, space } = ascii
const { capitalA, capitalZ, letterC, letterF, letterR, letterS, letterT, letterV, nine, zero } = ascii

const inlineStart = Buffer.from('<is><t>')
const inlineStartWithSpace = Buffer.from('<is><t xml:space="preserve">')
const inlineEnd = Buffer.from('</t></is></c>')
const valueEnd = Buffer.from('</v></c>')
const formulaEnd = Buffer.from('</f>')
const inlineType = Buffer.from('inlineStr"')
const formulaTextType = Buffer.from('str"')
/** Division by these is exact to the last digit, like parsing the text. */
const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
const mostDigits = 15

/**
 * Fast path for cells as nearly every program writes them: only the attributes `r`, `s` and `t`, perhaps a formula, one
 * value or inline text, no prefix, no entity. The scanner reads all others, with the same result.
 * No loop here checks for the end of the bytes: see README.md.
 */
export class PlainCellParser {
  /** 0-based; -1 when missing. */
  column = -1
  /** 1-based; -1 when missing. */
  row = -1
  /** -1 when missing. */
  style = -1
  type = 'n'
  /** Undefined when the cell has none, or `number` has the value. */
  text: string | undefined
  /** A number, or the index of a shared text, in plain digits; else NaN. */
  number = Number.NaN
  isFormula = false
  readonly #formulaTag = new XmlTag()

  /** Returns the offset after the cell that starts at `start`, or -1 when the fast path does not apply. */
  parse(bytes: Buffer, text: string, start: number): number {
    if (bytes[start + 1] !== letterC) return -1
    this.column = -1
    this.row = -1
    this.style = -1
    this.type = 'n'
    this.text = undefined
    this.number = Number.NaN
    this.isFormula = false
    let at = start + 2
    while (bytes[at] === space) {
      at = this.#parseAttribute(bytes, text, at + 1)
      if (at < 0) return -1
    }
    if (bytes[at] === slash) return bytes[at + 1] === greaterThan ? at + 2 : -1
    if (bytes[at] !== greaterThan || bytes[at + 1] !== lessThan) return -1
    if (bytes[at + 2] === letterF) {
      at = this.#skipFormula(bytes, text, at + 3) - 1
      if (at < 0) return -1
    }
    if (bytes[at + 2] === letterV && bytes[at + 3] === greaterThan) return this.#parseValue(bytes, text, at + 4)
    return this.#parseInline(bytes, text, at + 1)
  }

  /** Nothing reads the text of a formula. `from`: after its name. */
  #skipFormula(bytes: Buffer, text: string, from: number): number {
    const next = bytes[from]
    if (next !== greaterThan && next !== space && next !== slash) return -1
    this.isFormula = true
    let at = this.#formulaTag.parse(bytes, text, from)
    if (at < 0 || bytes[at - 2] === slash) return at
    while (bytes[at] !== lessThan) at += 1
    return expectBytes(formulaEnd, bytes, at)
  }

  #parseAttribute(bytes: Buffer, text: string, start: number): number {
    if (bytes[start + 1] !== equals || bytes[start + 2] !== doubleQuote) return -1
    const name = bytes[start]
    const from = start + 3
    if (name === letterR) return this.#parseReference(bytes, from)
    if (name === letterS) return this.#parseStyle(bytes, from)
    return name === letterT ? this.#parseType(bytes, text, from) : -1
  }

  #parseType(bytes: Buffer, text: string, from: number): number {
    if (bytes[from + 1] === doubleQuote) {
      this.type = text.charAt(from)
      return from + 2
    }
    this.type = 'str'
    if (matchesAt(formulaTextType, bytes, from)) return from + formulaTextType.length
    this.type = 'inlineStr'
    return matchesAt(inlineType, bytes, from) ? from + inlineType.length : -1
  }

  #parseReference(bytes: Buffer, from: number): number {
    let column = 0
    let at = from
    while ((bytes[at] as number) >= capitalA && (bytes[at] as number) <= capitalZ) {
      column = column * 26 + (bytes[at] as number) - capitalA + 1
      at += 1
    }
    if (at === from || at - from > 3) return -1
    let row = 0
    const digits = at
    while ((bytes[at] as number) >= zero && (bytes[at] as number) <= nine) {
      row = row * 10 + (bytes[at] as number) - zero
      at += 1
    }
    if (at === digits || bytes[at] !== doubleQuote) return -1
    this.column = column - 1
    this.row = row
    return at + 1
  }

  #parseStyle(bytes: Buffer, from: number): number {
    let style = 0
    let at = from
    while ((bytes[at] as number) >= zero && (bytes[at] as number) <= nine) {
      style = style * 10 + (bytes[at] as number) - zero
      at += 1
    }
    if (at === from || bytes[at] !== doubleQuote) return -1
    this.style = style
    return at + 1
  }

  #parseValue(bytes: Buffer, text: string, from: number): number {
    const at = this.type === 'n' || this.type === 's' ? this.#parseNumber(bytes, from) : -1
    return expectBytes(valueEnd, bytes, at >= 0 ? at : this.#parseText(bytes, text, from))
  }

  #parseNumber(bytes: Buffer, from: number): number {
    const isNegative = bytes[from] === minus
    let number = 0
    let digits = 0
    let decimals = -1
    let at = isNegative ? from + 1 : from
    for (; ; at += 1) {
      const byte = bytes[at] as number
      if (byte >= zero && byte <= nine) {
        number = number * 10 + byte - zero
        digits += 1
        if (decimals >= 0) decimals += 1
      } else if (byte === point && decimals < 0) decimals = 0
      else break
    }
    if (bytes[at] !== lessThan || digits === 0 || digits > mostDigits || decimals === 0) return -1
    const value = decimals > 0 ? number / (powersOfTen[decimals] as number) : number
    this.number = isNegative ? -value : value
    return at
  }

  #parseInline(bytes: Buffer, text: string, start: number): number {
    const opening = matchesAt(inlineStart, bytes, start) ? inlineStart : inlineStartWithSpace
    if (opening !== inlineStart && !matchesAt(opening, bytes, start)) return -1
    this.type = 'inlineStr'
    return expectBytes(inlineEnd, bytes, this.#parseText(bytes, text, start + opening.length))
  }

  /** Returns the offset of the next tag, or -1 when the text has entities or other special characters. */
  #parseText(bytes: Buffer, text: string, from: number): number {
    let seen = 0
    let at = from
    for (; ; at += 1) {
      const byte = bytes[at] as number
      if (byte <= lessThan) {
        if (byte === lessThan) break
        if (byte === ampersand || byte === carriageReturn) return -1
      }
      seen |= byte
    }
    this.text = seen < 0x80 ? text.slice(from, at) : bytes.toString('utf8', from, at)
    return at
  }
}

function expectBytes(end: Uint8Array, bytes: Uint8Array, at: number): number {
  return at >= 0 && matchesAt(end, bytes, at) ? at + end.length : -1
}
