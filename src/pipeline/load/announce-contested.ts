import type { Contested } from '../../ledger/port/ordered-rows.ts'
import type { Logger } from '../../support/logger.ts'
import type { RowPlaces } from '../rows/row-places.ts'

/** How many of them are named. */
export const shownContested = 5

/** Warns of things that a sheet decides on more than once, and not alike. */
export function announceContested(
  { count, first }: { count: number; first: readonly Contested[] },
  field: string,
  places: RowPlaces,
  logger: Logger,
): void {
  if (count === 0) return
  const named = first.map(({ orderKey, rows }) => {
    const where = rows.map(({ sheet, rowNumber }) => places.row(sheet, rowNumber)).join(', ')
    return `${orderKey} (${where})`
  })
  const more = count > first.length ? ', …' : ''
  logger.warn(
    `rows with the same ${field} that do not say the same: ${named.join('; ')}${more}; they are sent in this order, and the last one counts`,
  )
}
