import { find, logNote } from '../../messages/catalogue.ts'
import { shorten } from '../../sheet/values/display.ts'
import type { Fix, FixList } from '../../sheet/values/value-list.ts'
import type { Logger } from '../../support/logger.ts'
import type { FixUse } from '../rows/loaded-input.ts'

/** Limit of the log; the output lists every cell. */
const mostLogged = 40

export class FixUses {
  readonly #lists: ReadonlyMap<string, FixList>
  readonly #counts = new Map<Fix, number>()

  constructor(lists: ReadonlyMap<string, FixList>) {
    this.#lists = lists
  }

  add(fix: Fix): void {
    this.#counts.set(fix, (this.#counts.get(fix) ?? 0) + 1)
  }

  list(): FixUse[] {
    return this.#list((fix) => this.#counts.has(fix)).map(({ field, fix }) => ({
      field,
      ...fix,
      count: this.#counts.get(fix) ?? 0,
    }))
  }

  /**
   * Logs each use once, and the unused entries. A default for empty cells is a warning where rows are consequential.
   */
  announce(logger: Logger, isConsequential: boolean): void {
    const uses = this.list()
    for (const { field, written, meant, count } of uses.slice(0, mostLogged)) {
      const use = `${field}: ${count.toLocaleString('en')} × ${show(written)} → ${show(meant)}`
      if (isConsequential && written === '') logger.warn(use)
      else logger.info(use)
    }
    const total = uses.reduce((sum, { count }) => sum + count, 0)
    if (uses.length > mostLogged) logger.info(`${total.toLocaleString('en')} cells are corrected in all`)
    const idle = this.#list((fix) => !this.#counts.has(fix))
    if (idle.length === 0) return
    const entries = idle.slice(0, mostLogged).map(({ field, fix }) => ({ field, written: show(fix.written) }))
    logNote(logger, 'warn', find('fixes-idle', { entries, hasMore: idle.length > mostLogged }))
  }

  #list(isMeant: (fix: Fix) => boolean): { field: string; fix: Fix }[] {
    return [...this.#lists].flatMap(([field, list]) =>
      [...list.values()].filter(isMeant).map((fix) => ({ field, fix })),
    )
  }
}

function show(text: string): string {
  return text === '' ? '(empty)' : shorten(text)
}
