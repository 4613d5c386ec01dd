export interface CellPosition {
  row: number
  column: number
}

interface GridSize {
  rows: number
  columns: number
  /** Rows in sight. */
  page: number
}

/** Where a key leads; undefined for other keys. Pure. */
export function findTargetCell(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  { row, column }: CellPosition,
  { rows, columns, page }: GridSize,
): CellPosition | undefined {
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
  return target && clampPosition(target, { rows, columns })
}

export function clampPosition(
  { row, column }: CellPosition,
  { rows, columns }: Pick<GridSize, 'rows' | 'columns'>,
): CellPosition {
  return {
    row: Math.min(Math.max(0, row), Math.max(0, rows - 1)),
    column: Math.min(Math.max(0, column), columns - 1),
  }
}
