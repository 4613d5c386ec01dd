import { createHash } from 'node:crypto'

/**
 * SHA-256 of all cell changes in a sheet. Writer and verifier build the same text, row by row: the XML of added cells,
 * and `column:cell` for replaced ones.
 */
export class CellChangeDigest {
  readonly #hash = createHash('sha256')

  /** Rows and cells must come in ascending order. */
  add(row: number, cells: Buffer): void {
    if (cells.length > 0) this.#hash.update(`\n${row} `).update(cells)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** Texts are bytes as Latin-1. */
export function describeChange(column: number, before: string | undefined, after: string): string {
  if (before === undefined) return after
  return before === after ? '' : `${column}:${after}`
}
