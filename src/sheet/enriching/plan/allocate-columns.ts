import { columnName } from '../../cell.ts'
import { limits } from '../../limits.ts'
import { UnsupportedWorkbookError } from '../../package/unsupported-workbook-error.ts'
import type { ColumnOccupant } from './obstacles.ts'

export interface ColumnSpace {
  /** Last column of the headings, or of the table or filter over the rows. */
  lastColumn: number
  /** Column → content or object beside the rows, right of `lastColumn`. */
  occupied: ReadonlyMap<number, ColumnOccupant>
  /** An Excel table (ListObject): its columns must be adjacent. */
  isTable: boolean
}

export interface ColumnAllocation {
  start: number
  /** A column between the rows and the results is neither sorted nor filtered with the rows. */
  hasGap: boolean
}

/**
 * Chooses the first free columns right of the rows and of everything beside them.
 * @throws UnsupportedWorkbookError when there is no room.
 */
export function allocateColumns(count: number, { lastColumn, occupied, isTable }: ColumnSpace): ColumnAllocation {
  const next = lastColumn + 1
  const obstacle = firstOccupied(occupied, next, next + count - 1)
  if (obstacle === undefined) return { start: requireSpace(next, count), hasGap: false }
  // Left outside the table, results would stay where they are while the table is sorted.
  if (isTable) throw new UnsupportedWorkbookError(`${obstacle.what} is where its table would have to grow`)
  const start = Math.max(...occupied.keys()) + 1
  let hasGap = false
  for (let column = next; column < start; column += 1) {
    const occupant = occupied.get(column)
    // A sort or filter that includes a table's cells breaks that table.
    if (occupant?.kind === 'table' || occupant?.kind === 'pivotTable')
      throw new UnsupportedWorkbookError(`${occupant.what} is right of the rows, where the results go`)
    hasGap ||= occupant?.kind !== 'cell'
  }
  return { start: requireSpace(start, count), hasGap }
}

function firstOccupied(
  occupied: ReadonlyMap<number, ColumnOccupant>,
  from: number,
  to: number,
): ColumnOccupant | undefined {
  for (let column = from; column <= to; column += 1) {
    const occupant = occupied.get(column)
    if (occupant !== undefined) return occupant
  }
  return undefined
}

function requireSpace(start: number, count: number): number {
  if (start + count > limits.columns) {
    throw new UnsupportedWorkbookError(
      `there is no room for ${count} columns from ${columnName(start)} on: a sheet has ${limits.columns}`,
    )
  }
  return start
}
