import { createHash } from 'node:crypto'
import { BufferBuilder } from './buffer-builder.ts'

const maxPendingBytes = 65_536

/**
 * What becomes of the cells of a sheet, in so many letters. Who writes them and who reads them back tell it alike: of
 * each row, what stands where nothing stood, and `column:cell` for what took the place of something.
 */
export class CellChangeDigest {
  readonly #hash = createHash('sha256')
  readonly #gathered = new BufferBuilder()

  /** Rows by ascending number; the cells of one by ascending column. */
  add(row: number, cells: Buffer | string): void {
    if (cells.length === 0) return
    this.#gathered.addText(`\n${row} `)
    if (typeof cells === 'string') this.#gathered.addText(cells)
    else this.#gathered.add(cells)
    if (this.#gathered.length > maxPendingBytes) this.#flush()
  }

  digest(): string {
    this.#flush()
    return this.#hash.digest('hex')
  }

  #flush(): void {
    this.#hash.update(this.#gathered.view())
    this.#gathered.clear()
  }
}

/** Latin-1 stands for bytes here. */
export function describeChange(column: number, before: string | undefined, after: string): string {
  if (before === undefined) return after
  return before === after ? '' : `${column}:${after}`
}
