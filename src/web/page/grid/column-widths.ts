import { scopedSignal } from '../api.ts'

/** In rem. */
export const narrowest = 3
export const widest = 60
const step = 1
const remPerCharacter = 0.58

/** Widths that a person gave, by grid and column. They stay while the sheet is open. */
const given = scopedSignal<Readonly<Record<string, number>>>('sheetId', {})

/** The columns of a grid: the width of each, and a change of it; without one, the usual width is back. */
export class ColumnWidths {
  readonly #grid: string
  readonly #columns: readonly { width: number }[]

  /** `width`: usual width, in characters. */
  constructor(grid: string, columns: readonly { width: number }[]) {
    this.#grid = grid
    this.#columns = columns
  }

  remOf(column: number): number {
    return given.value[this.#keyOf(column)] ?? (this.#columns[column]?.width ?? 0) * remPerCharacter
  }

  set(column: number, rem: number | undefined): void {
    const { [this.#keyOf(column)]: _, ...others } = given.value
    given.value = rem === undefined ? others : { ...others, [this.#keyOf(column)]: clampWidth(rem) }
  }

  get template(): string {
    return ['5.5rem', ...this.#columns.map((_, column) => `${this.remOf(column)}rem`)].join(' ')
  }

  #keyOf(column: number): string {
    return `${column} ${this.#grid}`
  }
}

function clampWidth(rem: number): number {
  return Math.min(widest, Math.max(narrowest, rem))
}

/** The width that a key leads to; undefined for other keys. Pure. */
export function findTargetWidth(key: string, rem: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: clampWidth(rem - step),
    ArrowRight: clampWidth(rem + step),
    Home: narrowest,
    End: widest,
  }
  return targets[key]
}
