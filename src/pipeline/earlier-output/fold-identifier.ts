import { trimText } from '../../sheet/fold-text.ts'

/** Every kind of output keeps this many; a cell is cut a little above it. */
const mostCharacters = 32_000

/**
 * Removes changes that a cell makes when an identifier is written and read back: a `'` in front against formulas, white
 * space and invisible characters, and the text beyond the length of a cell.
 */
export function foldIdentifier(identifier: string): string {
  const plain = identifier.slice(0, mostCharacters).replace(/[\s\p{Cc}\p{Cf}\p{Cs}\ufffd\ufffe\uffff]+/gu, ' ')
  return trimText(trimText(plain).replace(/^'/, ''))
}
