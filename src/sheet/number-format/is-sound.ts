/** Excel calls a workbook with a longer one damaged. */
const maxLength = 255
const maxSections = 4

/** Quoted text, an escape, padding, a bracket, a word, an exponent, or one character. */
const tokens = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|general|am\/pm|a\/p|e[+-]|./giu
const bracket =
  /^\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2}|h+|m+|s+|dbnum[1-4]|[<>=]{1,2} ?-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\$.*)\]$/iu
const elapsed = /^\[[hms]+\]$/i
/** Shown as they are, as is all beyond ASCII. */
const literal = /^[\d $+\-/():!^&'~{}<>=.,%\u0080-\u{10ffff}]$/u
const datePart = /^(?:[abdeghmrsy]|am\/pm|a\/p)$/i
const digit = /^(?:[0#?]|e[+-])$/i
const fractionOfSecond = /(s|\[s+\])[.,]0{1,3}/gi

type Kind = 'digits' | 'date' | 'text' | 'general'

/**
 * Whether Excel takes this number format. It calls a workbook with one that it cannot read damaged, and other programs
 * write such formats.
 */
export function isSoundFormat(format: string): boolean {
  if (format === '' || format.length > maxLength || /[\x00-\x1f\x7f\p{Surrogate}\ufffe\uffff]/u.test(format))
    return false
  const sections: string[][] = [[]]
  for (const token of format.replace(fractionOfSecond, '$1').match(tokens) ?? []) {
    if (token === ';') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections.length <= maxSections && sections.every(isSoundSection)
}

/** What a section shows is one of digits, a date, text, or the value as it is. */
function isSoundSection(section: readonly string[]): boolean {
  const kinds = new Set<Kind>()
  for (const token of section) {
    const kind = kindOf(token)
    if (kind !== undefined) kinds.add(kind)
    else if (!isFixed(token)) return false
  }
  return kinds.size <= 1
}

function kindOf(token: string): Kind | undefined {
  if (token === '@') return 'text'
  if (token.toLowerCase() === 'general') return 'general'
  if (digit.test(token)) return 'digits'
  return datePart.test(token) || elapsed.test(token) ? 'date' : undefined
}

function isFixed(token: string): boolean {
  if (token.startsWith('[')) return bracket.test(token)
  return /^(?:"[^"]*"|[\\_*].)$/u.test(token) || literal.test(token)
}
