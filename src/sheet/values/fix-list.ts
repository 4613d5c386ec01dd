import { type Cell, isUncomputed } from '../cell.ts'
import { foldText } from '../fold-text.ts'
import { displayCell } from './display.ts'
import { plainText } from './text.ts'

/** An entry of a fix list; empty `written` is a blank cell. */
export interface Fix {
  written: string
  meant: string
}

/** Folded cell text → fix, prepared once for many cells; made by `createFixList`. */
export type FixList = ReadonlyMap<string, Fix>

/** Lists have no longer texts, and folding one is slow. */
const longestWritten = 1_000

/** The last of entries that differ only in case and accents wins. */
export function createFixList(entries: Readonly<Record<string, string>>): FixList {
  return new Map(Object.entries(entries).map(([written, meant]) => [foldText(written), { written, meant }]))
}

/**
 * Ignores white space at the ends, case and accents. Undefined when the fix changes nothing, and for date cells, errors
 * and formulas that were never calculated.
 */
export function findFix(list: FixList | undefined, cell: Cell): Fix | undefined {
  if (list === undefined || cell.t === 'd' || cell.t === 'e' || isUncomputed(cell)) return undefined
  if (cell.t === 's' && cell.v.length > longestWritten) return undefined
  const shown = cell.t === 's' ? plainText(cell.v) : displayCell(cell)
  const fix = list.get(foldText(shown))
  return fix?.meant === shown ? undefined : fix
}
