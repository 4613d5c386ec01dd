import { causeOf, type Finding, find } from '../../messages/catalogue.ts'
import { type Cell, cellAddress, emptyCell, isUncomputed, type SheetRow } from '../../sheet/cell.ts'
import { foldText } from '../../sheet/fold-text.ts'
import { gather, type HeadingColumn } from '../../sheet/headings/heading-names.ts'
import { editDistance } from '../../sheet/nearest-match.ts'
import type { SheetSource } from '../../sheet/source.ts'
import { DateOrderChecker, DaySwapDetector, TextDateDetector } from '../../sheet/values/date-order.ts'
import type { DatePattern } from '../../sheet/values/date-pattern.ts'
import { isIsoDay, readDateTime } from '../../sheet/values/date-time.ts'
import { displayCell, shorten } from '../../sheet/values/display.ts'
import { readId } from '../../sheet/values/id.ts'
import { LostZerosDetector } from '../../sheet/values/lost-zeros-detector.ts'
import { maxTextLength, readEmail } from '../../sheet/values/text.ts'
import { type FixList, findFix } from '../../sheet/values/value-list.ts'
import type { Logger } from '../../support/logger.ts'
import type { Field, FieldKind } from '../model/operation.ts'
import type { LoadOptions } from '../model/options.ts'
import { FirstFew } from '../rows/first-few.ts'
import type { ReadColumn } from '../rows/loaded-input.ts'

/** Looks at each row, and tells at the end what shows only over all of them. */
export interface RowWatch {
  observe(row: SheetRow): void
  notes(): readonly (string | Finding)[]
}

/** A formula without a calculated value looks like an empty cell in the output. */
export function watchUncomputed(): RowWatch {
  const found = new FirstFew(1)
  return {
    observe({ number, cells }) {
      for (let index = 0; index < cells.length; index += 1) {
        if (isUncomputed(cells[index])) found.add(() => cellAddress(number, index))
      }
    },
    notes() {
      if (found.count === 0) return []
      const [first] = found.first
      const cells = found.count === 1 ? `the cell ${first}` : `${found.count} cells (the first is ${first})`
      return [
        `The value of a formula is unknown, since it was never calculated: ${cells}; open the file in a spreadsheet program and save it.`,
      ]
    },
  }
}

const shownRemarks = 5
const shownLength = 40

/** The first remark beside a trip that it does not take place. `refilled`: columns of ours in an earlier output. */
export function createRemarkSearch(words: RegExp, columns: readonly ReadColumn[], refilled: Iterable<number>) {
  const ours = new Set(refilled)
  const own = columns.flatMap(({ field, index }) => (field === undefined && !ours.has(index) ? index : []))
  return (cells: readonly Cell[]): number | undefined =>
    own.find((index) => {
      const cell = cells[index]
      return cell?.t === 's' && cell.v.length <= maxTextLength && words.test(foldText(cell.v))
    })
}

/** A row with such a remark would be sent all the same. */
export function watchRemarks(...about: Parameters<typeof createRemarkSearch>): RowWatch {
  const findRemark = createRemarkSearch(...about)
  const found = new FirstFew(shownRemarks)
  return {
    observe({ number, cells }) {
      const index = findRemark(cells)
      if (index === undefined) return
      found.add(() => `${cellAddress(number, index)} “${shorten(displayCell(cells[index] ?? emptyCell), shownLength)}”`)
    },
    notes: () => (found.count === 0 ? [] : [find('rows-cancelled', { count: found.count, shown: found.list() })]),
  }
}

interface WatchedColumn {
  index: number
  observe(cell: Cell, address: string): void
  warning?(): string | undefined
}

/**
 * Damage to ids and dates of a whole column. Cells are named by address, never quoted: they hold personal data. With a
 * date pattern, each text date is read or refused by itself, so they are not observed.
 */
