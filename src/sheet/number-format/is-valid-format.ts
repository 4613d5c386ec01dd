import { isCondition } from './sections.ts'
import { type FormatToken, isElapsed, splitFormat } from './tokens.ts'

/** Excel reports a workbook with a longer code as damaged. */
const maxLength = 255
const maxSections = 4

const fractionOfSecond = /(s|\[s+\])[.,]0{1,3}/gi
const knownBracket = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2}|dbnum[1-4]|\$.*)$/iu
/** Shown unquoted, like all characters beyond ASCII. */
const literal = /^[\d $+\-/():!^&'~{}<>=.,%\u0080-\u{10ffff}]$/u

type SectionContent = 'digits' | 'date' | 'text' | 'general'

/** Excel reports a workbook with an invalid number format as damaged, and other programs write such formats. */
export function isValidFormat(format: string): boolean {
  if (format === '' || format.length > maxLength || /[\x00-\x1f\x7f\p{Surrogate}\ufffe\uffff]/u.test(format))
    return false
  const sections = splitFormat(format.replace(fractionOfSecond, '$1'))
  return sections.length <= maxSections && sections.every(isValidSection)
}

/** A section shows only one of: digits, a date, text, or the value as it is. */
function isValidSection(tokens: readonly FormatToken[]): boolean {
  const shown = new Set<SectionContent>()
  for (const token of tokens) {
    const found = shownBy(token)
    if (found !== undefined) shown.add(found)
    else if (!isFixed(token)) return false
  }
  return shown.size <= 1
}

function shownBy(token: FormatToken): SectionContent | undefined {
  switch (token.kind) {
    case 'general':
      return 'general'
    case 'letters':
    case 'halfDay':
      return 'date'
    case 'exponent':
      return 'digits'
    case 'bracket':
      return isElapsed(token) ? 'date' : undefined
    case 'character':
      if (token.text === '@') return 'text'
      if (/^[0#?]$/.test(token.text)) return 'digits'
      return /^[abegr]$/i.test(token.text) ? 'date' : undefined
    default:
      return undefined
  }
}

function isFixed(token: FormatToken): boolean {
  if (!token.isClosed) return false
  if (token.kind === 'bracket') return knownBracket.test(token.text) || isCondition(token)
  return token.kind !== 'character' || literal.test(token.text)
}
