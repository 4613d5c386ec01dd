export interface FormatToken {
  /**
   * `text` is shown as it is (quoted or escaped), `padding` leaves a character's width (`_x`), `fill` repeats one
   * (`*x`), `letters` are one part of a date or time (`yyyy`), `halfDay` is AM/PM.
   */
  kind: 'text' | 'padding' | 'fill' | 'bracket' | 'general' | 'exponent' | 'letters' | 'halfDay' | 'character'
  /** Without quotes, brackets or the escape character. */
  text: string
  /** False when the code ends before the closing quote or bracket: the token takes the rest. */
  isClosed: boolean
}

/** "General" also has East Asian names. */
const pieces =
  /"[^"]*"?|\\[\s\S]?|[_*][\s\S]?|\[[^\]]*\]?|general|g\/(?:通用格式|標準|标准|표준|一般)|am\/pm|a\/p|e[+-]|y+|m+|d+|h+|s+|[\s\S]/giu

/** Tokens of each section; semicolons separate sections. Linear in the length of the code. */
export function splitFormat(code: string): FormatToken[][] {
  const sections: FormatToken[][] = []
  let section: FormatToken[] = []
  for (const piece of code.match(pieces) ?? []) {
    if (piece !== ';') {
      section.push(readPiece(piece))
      continue
    }
    sections.push(section)
    section = []
  }
  sections.push(section)
  return sections
}

function readPiece(piece: string): FormatToken {
  const rest = piece.slice(1)
  switch (piece.charAt(0)) {
    case '"':
      return enclosed('text', rest, '"')
    case '[':
      return enclosed('bracket', rest, ']')
    case '\\':
      return { kind: 'text', text: rest, isClosed: rest !== '' }
    case '_':
      return { kind: 'padding', text: rest, isClosed: rest !== '' }
    case '*':
      return { kind: 'fill', text: rest, isClosed: rest !== '' }
    default:
      return { kind: kindOfWord(piece.toLowerCase()), text: piece, isClosed: true }
  }
}

function enclosed(kind: 'text' | 'bracket', rest: string, closing: string): FormatToken {
  const isClosed = rest.endsWith(closing)
  return { kind, text: isClosed ? rest.slice(0, -1) : rest, isClosed }
}

function kindOfWord(word: string): FormatToken['kind'] {
  if (word === 'general' || word.startsWith('g/')) return 'general'
  if (word === 'am/pm' || word === 'a/p') return 'halfDay'
  if (word === 'e+' || word === 'e-') return 'exponent'
  return /^[ymdhs]/.test(word) ? 'letters' : 'character'
}

/** Hours, minutes or seconds that do not wrap: `[h]`. */
export function isElapsed({ kind, text, isClosed }: FormatToken): boolean {
  return kind === 'bracket' && isClosed && /^(?:h+|m+|s+)$/i.test(text)
}