export function watchColumns(
  fields: readonly Field[],
  columns: readonly HeadingColumn[],
  { datePattern, values }: Pick<LoadOptions, 'datePattern' | 'values'>,
): RowWatch {
  const texts = new TextDateDetector()
  const kinds = new Map<string | undefined, FieldKind>(fields.map(({ name, about }) => [name, about.kind]))
  const watched = columns.flatMap(({ field = '', index, heading }): (WatchedColumn & { fixes?: FixList })[] => {
    const kind = kinds.get(field)
    const fixes = values.get(field)
    const own = [
      ...(kind === 'id' ? [watchIds(index, heading)] : []),
      ...(kind === 'email' ? [watchAddresses(index, heading)] : []),
      ...(kind === 'date' ? [watchDates(index, heading)] : []),
      ...(kind === 'date' && datePattern === undefined ? [watchTexts(index, field, texts)] : []),
    ]
    return own.map((each) => ({ ...each, ...(fixes && { fixes }) }))
  })
  return {
    observe({ number, cells }) {
      for (const { index, fixes, observe } of watched) {
        const cell = cells[index]
        // A cell that a fix list corrects is not observed: its text is not read.
        if (cell === undefined || cell.t === 'z' || findFix(fixes, cell) !== undefined) continue
        observe(cell, cellAddress(number, index))
      }
    },
    notes() {
      const found = texts.explain()
      const ofTexts = found === undefined ? [] : [find('text-dates-note', found)]
      return [...watched.flatMap(({ warning }) => warning?.() ?? []), ...ofTexts]
    },
  }
}

function watchIds(index: number, heading: string): WatchedColumn {
  const zeros = new LostZerosDetector()
  return {
    index,
    observe(cell, address) {
      // Only ids of digits lose zeros. To read the others a second time takes 2 µs a row.
      if (cell.t === 's' && /[A-Za-z]/.test(cell.v)) return
      const reading = readId(cell)
      if (reading.ok) zeros.observe(reading.value, address)
    },
    warning() {
      const found = zeros.find()
      if (found === undefined) return undefined
      const { count, cells, usualLength } = found
      const shown = cells.join(', ') + (count > cells.length ? ', …' : '')
      const ids = count === 1 ? 'one id is' : `${count} ids are`
      return `the column “${heading}”: ${ids} shorter than the usual ${usualLength} digits (${shown}); zeros in front may have been lost`
    },
  }
}

/** `exmaple.com` where the others have `example.com`: an invitation would go to strangers. */
function watchAddresses(index: number, heading: string): WatchedColumn {
  const domains = new Map<string, string[]>()
  return {
    index,
    observe(cell, address) {
      const reading = readEmail(cell)
      if (reading.ok) gather(domains, reading.value.toLowerCase().replace(/^.*@/, ''), address)
    },
    warning() {
      const [[own, { length }] = ['', []], ...others] = [...domains].toSorted(
        ([, one], [, other]) => other.length - one.length,
      )
      const near = others.filter(
        ([domain, cells]) => cells.length < length && editDistance(domain, own, 1) !== undefined,
      )
      const cells = near.flatMap(([, found]) => found)
      if (cells.length === 0) return undefined
      const shown = cells.slice(0, shownRemarks).join(', ') + (cells.length > shownRemarks ? ', …' : '')
      return `the column “${heading}”: ${shown} ${cells.length === 1 ? 'is' : 'are'} one letter from ${own}, which ${length} ${length === 1 ? 'address has' : 'addresses have'}: mistyped?`
    },
  }
}

function watchDates(index: number, heading: string): WatchedColumn {
  const days = new DaySwapDetector()
  return {
    index,
    observe: (cell, address) => days.observe(cell, address),
    warning() {
      const found = days.find()
      if (found === undefined) return undefined
      const { count, textCell } = found
      return `the column “${heading}”: a program could not read ${textCell} as a date, and none of its ${count} other dates lies after the 12th of a month; it has most likely taken days for months in them: check them against their source`
    },
  }
}

function watchTexts(index: number, field: string, texts: TextDateDetector): WatchedColumn {
  return {
    index,
    observe(cell, address) {
      if (cell.t !== 's' || isIsoDay(cell.v)) return
      const reading = readDateTime(cell)
      if (!reading.ok && causeOf(reading) === 'text-date') texts.observe(field, cell.v, address)
    },
  }
}

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
