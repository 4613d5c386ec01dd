import type { CellNotes } from './cell-notes.ts'
import { isTrue } from './workbook-part.ts'
import type { XmlTag } from './xml-tag.ts'

/** Tells which hidden columns of a sheet hold something; they are read like the others. */
export class HiddenColumns {
  readonly #notes: CellNotes
  /** 0-based, both included. */
  readonly #ranges: { from: number; to: number }[] = []

  constructor(notes: CellNotes) {
    this.#notes = notes
  }

  /** A `col` tag, which stands before the rows. */
  take(tag: XmlTag): void {
    if (!isTrue(tag.attribute('hidden'))) return
    this.#ranges.push({ from: Number(tag.attribute('min')) - 1, to: Number(tag.attribute('max')) - 1 })
  }

  observe(column: number): void {
    if (this.#ranges.length === 0) return
    if (this.#ranges.some(({ from, to }) => column >= from && column <= to)) this.#notes.addHiddenColumn(column)
  }
}
