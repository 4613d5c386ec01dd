import type { Overlap, PeriodRow } from '../../ledger/port/overlaps.ts'
import type { Logger } from '../../support/logger.ts'
import type { RowPlaces } from '../rows/row-places.ts'

/** How many of them are named. */
export const shownOverlaps = 20

/** Warns of rows that say that one person is away twice at a time. They are sent all the same. */
export function announceOverlaps(
  { count, first }: { count: number; first: readonly Overlap[] },
  places: RowPlaces,
  logger: Logger,
): void {
  for (const { subject, rows, from, to } of first) {
    logger.warn(`${subject}: ${nameBoth(rows, places)} overlap (${from.slice(0, 10)} to ${to.slice(0, 10)})`)
  }
  if (count > first.length) {
    logger.warn(`${count - first.length} more rows overlap with another one of the same employee`)
  }
}

function nameBoth([one, other]: readonly [PeriodRow, PeriodRow], places: RowPlaces): string {
  if (!places.isManySheets) return `rows ${one.rowNumber} and ${other.rowNumber}`
  return `${places.row(one.sheet, one.rowNumber)} and ${places.row(other.sheet, other.rowNumber)}`
}
