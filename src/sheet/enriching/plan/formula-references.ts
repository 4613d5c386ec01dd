import { limits } from '../../limits.ts'
import { type CellRange, columnOfLetters, quoteSheetName } from '../../package/cell-range.ts'

/** Rightmost column of a range of whole rows, such as `3:7`. */
export const lastColumnIndex = limits.columns - 1

/** Alternatives: a string literal; an optional sheet name with a range of cells, columns or rows. */
const pattern =
  /"(?:[^"]|"")*"|((?:'(?:[^']|'')+'|[^\s'!"()+\-*/^&=<>,;:{}[\]]+)!)?(?:\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?|\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})|\$?(\d{1,7}):\$?(\d{1,7}))(?![\w.(!])/g

export interface FormulaReference {
  range: CellRange
  /** In the formula's own sheet. */
  isOwn: boolean
  /** Its rows stay the same wherever the formula is copied. */
  isFixed: boolean
  /** One cell, by `$` in front of its column and row: the same for all rows. */
  isConstant: boolean
}

/** Defined names and structured references are not resolved. */
export function* formulaReferences(formula: string, sheet: string): Generator<FormulaReference> {
  for (const match of formula.matchAll(pattern)) {
    const [text, owner = ''] = match
    const before = formula.charAt(match.index - 1)
    const range = /[\w.]/.test(before) ? undefined : rangeOf(match)
    if (range === undefined) continue
    const written = text.slice(owner.length)
    yield {
      range,
      isOwn: owner === '' || (before !== ']' && isOf(owner, sheet)),
      isFixed: !/(?:^|[A-Za-z:])\d/.test(written),
      isConstant: /^\$[A-Za-z]+\$\d+$/.test(written),
    }
  }
}

function rangeOf(match: RegExpExecArray): CellRange | undefined {
  const [, , firstLetters, firstRow, lastLetters, lastRow, fromLetters, toLetters, fromRow, toRow] = match
  if (firstLetters !== undefined) {
    const [left, right] = order(columnOfLetters(firstLetters), columnOfLetters(lastLetters ?? firstLetters))
    const [top, bottom] = order(Number(firstRow), Number(lastRow ?? firstRow))
    return { top, left, bottom, right }
  }
  if (fromLetters !== undefined && toLetters !== undefined) {
    const [left, right] = order(columnOfLetters(fromLetters), columnOfLetters(toLetters))
    return { top: 1, left, bottom: limits.rows, right }
  }
  if (fromRow === undefined) return undefined
  const [top, bottom] = order(Number(fromRow), Number(toRow))
  return { top, left: 0, bottom, right: lastColumnIndex }
}

function isOf(owner: string, sheet: string): boolean {
  const name = owner.slice(0, -1).toLowerCase()
  return name === sheet.toLowerCase() || name === quoteSheetName(sheet).toLowerCase()
}

function order(one: number, other: number): [number, number] {
  return one <= other ? [one, other] : [other, one]
}
