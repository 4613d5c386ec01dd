import { createHash } from 'node:crypto'
import { BufferBuilder } from './buffer-builder.ts'

const maxPendingBytes = 65_536

/**
 * SHA-256 of all cell changes in a sheet. Writer and verifier build the same text, row by row: the XML of added cells,
 * and `column:cell` for replaced ones.
 */
export class CellChangeDigest {
  readonly #hash = createHash('sha256')
  readonly #pending = new BufferBuilder()

  /** Rows and cells must come in ascending order. */
  add(row: number, cells: Buffer | string): void {
    if (cells.length === 0) return
    this.#pending.addText(`\n${row} `)
    if (typeof cells === 'string') this.#pending.addText(cells)
    else this.#pending.add(cells)
    if (this.#pending.length > maxPendingBytes) this.#flush()
  }

  digest(): string {
    this.#flush()
    return this.#hash.digest('hex')
  }

  #flush(): void {
    this.#hash.update(this.#pending.view())
    this.#pending.clear()
  }
}

/** Texts are bytes as Latin-1. */
export function describeChange(column: number, before: string | undefined, after: string): string {
  if (before === undefined) return after
  return before === after ? '' : `${column}:${after}`
}
