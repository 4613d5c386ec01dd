import type { RowState } from '../contract/outcome.ts'

/** Live counts of this run by state, for the progress display; the balance at the end comes from the ledger. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #onChange: (counts: ReadonlyMap<string, number>) => void

  constructor(onChange: (counts: ReadonlyMap<string, number>) => void) {
    this.#onChange = onChange
  }

  add(state: string, count: number): void {
    this.#counts.set(state, (this.#counts.get(state) ?? 0) + count)
  }

  move(from: RowState, to: RowState): void {
    this.add(from, -1)
    this.add(to, 1)
    this.#onChange(this.#counts)
  }
}
