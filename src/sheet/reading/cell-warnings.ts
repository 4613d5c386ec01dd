import { cellAddress } from '../cell.ts'
import { parseXmlBoolean } from '../package/workbook-part.ts'
import type { XmlTag } from './xml-tag.ts'

const sentences = {
  'date-out-of-range': 'A date format on a number that is no date, read as a number',
  'rows-out-of-order': "Rows that are not in order in the file, read in the file's order",
}
type CellWarning = keyof typeof sentences

interface Tally {
  count: number
  first: string
}

/** Counts unusual cells, so that each kind is reported once with its first address. */
export class CellWarnings {
  readonly #tallies = new Map<CellWarning, Tally>()
  /** 0-based, both included. */
  readonly #hiddenRanges: { from: number; to: number }[] = []
  readonly #hiddenColumns = new Set<number>()

  add(note: CellWarning, rowNumber: number, columnIndex: number): void {
    const tally = this.#tallies.get(note)
    if (tally === undefined) this.#tallies.set(note, { count: 1, first: cellAddress(rowNumber, columnIndex) })
    else tally.count += 1
  }

  /** `col` tags come before the rows. */
  addHiddenColumns(tag: XmlTag): void {
    if (!parseXmlBoolean(tag.attribute('hidden'))) return
    this.#hiddenRanges.push({ from: Number(tag.attribute('min')) - 1, to: Number(tag.attribute('max')) - 1 })
  }

  addFilledColumn(column: number): void {
    if (this.#hiddenRanges.length === 0) return
    if (this.#hiddenRanges.some(({ from, to }) => column >= from && column <= to)) this.#hiddenColumns.add(column)
  }

  clear(): void {
    this.#tallies.clear()
    this.#hiddenRanges.length = 0
    this.#hiddenColumns.clear()
  }

  sentences(): string[] {
    return [...this.#tallies].map(([note, { count, first }]) => {
      const cells = count === 1 ? `the cell ${first}` : `${count} cells (the first is ${first})`
      return `${sentences[note]}: ${cells}.`
    })
  }

  /** Those with content. */
  hiddenColumns(): number[] {
    return [...this.#hiddenColumns].toSorted((left, right) => left - right)
  }
}
