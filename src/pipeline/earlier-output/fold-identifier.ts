import { trimText } from '../../sheet/fold-text.ts'

/** What every kind of output keeps; a cell is cut a little above it. */
const mostCharacters = 32_000

/**
 * An identifier without what a cell may change of it when it is written and read back: a `'` in front that keeps it from
 * being a formula, white space and characters that show nothing, and what is beyond the length of a cell.
 */
export function foldIdentifier(identifier: string): string {
  const plain = identifier.slice(0, mostCharacters).replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffd\ufffe\uffff]+/gu, ' ')
  return trimText(trimText(plain).replace(/^'/, ''))
}
