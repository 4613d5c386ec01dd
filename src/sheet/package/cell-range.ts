import { cellAddress } from '../cell.ts'
import { ascii } from './bytes.ts'

/** 1-based rows, 0-based columns, ends included. */
export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

/** `B3:D9` or `B3`; undefined for anything else. */
export function parseRange(text: string | undefined): CellRange | undefined {
  const [first = '', second = first, third] = (text ?? '').split(':')
  const start = parseReference(first)
  const end = parseReference(second)
  if (start === undefined || end === undefined || third !== undefined) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  }
}

export function formatRange({ top, left, bottom, right }: CellRange): string {
  return `${cellAddress(top, left)}:${cellAddress(bottom, right)}`
}

export function overlapsRows(range: CellRange, top: number, bottom: number): boolean {
  return range.bottom >= top && range.top <= bottom
}

export function quoteSheetName(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

/** `'Q2 2026'!A5` */
export function cellReference(sheet: string, cell: string): string {
  return `${quoteSheetName(sheet)}!${cell}`
}

/** `$A$2:$A$9`, `$1:$1` */
export function toAbsoluteRange(range: string): string {
  return range.replace(/[A-Z]+|\d+/g, '$$$&')
}

const { capitalA, capitalZ, dollar, zero } = ascii

/**
 * `B7`, `b7` or `$B$7`: the 1-based row and the 0-based column; undefined for anything else. A loop, since each cell
 * with a formula is read by it: an expression makes such a sheet a quarter slower.
 */
export function parseReference(text: string): { row: number; column: number } | undefined {
  let column = 0
  let row = 0
  let at = text.charCodeAt(0) === dollar ? 1 : 0
  const lettersFrom = at
  for (; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) & ~32
    if (letter < capitalA || letter > capitalZ) break
    column = column * 26 + letter - capitalA + 1
  }
  if (at === lettersFrom || at - lettersFrom > 6) return undefined
  if (text.charCodeAt(at) === dollar) at += 1
  const digitsFrom = at
  for (; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - zero
    if (digit < 0 || digit > 9) return undefined
    row = row * 10 + digit
  }
  return at === digitsFrom || row < 1 ? undefined : { row, column: column - 1 }
}

/** 0-based; `letters` come without a row: `AB`. */
export function columnOfLetters(letters: string): number {
  return parseReference(`${letters}1`)?.column ?? 0
}
