import { columnName } from '../cell.ts'
import { limits } from '../limits.ts'
import { UnsupportedWorkbookError } from './unsupported-workbook-error.ts'

export interface ColumnSpace {
  /** The last column of the rows' table: of its headings, or of the range that a table or filter has. */
  lastColumn: number
  /** What meets the rows behind that column: column → what it is. */
  taken: ReadonlyMap<number, string>
  /** The rows are a table (ListObject), whose columns must touch one another. */
  isTable: boolean
}

export interface ColumnAllocation {
  start: number
  /** Something stands between the table and its results that does not belong to what is sorted. */
  hasGap: boolean
}

/**
 * The first of so many new columns, right of the rows' table and of whatever stands there.
 * @throws NotSafe when there is no such place.
 */
export function allocateColumns(count: number, { lastColumn, taken, isTable }: ColumnSpace): ColumnAllocation {
  const next = lastColumn + 1
  const inTheWay = firstOccupied(taken, next, next + count - 1)
  if (inTheWay === undefined) return { start: requireSpace(next, count), hasGap: false }
  // Beside a table that ends before them, results would soon stand beside other people's rows.
  if (isTable) throw new UnsupportedWorkbookError(`${inTheWay} stands where its table would have to grow`)
  const start = Math.max(...taken.keys()) + 1
  let hasGap = false
  for (let column = next; column < start; column += 1) {
    const what = taken.get(column)
    if (what !== undefined && foreignTable.test(what))
      throw new UnsupportedWorkbookError(`${what} stands right of the rows, where the results go`)
    hasGap ||= what === undefined || !what.startsWith('cell ')
  }
  return { start: requireSpace(start, count), hasGap }
}

/** Nothing that is sorted or filtered may reach over these. */
const foreignTable = /^the (?:pivot )?table /

function firstOccupied(taken: ReadonlyMap<number, string>, from: number, to: number): string | undefined {
  for (let column = from; column <= to; column += 1) {
    const what = taken.get(column)
    if (what !== undefined) return what
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
