import type { Forgetting } from '../../ledger/port/forgetting.ts'
import type { Contested } from '../../ledger/port/ordered-rows.ts'
import type { Overlap, PeriodRow } from '../../ledger/port/overlaps.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import type { Logger } from '../../support/logger.ts'
import type { RowAddresses } from '../rows/row-addresses.ts'
import { quoteSheet } from '../tables/sheet-names.ts'
import type { ChosenSheets } from './choose-sheets.ts'

export function announceSheets(
  { chosen, alsoFit, leftOut, nearMisses }: ChosenSheets,
  wasAsked: boolean,
  logger: Logger,
): void {
  const [first] = chosen
  if (first === undefined || first.source.kind === 'csv') return
  const names = chosen.map(({ source }) => quoteSheet(source.sheet))
  if (names.length > 1) logger.info(`reads ${names.length} sheets as one run: ${names.join(', ')}`)
  else if (first.source.sheets.length > 1) logger.info(`reads the sheet ${names[0]}`)
  if (leftOut.length > 0) logger.info(`left out, as their headings do not fit: ${leftOut.map(quoteSheet).join(', ')}`)
  for (const reason of nearMisses) logNote(logger, 'warn', reason, 'not read, though it has most of the columns: ')
  const list = alsoFit.map(({ name, isVisible }) => `${quoteSheet(name)}${isVisible ? '' : ' (hidden)'}`).join(', ')
  if (list === '') return
  const isAll = wasAsked && alsoFit.every(({ isVisible }) => isVisible)
  logNote(logger, 'warn', find('sheets-unread', { list, isAll }))
}

/** An edited version of a forgotten trip cannot be recognised. */
export async function announceForgotten(forgetting: Forgetting, runId: number, logger: Logger): Promise<void> {
  const count = await forgetting.count()
  if (count === 0) return
  logNote(logger, 'warn', find('forgotten-edited', { count }))
  const rows = await forgetting.countRows(runId)
  if (rows > 0) logNote(logger, 'info', find('forgotten-rows', { rows }))
}

export const shownContested = 5

/** The order of such rows matters: they are sent one after the other. */
export function announceContested(
  { count, first }: { count: number; first: readonly Contested[] },
  field: string,
  addresses: RowAddresses,
  logger: Logger,
): void {
  if (count === 0) return
  const named = first.map(({ orderKey, rows }) => {
    const where = rows.map(({ sheet, rowNumber }) => addresses.row(sheet, rowNumber)).join(', ')
    return `${orderKey} (${where})`
  })
  const more = count > first.length ? ', …' : ''
  logger.warn(
    `rows with the same ${field} that do not say the same: ${named.join('; ')}${more}; they are sent in this order, and the last one counts`,
  )
}

export const shownOverlaps = 20

export function announceOverlaps(
  { count, first }: { count: number; first: readonly Overlap[] },
  addresses: RowAddresses,
  logger: Logger,
): void {
  for (const { subject, rows, from, to } of first) {
    logger.warn(`${subject}: ${nameBoth(rows, addresses)} overlap (${from.slice(0, 10)} to ${to.slice(0, 10)})`)
  }
  if (count > first.length) {
    logger.warn(`${count - first.length} more rows overlap with another one of the same employee`)
  }
}

function nameBoth([one, other]: readonly [PeriodRow, PeriodRow], addresses: RowAddresses): string {
  if (!addresses.hasManySheets) return `rows ${one.rowNumber} and ${other.rowNumber}`
  return `${addresses.row(one.sheet, one.rowNumber)} and ${addresses.row(other.sheet, other.rowNumber)}`
}
