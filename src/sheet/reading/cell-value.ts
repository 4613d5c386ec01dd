import { type Cell, emptyCell, isUncomputed } from '../cell.ts'
import { dayNumberOf } from '../day-numbers.ts'
import { formatFor, generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { ascii } from '../package/bytes.ts'
import { decodeOfficeEscapes } from '../package/xml-entities.ts'
import { XmlError } from '../package/xml-error.ts'
import { isoToDate, serialToDate } from './serial-date.ts'
import type { XmlTag } from './xml-tag.ts'

interface RawCell {
  /** The attribute `t`; `n` when missing. */
  type: string
  /** The text of `v` or `is`. */
  text: string
  isInline: boolean
  format: NumberFormat
}

interface SharedTexts {
  get(index: number): string | undefined
}

/**
 * A number that its date format cannot show stays a number.
 * @throws XmlError when the shared text does not exist.
 */
export function readCell(raw: RawCell, strings: SharedTexts, is1904: boolean): Cell {
  const { text } = raw
  if (raw.isInline) return { t: 's', v: decodeOfficeEscapes(text) }
  switch (raw.type) {
    case 's':
      return text === '' ? emptyCell : readSharedText(strings, text.trim() === '' ? Number.NaN : Number(text))
    case 'str':
    case 'inlineStr':
      return { t: 's', v: decodeOfficeEscapes(text) }
    case 'b':
      return text.trim() === '' ? emptyCell : { t: 'b', v: /^(?:1|true|on)$/i.test(text.trim()) }
    case 'e':
      return text === '' ? emptyCell : { t: 'e', v: text }
    case 'd':
      return readIsoDate(text, raw.format, is1904)
    default:
      return readNumber(text, raw.format, is1904)
  }
}

/** True also for a formula without a calculated value. */
export function hasContent(cell: Cell): boolean {
  if (cell.t === 'z') return isUncomputed(cell)
  return cell.t !== 's' || cell.v !== ''
}

/** @throws XmlError when the shared text does not exist. */
export function readSharedText(strings: SharedTexts, index: number): Cell {
  const text = strings.get(index)
  if (text === undefined) throw new XmlError('malformed', 'a cell names a shared text that does not exist')
  return { t: 's', v: text }
}

function readIsoDate(text: string, format: NumberFormat, is1904: boolean): Cell {
  const date = isoToDate(text.trim())
  if (date === undefined) return readNumber(text, format, is1904)
  // Without a date format, spreadsheet programs show the day's number here too.
  const number = format.kind === 'number' ? dayNumberOf(Date.parse(`${date}Z`), is1904) : undefined
  return number === undefined ? { t: 'd', v: date, ...codeOf(format) } : { t: 'n', v: number, ...codeOf(format) }
}

function readNumber(text: string, format: NumberFormat, is1904: boolean): Cell {
  const value = Number(text)
  if (value === 0 && text.trim() === '') return emptyCell
  return Number.isFinite(value) ? toNumberCell(value, format, is1904) : { t: 's', v: text }
}

export function toNumberCell(value: number, format: NumberFormat, is1904: boolean): Cell {
  if (format.code === undefined) return { t: 'n', v: value }
  const own = format.sections === undefined ? format : formatFor(value, format)
  const date = own.kind === 'number' ? undefined : serialToDate(value, own, is1904)
  return date === undefined ? { t: 'n', v: value, f: format.code } : { t: 'd', v: date, f: format.code }
}

function codeOf(format: NumberFormat): { f?: string } {
  return format.code === undefined ? {} : { f: format.code }
}

const { letterR, letterS, letterT } = ascii

/** Assembles a cell tag by tag, when `PlainCellParser` does not handle it. */
export class CellAssembler {
  format = generalFormat
  /** The text is inline (`is`). */
  isInline = false
  isFormula = false
  #type = 'n'
  #text: string | undefined

  /** Returns the index of the reference attribute, or -1. */
  start(tag: XmlTag, formats: readonly NumberFormat[]): number {
    this.format = generalFormat
    this.isInline = false
    this.isFormula = false
    this.#type = 'n'
    this.#text = undefined
    let reference = -1
    for (let index = 0; index < tag.count; index += 1) {
      const name = tag.shortName(index)
      if (name === letterR) reference = index
      else if (name === letterS) this.format = formats[tag.integer(index)] ?? generalFormat
      else if (name === letterT) this.#type = tag.rawValue(index)
    }
    return reference
  }

  startInline(): void {
    this.isInline = true
    this.#text = ''
  }

  startText(): void {
    this.#text ??= ''
  }

  addText(text: string): void {
    this.#text = this.#text === '' ? text : this.#text + text
  }

  /** Undefined without a value or text. @throws XmlError as `readCell` does. */
  read(strings: SharedTexts, is1904: boolean): Cell | undefined {
    if (this.#text === undefined) return undefined
    const raw = { type: this.#type, text: this.#text, isInline: this.isInline, format: this.format }
    return readCell(raw, strings, is1904)
  }
}
