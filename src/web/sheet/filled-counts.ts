import { setImmediate } from 'node:timers/promises'
import type { EditedRow } from '../../app/check/check-sheet.ts'
import type { KnownSheet } from './recorded-state.ts'

/** Rows that hold something, and those of each column that do. */
export interface FilledCounts {
  rows: number
  filled: ReadonlyMap<string, number>
}

const rowsBetweenTurns = 5_000

/**
 * Of the rows that count: neither totals nor notes; of decisions, those without one too. Other work has its turns: this
 * would hold it up at 50,000 rows.
 */
export async function countFilled(
  rows: readonly EditedRow[],
  { columns, recorded }: KnownSheet,
): Promise<FilledCounts> {
  const counted = recorded === undefined ? rows.filter(({ isLeftOut }) => !isLeftOut) : rows
  const filled = columns.map(() => 0)
  for (const [index, { sheet, texts }] of counted.entries()) {
    for (const [at, { indexes }] of columns.entries())
      if (texts[indexes[sheet] ?? -1]?.trim()) filled[at] = (filled[at] ?? 0) + 1
    if (index % rowsBetweenTurns === 0) await setImmediate()
  }
  return { rows: counted.length, filled: new Map(columns.map(({ heading }, at) => [heading, filled[at] ?? 0])) }
}
