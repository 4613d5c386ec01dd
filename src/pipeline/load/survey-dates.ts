import { cellAddress } from '../../sheet/cell.ts'
import type { HeadingColumn } from '../../sheet/headings/heading-names.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { DateOrderChecker } from '../../sheet/values/date-order.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import { findFix } from '../../sheet/values/value-list.ts'
import type { Logger } from '../../support/logger.ts'
import type { Field } from '../model/operation.ts'
import type { LoadOptions } from '../model/options.ts'

export type DateOrders = ReadonlyMap<string, DateOrderChecker>

/**
 * Reads the date columns once before any row is checked: one date in another order makes all others of its column
 * doubtful, above it as well as below.
 */
export async function surveyDates(
  source: SheetSource,
  { rowNumber, columns }: { rowNumber: number; columns: readonly HeadingColumn[] },
  fields: readonly Field[],
  { datePattern: pattern, values }: Pick<LoadOptions, 'datePattern' | 'values'>,
): Promise<DateOrders> {
  const orders = new Map<string, DateOrderChecker>()
  if (pattern === undefined) return orders
  const dateFields = new Set(fields.filter(({ about }) => about.kind === 'date').map(({ name }) => name))
  const watched = columns.flatMap(({ field, index }) => {
    if (field === undefined || !dateFields.has(field)) return []
    const order = new DateOrderChecker(pattern)
    orders.set(field, order)
    return [{ index, order, fixes: values.get(field) }]
  })
  for await (const row of source.rows()) {
    if (row.number <= rowNumber) continue
    for (const { index, order, fixes } of watched) {
      const cell = row.cells[index]
      // A cell that a fix list corrects is not read as a date.
      if (cell?.t === 's' && findFix(fixes, cell) === undefined) order.observe(cell.v, cellAddress(row.number, index))
    }
  }
  return orders
}

export function announceDateOrders(
  orders: DateOrders,
  columns: readonly HeadingColumn[],
  pattern: DatePattern | undefined,
  logger: Logger,
): void {
  for (const [field, { open, decidedBy, contradiction }] of orders) {
    const heading = columns.find((column) => column.field === field)?.heading ?? field
    const dates = open === 1 ? 'one date' : `${open} dates`
    if (open === 0 || pattern === undefined) continue
    if (contradiction !== undefined) {
      logger.warn(
        `the column “${heading}”: ${contradiction.cell} can only be read as ${contradiction.pattern}, not as ${pattern.text}; ` +
          `${dates} that could be either ${open === 1 ? 'is' : 'are'} refused`,
      )
    } else if (decidedBy === undefined) {
      logger.warn(
        `the column “${heading}”: no cell proves that its dates are written as ${pattern.text}; ${dates} could be read otherwise`,
      )
    } else {
      logger.info(`the column “${heading}”: ${decidedBy} proves that its dates are written as ${pattern.text}`)
    }
  }
}
