import { cellAddress, isUncomputed, type SheetRow } from '../../sheet/cell.ts'

/** A formula without a calculated value looks like an empty cell in the output. */
export class UncomputedCells {
  #count = 0
  #first = ''

  observe({ number, cells }: SheetRow): void {
    for (let index = 0; index < cells.length; index += 1) {
      if (!isUncomputed(cells[index])) continue
      if (this.#count === 0) this.#first = cellAddress(number, index)
      this.#count += 1
    }
  }

  sentences(): string[] {
    if (this.#count === 0) return []
    const cells = this.#count === 1 ? `the cell ${this.#first}` : `${this.#count} cells (the first is ${this.#first})`
    return [
      `The value of a formula is unknown, since it was never calculated: ${cells}; open the file in a spreadsheet program and save it.`,
    ]
  }
}
