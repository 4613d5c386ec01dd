import { find, logNote } from '../../messages/catalogue.ts'
import { BatchError } from '../../support/errors.ts'
import type { Logger } from '../../support/logger.ts'
import type { LoadOptions } from '../model/options.ts'
import type { CheckedSheet, LoadRequest } from './load-sheet.ts'

const shownOfSheet = 10

/**
 * A hidden decision or invitation may not be meant to be sent.
 * @throws BatchError `usage` when there are hidden rows and `hidden` is not given.
 */
export function requireAnswerForHidden(sheets: readonly CheckedSheet[], { operation, file, load }: LoadRequest): void {
  const count = countHidden(sheets)
  if (count === 0 || load.hidden !== undefined || operation.sheet.asksForHidden !== true) return
  const shown = list(sheets)
  throw new BatchError('usage', find('rows-hidden', { file, count, shown }), { remedy: { kind: 'hidden' } })
}

export function announceHidden(sheets: readonly CheckedSheet[], policy: LoadOptions['hidden'], logger: Logger): void {
  const count = countHidden(sheets)
  if (count === 0) return
  const where = sheets.length > 1 ? ` (${list(sheets)})` : ''
  logNote(logger, 'warn', find('rows-hidden-read', { count, isSkipped: policy === 'skip', where }))
}

function countHidden(sheets: readonly CheckedSheet[]): number {
  return sheets.reduce((sum, { hidden }) => sum + hidden.length, 0)
}

/** `5, 6`, or with several sheets `EMEA: 5, 6; AMER: 9`. */
function list(sheets: readonly CheckedSheet[]): string {
  return sheets
    .filter(({ hidden }) => hidden.length > 0)
    .map(({ name, hidden }) => {
      const rows = hidden.slice(0, shownOfSheet).join(', ') + (hidden.length > shownOfSheet ? ', …' : '')
      return sheets.length > 1 ? `${name}: ${rows}` : rows
    })
    .join('; ')
}
