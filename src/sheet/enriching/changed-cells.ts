import { createHash } from 'node:crypto'

/**
 * What becomes of the cells of a sheet, in so many letters. Who writes them and who reads them back tell it alike: of
 * each row, what stands where nothing stood, and `column:cell` for what took the place of something.
 */
export class ChangedCells {
  readonly #hash = createHash('sha256')

  /** Rows by ascending number; the cells of one by ascending column. */
  add(row: number, cells: Buffer): void {
    if (cells.length > 0) this.#hash.update(`\n${row} `).update(cells)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** Latin-1 stands for bytes here. */
export function describeChange(column: number, before: string | undefined, after: string): string {
  if (before === undefined) return after
  return before === after ? '' : `${column}:${after}`
}
