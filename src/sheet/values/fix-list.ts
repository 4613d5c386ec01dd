import { type Cell, isUncomputed } from '../cell.ts'
import { foldText } from '../fold-text.ts'
import { displayCell } from './display.ts'
import { plainText } from './text.ts'

/** One entry of a fix list: what people write, empty for a cell left empty, and what is taken for it. */
export interface Fix {
  written: string
  meant: string
}

/** What people write in the cells of a field → what they mean by it, prepared once for many cells; made by `createFixList`. */
export type FixList = ReadonlyMap<string, Fix>

/** Nobody lists longer texts, and folding them costs. */
const longestWritten = 1_000

/** Of texts that differ in case and accents only, the last counts. */
export function createFixList(entries: Readonly<Record<string, string>>): FixList {
  return new Map(Object.entries(entries).map(([written, meant]) => [foldText(written), { written, meant }]))
}

/**
 * The entry for what a cell shows, without regard to white space at its ends, case and accents; undefined where it means
 * the same. Date cells, errors and formulas that were never calculated are not what people write.
 */
export function findFix(list: FixList | undefined, cell: Cell): Fix | undefined {
  if (list === undefined || cell.t === 'd' || cell.t === 'e' || isUncomputed(cell)) return undefined
  if (cell.t === 's' && cell.v.length > longestWritten) return undefined
  const shown = cell.t === 's' ? plainText(cell.v) : displayCell(cell)
  const fix = list.get(foldText(shown))
  return fix?.meant === shown ? undefined : fix
}
