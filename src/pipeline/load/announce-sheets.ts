import type { Logger } from '../../support/logger.ts'
import { quoteSheet } from '../tables/sheet-names.ts'
import type { ChosenSheets } from './choose-sheets.ts'

/** Says which sheets of a workbook are read, and which are not although they might have been meant. */
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
  for (const reason of nearMisses) logger.warn(`not read, though it has most of the columns: ${reason}`)
  const list = alsoFit.map(({ name, isVisible }) => `${quoteSheet(name)}${isVisible ? '' : ' (hidden)'}`).join(', ')
  if (list === '') return
  const how =
    wasAsked && alsoFit.every(({ isVisible }) => isVisible)
      ? '‹sheets› all reads all of them'
      : '‹sheets› <name> reads one'
  logger.warn(`not read, though their headings fit as well: ${list} (${how})`)
}
