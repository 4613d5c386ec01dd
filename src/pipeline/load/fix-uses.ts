import { find, logNote } from '../../messages/catalogue.ts'
import { shorten } from '../../sheet/values/display.ts'
import type { Fix, FixList } from '../../sheet/values/value-list.ts'
import type { Logger } from '../../support/logger.ts'
import type { FixUse } from '../rows/loaded-input.ts'

/** Limit of the log; the output lists every cell. */
const mostLogged = 40

type FixLists = ReadonlyMap<string, FixList>

/** The cells that each fix has corrected. */
export type FixCounts = ReadonlyMap<Fix, number>

/** With those that corrected none. */
function listAll(lists: FixLists, counts: FixCounts): FixUse[] {
  return [...lists].flatMap(([field, list]) =>
    [...list.values()].map((fix) => ({ field, ...fix, count: counts.get(fix) ?? 0 })),
  )
}

export function listFixUses(lists: FixLists, counts: FixCounts): FixUse[] {
  return listAll(lists, counts).filter(({ count }) => count > 0)
}

/** Logs each use once, and the unused entries. A default for empty cells is a warning where rows are consequential. */
export function announceFixUses(lists: FixLists, counts: FixCounts, logger: Logger, isConsequential: boolean): void {
  const uses = listFixUses(lists, counts)
  for (const { field, written, meant, count } of uses.slice(0, mostLogged)) {
    const use = `${field}: ${count.toLocaleString('en')} × ${show(written)} → ${show(meant)}`
    if (isConsequential && written === '') logger.warn(use)
    else logger.info(use)
  }
  const total = uses.reduce((sum, { count }) => sum + count, 0)
  if (uses.length > mostLogged) logger.info(`${total.toLocaleString('en')} cells are corrected in all`)
  const idle = listAll(lists, counts).filter(({ count }) => count === 0)
  if (idle.length === 0) return
  const entries = idle.slice(0, mostLogged).map(({ field, written }) => ({ field, written: show(written) }))
  logNote(logger, 'warn', find('fixes-idle', { entries, hasMore: idle.length > mostLogged }))
}

function show(text: string): string {
  return text === '' ? '(empty)' : shorten(text)
}
