import { scopedSignal } from '../api.ts'

export interface CellPosition {
  row: number
  column: number
}

/** What a person chose of a grid; another sheet or run starts with its first row, and with all rows. */
export function createGridView<Filter extends string>(key: 'sheetId' | 'run', all: Filter) {
  const active = scopedSignal<CellPosition>(key, { row: 0, column: 0 })
  const filter = scopedSignal(key, all)
  const search = scopedSignal(key, '')
  const sort = scopedSignal(key, '')
  return {
    active,
    filter,
    search,
    sort,
    /** Positions of problems count rows in the order of the sheet. */
    showSheetOrder(): void {
      search.value = ''
      sort.value = ''
    },
  }
}

/** `page`: rows in sight. */
type GridSize = Readonly<Record<'rows' | 'columns' | 'page', number>>

export function findTargetCell(event: KeyboardEvent, { row, column }: CellPosition, size: GridSize) {
  const { key, ctrlKey, metaKey } = event
  const { rows, columns, page } = size
  const isWhole = ctrlKey || metaKey
  const targets: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - page, column },
    PageDown: { row: row + page, column },
    Home: { row: isWhole ? 0 : row, column: 0 },
    End: { row: isWhole ? rows - 1 : row, column: columns - 1 },
  }
  const target = targets[key]
  return target && clampPosition(target, size)
}

export function clampPosition({ row, column }: CellPosition, { rows, columns }: GridSize): CellPosition {
  return {
    row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, column), columns - 1),
  }
}
