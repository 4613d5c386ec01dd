import type { RowState } from '../../contract/states.ts'

/** `sheet`: position of the sheet; undefined where it is not known. */
export interface Moved {
  id: number
  rowNumber?: number
  sheet?: number
}

export interface TallyPorts {
  onChange(counts: ReadonlyMap<string, number>): void
  onMove?: ((to: RowState, moved: Moved) => void) | undefined
}

/** Live counts by state, for the progress display. The balance at the end comes from the ledger. */
export class Tally {
  readonly #counts = new Map<string, number>()
  readonly #ports: TallyPorts

  constructor(ports: TallyPorts) {
    this.#ports = ports
  }

  add(state: string, count: number): void {
    this.#counts.set(state, (this.#counts.get(state) ?? 0) + count)
  }

  move(from: RowState, to: RowState, moved: Moved): void {
    this.add(from, -1)
    this.add(to, 1)
    this.#ports.onChange(this.#counts)
    this.#ports.onMove?.(to, moved)
  }
}
