import { isValidFormat as isReadable } from 'numfmt'
import { type FormatToken, longestFormat, splitFormat } from './sections.ts'

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
