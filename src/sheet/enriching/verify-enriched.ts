import { createHash } from 'node:crypto'
import { type Cell, emptyCell, isBlank } from '../cell.ts'
import { openSheet } from '../open.ts'
import type { SafeEnriching } from './plan.ts'

/** What a sheet holds beside our columns, in so many letters, and the rows that have something in ours. */
export interface OwnCells {
  digest: string
  filledRows: number
}

/** All that stands in the columns of a sheet that are not ours: values, number formats, hidden rows. */
export async function readOwnCells(file: string, sheet: string, ours: ReadonlySet<number>): Promise<OwnCells> {
  const source = await openSheet(file, { sheet })
  const hash = createHash('sha256')
  let filledRows = 0
  try {
    for await (const { number, cells, isHidden } of source.rows()) {
      if (cells.some((cell, column) => ours.has(column) && !isBlank(cell))) filledRows += 1
      const own = cells.map((cell, column): Cell => (ours.has(column) ? emptyCell : cell))
      while (own.length > 0 && own.at(-1)?.t === 'z') own.pop()
      if (own.length > 0) hash.update(`${number}${isHidden ? 'h' : ''}${JSON.stringify(own)}\n`)
    }
  } finally {
    await source.close()
  }
  return { digest: hash.digest('hex'), filledRows }
}

/**
 * Reads a copy back and compares it with what it was made from: "nothing else touched" is to hold in every run. Gives
 * what is wrong, as a clause; undefined when nothing is. `rows`: how many of a sheet were to get cells.
 */
export async function verifyEnriched(
  plan: SafeEnriching,
  output: string,
  rows: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  for (const { sheet, columns } of plan.sheets) {
    const ours = new Set(columns.map(({ index }) => index))
    const before = await readOwnCells(plan.file, sheet, ours)
    const after = await readOwnCells(output, sheet, ours)
    if (before.digest !== after.digest)
      return `cells of the sheet "${sheet}" that are not ours would be others than before`
    const wanted = rows.get(sheet) ?? 0
    // The headings are one row more; rows that an earlier run filled may be there beside these.
    const found = after.filledRows - 1
    if (found < wanted) return `the sheet "${sheet}" would have results in ${found} rows, not in ${wanted}`
  }
  return undefined
}
