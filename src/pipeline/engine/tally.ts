import type { RowState } from '../../contract/states.ts'

/** `sheet`: position of the sheet; undefined where it is not known. */
export interface Moved {
  id: number
  rowNumber?: number
  sheet?: number
}

/** Live counts by state, for the progress display. The balance at the end comes from the ledger. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #onMove: (counts: ReadonlyMap<string, number>, to: RowState, moved: Moved) => void

  constructor(onMove: (counts: ReadonlyMap<string, number>, to: RowState, moved: Moved) => void = () => {}) {
    this.#onMove = onMove
  }

  add(state: string, count: number): void {
    this.#counts.set(state, (this.#counts.get(state) ?? 0) + count)
  }

  move(from: RowState, to: RowState, moved: Moved): void {
    this.add(from, -1)
    this.add(to, 1)
    this.#onMove(this.#counts, to, moved)
  }
}
