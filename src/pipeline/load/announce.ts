import type { Forgetting } from '../../ledger/port/forgetting.ts'
import type { PeriodFields } from '../../ledger/port/overlaps.ts'
import type { Ledger } from '../../ledger/port.ts'
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

const shownContested = 5

/** The order of such rows matters: they are sent one after the other. */
export async function announceContested(
  order: Ledger['order'],
  runId: number,
  field: string,
  addresses: RowAddresses,
  logger: Logger,
): Promise<void> {
  const { count, first } = await order.listContested(runId, shownContested)
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

const shownOverlaps = 20

export async function announceOverlaps(
  overlaps: Ledger['overlaps'],
  { runId, period }: { runId: number; period: PeriodFields },
  addresses: RowAddresses,
  logger: Logger,
): Promise<void> {
  const { count, first } = await overlaps.list(runId, period, shownOverlaps)
  for (const { subject, rows, from, to } of first) {
    const [one, other] = rows.map(({ sheet, rowNumber }) => addresses.row(sheet, rowNumber))
    const both = addresses.hasManySheets ? `${one} and ${other}` : `rows ${rows[0].rowNumber} and ${rows[1].rowNumber}`
    logger.warn(`${subject}: ${both} overlap (${from.slice(0, 10)} to ${to.slice(0, 10)})`)
  }
  if (count > first.length) {
    logger.warn(`${count - first.length} more rows overlap with another one of the same employee`)
  }
}
