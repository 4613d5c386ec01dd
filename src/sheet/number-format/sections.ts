import { isValidFormat as isReadable, tokenize } from 'numfmt'

export type FormatToken = ReturnType<typeof tokenize>[number]

export interface FormatSection {
  tokens: readonly FormatToken[]
  isFor: (value: number) => boolean
}

/** Excel reports a workbook with a longer code as damaged; to read one takes the square of its length. */
export const longestFormat = 255

const generalInEastAsia = /g\/(?:通用格式|標準|标准|표준|一般)/giu
/** A quote or bracket that does not end, with all behind it. */
const unclosed = (token: FormatToken): boolean => token.type === 'error' && /^["[]$/.test(token.raw)

/** Tokens of each section; semicolons separate sections. */
export function splitFormat(code: string): FormatToken[][] {
  const read = tokenize(
    code
      .replace(generalInEastAsia, 'General')
      .replace(/a\/p/gi, 'A/P')
      .slice(0, longestFormat + 1),
  )
  const end = read.findIndex(unclosed)
  const tokens = end < 0 ? read : read.slice(0, end + 1)
  const sections: FormatToken[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'break') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections
}

/** Drops a last section for texts. */
export function numberSections(code: string): FormatSection[] {
  const numeric = splitFormat(code).filter(
    (tokens, index) => index === 0 || (index < 3 && !tokens.some(({ type }) => type === 'text')),
  )
  const own = numeric.map(ownCondition)
  return numeric.map((tokens, index) => ({
    tokens,
    isFor: own[index] ?? usualCondition(index, numeric.length, own[0] !== undefined),
  }))
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
}

function ownCondition(tokens: readonly FormatToken[]): ((value: number) => boolean) | undefined {
  const [operator = '', limit] = tokens.find(({ type }) => type === 'condition')?.value ?? []
  const compare = comparisons[operator]
  return compare && ((value) => compare(value, Number(limit)))
}

/** Positive, negative, zero; the last section takes the remaining numbers. */
function usualCondition(index: number, count: number, isFirstOwn: boolean): (value: number) => boolean {
  if (index === count - 1) return () => true
  if (index === 0) return count === 2 ? (value) => value >= 0 : (value) => value > 0
  return isFirstOwn ? () => true : (value) => value < 0
}

const fractionOfSecond = /(s|\[s+\])[.,]0{1,3}/gi
/** Shown unquoted, like all characters beyond ASCII. */
const literal = /^[!^&'~{}<>=:,$\u0080-\u{10ffff}]$/u

const contents: Readonly<Record<string, string>> = {
  ...{ zero: 'digits', hash: 'digits', qmark: 'digits', exp: 'digits' },
  ...{ datetime: 'date', duration: 'date', ampm: 'date', text: 'text', general: 'general' },
}

/** Excel reports a workbook with an invalid number format as damaged, and other programs write such formats. */
export function isValidFormat(format: string): boolean {
  if (format === '' || format.length > longestFormat || /[\x00-\x1f\x7f\p{Surrogate}\ufffe\uffff]/u.test(format))
    return false
  return (
    isReadable(format.replace(/a\/p/gi, 'A/P')) &&
    splitFormat(format.replace(fractionOfSecond, '$1')).every(isValidSection)
  )
}

/** A section shows only one of: digits, a date, text, or the value as it is. */
function isValidSection(tokens: readonly FormatToken[]): boolean {
  const shown = new Set(tokens.flatMap(({ type }) => contents[type] ?? []))
  return shown.size <= 1 && tokens.every(({ type, raw }) => type !== 'char' || literal.test(raw))
}
