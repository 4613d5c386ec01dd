import type { Cell } from '../cell.ts'
import { generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { ascii } from '../package/bytes.ts'
import { readCell, type SharedTexts } from './cell-value.ts'
import type { XmlTag } from './xml-tag.ts'

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
