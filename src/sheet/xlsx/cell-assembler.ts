import type { Cell } from '../cell.ts'
import { generalFormat, type NumberFormat } from '../number-format/classify.ts'
import { ascii } from './bytes.ts'
import { readCell, type SharedTexts } from './cell-value.ts'
import type { XmlTag } from './xml-tag.ts'

const { letterR, letterS, letterT } = ascii

/** The cell that the scanner is in, put together tag by tag; for cells that are not as plain as `PlainCell` reads them. */
export class CellAssembler {
  format = generalFormat
  /** Its text stands in the cell (`is`). */
  isInline = false
  isFormula = false
  #type = 'n'
  /** Undefined as long as there is neither a value nor a text. */
  #text: string | undefined

  /** Takes the attributes of its tag; gives which of them is its reference, or -1. */
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

  /** What it holds; undefined when there is neither a value nor a text. @throws XmlProblem as `readCell` does. */
  read(strings: SharedTexts, is1904: boolean): Cell | undefined {
    if (this.#text === undefined) return undefined
    const raw = { type: this.#type, text: this.#text, isInline: this.isInline, format: this.format }
    return readCell(raw, strings, is1904)
  }
}
