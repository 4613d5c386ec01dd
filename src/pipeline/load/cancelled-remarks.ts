import { type Cell, cellAddress, type SheetRow } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { shorten } from '../../sheet/values/display.ts'
import { maxTextLength } from '../../sheet/values/text.ts'

const mostShown = 5
const shownLength = 40

/** People write beside a trip that it does not take place, and the row would be sent all the same. */
export class CancelledRemarks {
  readonly #columns: readonly number[]
  readonly #words: RegExp
  readonly #shown: string[] = []
  #count = 0

  /** `refilled`: columns of ours in an earlier output. */
  constructor(words: RegExp, columns: readonly HeadingColumn[], refilled: Iterable<number>) {
    const ours = new Set(refilled)
    this.#words = words
    this.#columns = columns.flatMap(({ field, index }) => (field === undefined && !ours.has(index) ? index : []))
  }

  observe({ number, cells }: SheetRow): void {
    const index = this.#columns.find((column) => this.#isCancelled(cells[column]))
    const cell = cells[index ?? -1]
    if (index === undefined || cell?.t !== 's') return
    this.#count += 1
    if (this.#shown.length < mostShown)
      this.#shown.push(`${cellAddress(number, index)} “${shorten(cell.v, shownLength)}”`)
  }

  get found(): { count: number; shown: readonly string[] } | undefined {
    return this.#count === 0 ? undefined : { count: this.#count, shown: this.#shown }
  }

  #isCancelled(cell: Cell | undefined): boolean {
    return cell?.t === 's' && cell.v.length <= maxTextLength && this.#words.test(foldText(cell.v))
  }
}
