import { ascii } from './bytes.ts'

const { capitalA, capitalZ, dollar, zero } = ascii
export interface CellReference {
  /** 1-based. */
  row: number
  /** 0-based. */
  column: number
}

/** `B7`, `b7` or `$B$7`; undefined for anything else. */
export function parseReference(text: string): CellReference | undefined {
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
