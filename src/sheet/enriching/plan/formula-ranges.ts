import { limits } from '../../limits.ts'
import type { CellRange } from '../../package/cell-range.ts'
import { quoteSheetName } from '../../package/cell-range.ts'
import { columnOfLetters } from '../../package/reference.ts'

/** Rightmost column of a range of whole rows, such as `3:7`. */
export const lastColumnIndex = limits.columns - 1

/** Alternatives: a string literal; an optional sheet name with a range of cells, columns or rows. */
const pattern =
  /"(?:[^"]|"")*"|((?:'(?:[^']|'')+'|[^\s'!"()+\-*/^&=<>,;:{}[\]]+)!)?(?:\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?|\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})|\$?(\d{1,7}):\$?(\d{1,7}))(?![\w.(!])/g

/** Ranges in the formula's own sheet. Defined names and structured references are not resolved. */
export function* formulaRanges(formula: string, sheet: string): Generator<CellRange> {
  for (const match of formula.matchAll(pattern)) {
    const [, owner, firstLetters, firstRow, lastLetters, lastRow, fromLetters, toLetters, fromRow, toRow] = match
    if (/[\w.]/.test(formula.charAt(match.index - 1))) continue
    if (owner !== undefined && !isOf(owner, sheet)) continue
    if (firstLetters !== undefined) {
      const [left, right] = order(columnOfLetters(firstLetters), columnOfLetters(lastLetters ?? firstLetters))
      const [top, bottom] = order(Number(firstRow), Number(lastRow ?? firstRow))
      yield { top, left, bottom, right }
    } else if (fromLetters !== undefined && toLetters !== undefined) {
      const [left, right] = order(columnOfLetters(fromLetters), columnOfLetters(toLetters))
      yield { top: 1, left, bottom: limits.rows, right }
    } else if (fromRow !== undefined) {
      const [top, bottom] = order(Number(fromRow), Number(toRow))
      yield { top, left: 0, bottom, right: lastColumnIndex }
    }
  }
}

function isOf(owner: string, sheet: string): boolean {
  const name = owner.slice(0, -1).toLowerCase()
  return name === sheet.toLowerCase() || name === quoteSheetName(sheet).toLowerCase()
}

function order(one: number, other: number): [number, number] {
  return one <= other ? [one, other] : [other, one]
}
