import { cellAddress } from '../cell.ts'

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

const reference = /^\$?([A-Z]{1,6})\$?(\d+)$/i

/** `B7`, `b7` or `$B$7`: the 1-based row and the 0-based column; undefined for anything else. */
export function parseReference(text: string): { row: number; column: number } | undefined {
  const [, letters = '', digits = ''] = reference.exec(text) ?? []
  const row = Number(digits)
  return row < 1 ? undefined : { row, column: columnOfLetters(letters) }
}

/** 0-based; `letters` come without a row: `AB`, `ab`. */
export function columnOfLetters(letters: string): number {
  let column = 0
  // The last five bits of a letter are its place in the alphabet.
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + (letters.charCodeAt(at) & 31)
  return column - 1
}
