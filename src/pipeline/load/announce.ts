import type { PeriodFields } from '../../ledger/port/ordered-rows.ts'
import type { Ledger } from '../../ledger/port.ts'
import { find, logNote } from '../../messages/catalogue.ts'
import { shorten } from '../../sheet/values/display.ts'
import type { Fix, FixList } from '../../sheet/values/value-list.ts'
import type { CodedText, Logger } from '../../support/logger.ts'
import { FirstFew } from '../rows/first-few.ts'
import type { FixUse, RowAddresses } from '../rows/loaded-input.ts'
import { quoteSheet } from '../tables/sheet-names.ts'
import type { ChosenSheets } from './choose-sheets.ts'

export function announceSheets(
  { chosen, alsoFit, leftOut, nearMisses }: ChosenSheets,
  wasAsked: boolean,
  logger: Logger,
): void {
  const [first] = chosen
  if (first === undefined || first.source.kind === 'csv') return
  const lost = first.source.sheets.filter(({ isVisible, isWithoutContent }) => isVisible && isWithoutContent)
  if (lost.length > 0) logNote(logger, 'warn', find('sheets-lost', { list: lost.map(({ name }) => quoteSheet(name)) }))
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
export async function announceForgotten(
  forgetting: Ledger['forgetting'],
  runId: number,
  logger: Logger,
): Promise<void> {
  const count = await forgetting.count(runId)
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

/** Limit of the log; the output lists every cell. */
const mostLogged = 40

/**
 * Logs each use once, and the unused entries; returns the uses. A default for empty cells is a warning where rows are
 * consequential. `counts`: the cells that each fix has corrected.
 */
export function announceFixUses(
  lists: ReadonlyMap<string, FixList>,
  counts: ReadonlyMap<Fix, number>,
  logger: Logger,
  isConsequential: boolean,
): FixUse[] {
  const all = [...lists].flatMap(([field, list]) =>
    [...list.values()].map((fix) => ({ field, ...fix, fix, count: counts.get(fix) ?? 0 })),
  )
  const used = all.filter(({ count }) => count > 0)
  const known = new Set(used.flatMap(({ fix }) => [fix, fix.of]))
  const uses = used.map(({ field, written, meant, count }) => ({ field, written, meant, count }))
  for (const { field, written, meant, count } of uses.slice(0, mostLogged)) {
    const use = `${field}: ${count.toLocaleString('en')} × ${show(written)} → ${show(meant)}`
    if (isConsequential && written === '') logger.warn(use)
    else logger.info(use)
  }
  const total = uses.reduce((sum, { count }) => sum + count, 0)
  if (uses.length > mostLogged) logger.info(`${total.toLocaleString('en')} cells are corrected in all`)
  const idle = all.filter(({ fix }) => fix.of === undefined && !known.has(fix))
  const entries = new FirstFew(mostLogged)
  for (const { field, written } of idle) entries.add(`${field} ${show(written)}`)
  if (idle.length > 0) logNote(logger, 'warn', find('fixes-idle', { entries: entries.list() }))
  return uses
}

function show(text: string): string {
  return text === '' ? '(empty)' : shorten(text)
}

/** Cells and numbers differ between sheets in otherwise equal messages; headings in quotation marks must be equal. */
const details = /“[^”]*”|\b(?:[A-Z]{1,3}\d+|\d[\d,]*)\b/g
const mostNamed = 12

interface CollectedMessage {
  level: keyof Logger
  text: string
  said: CodedText | undefined
  sheets: { name: string; details: string }[]
}

/** Equal messages about several sheets become one, with the sheets' names. */
export class SheetMessages {
  readonly #collected = new Map<string, CollectedMessage>()

  loggerFor(sheet: string): Logger {
    const collect = (level: keyof Logger) => (text: string, said?: CodedText) => this.#add(sheet, level, text, said)
    return { debug: collect('debug'), info: collect('info'), warn: collect('warn'), error: collect('error') }
  }

  #add(name: string, level: keyof Logger, text: string, said: CodedText | undefined): void {
    const found: string[] = []
    const pattern = text.replace(details, (part) => {
      if (part.startsWith('“')) return part
      found.push(part)
      return '#'
    })
    const key = `${level} ${pattern.replace(/#(?:, #)+(?:, …)?/g, '#')}`
    const collected = this.#collected.get(key) ?? { level, text, said, sheets: [] }
    collected.sheets.push({ name, details: found.join(', ') })
    this.#collected.set(key, collected)
  }

  flush(logger: Logger): void {
    for (const { level, text, said, sheets } of this.#collected.values()) {
      const [first] = sheets
      const same = sheets.filter((sheet) => sheet.details === first?.details)
      const others = sheets.filter((sheet) => !same.includes(sheet))
      const likewise = list(others, ({ name, details }) => `${name}: ${details}`, '; ')
      const rest = others.length === 0 ? '' : ` (likewise ${likewise})`
      const names = `${list(same, ({ name }) => name, ', ')}: `
      const { before = '', after = '' } = said ?? {}
      const around = said && { ...said, before: `${names}${before}`, after: `${after}${rest}` }
      logger[level](`${names}${text}${rest}`, around)
    }
    this.#collected.clear()
  }
}

function list<T>(items: readonly T[], show: (item: T) => string, comma: string): string {
  return items.slice(0, mostNamed).map(show).join(comma) + (items.length > mostNamed ? `${comma}…` : '')
}
