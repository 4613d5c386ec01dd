import { isValidFormat as isReadable, tokenize } from 'numfmt'
import builtinCodes from './builtin-codes.json' with { type: 'json' }

/** `duration` may pass 24 hours; `date` is with or without a time of day. */
type FormatKind = 'number' | 'date' | 'time' | 'duration'

export interface NumberFormat {
  /** Undefined for "General". */
  code: string | undefined
  kind: FormatKind
  hasFraction: boolean
  /** Set when the sections have different kinds; `kind` is that of the first. */
  sections?: readonly { format: NumberFormat; isFor: (value: number) => boolean }[] | undefined
}

export const generalFormat: NumberFormat = { code: undefined, kind: 'number', hasFraction: false }

/** Codes that the file format omits. 27 to 36 and 50 to 58 are dates in East Asian files, shown as ISO here. */
const builtin: ReadonlyMap<number, string> = new Map(
  Object.entries(builtinCodes).map(([id, code]) => [Number(id), code]),
)
/** Built-in formats that are the same in every language. */
export const localeNeutralFormats: ReadonlyMap<string, number> = new Map(
  [1, 2, 3, 4, 9, 10, 11, 49].map((id) => [builtin.get(id) ?? '', id]),
)

/** The file's own code wins over the built-in one. */
export function formatOf(id: number, custom: ReadonlyMap<number, string>): NumberFormat {
  const code = custom.get(id) ?? builtin.get(id)
  if (code === undefined || /^(?:general|standard)?$/i.test(code.trim())) return generalFormat
  const sections = numberSections(code).map((section) => ({
    format: { code, ...classifySection(section.tokens) },
    isFor: section.isFor,
  }))
  const [first] = sections
  if (first === undefined) return generalFormat
  return sections.every(({ format }) => format.kind === first.format.kind)
    ? first.format
    : { ...first.format, sections }
}

/** `[=0]"";dd/mm/yyyy` shows a date, except for 0. */
export function formatFor(value: number, format: NumberFormat): NumberFormat {
  return format.sections?.find(({ isFor }) => isFor(value))?.format ?? format
}

/** The first section decides. */
export function classifyFormat(code: string): { kind: FormatKind; hasFraction: boolean } {
  return classifySection(splitFormat(code)[0] ?? [])
}

function classifySection(tokens: readonly FormatToken[]): { kind: FormatKind; hasFraction: boolean } {
  const letters = keepLetters(tokens).toLowerCase()
  const hasFraction = /s[.,]0/.test(letters)
  const withoutFraction = letters.replace(/s[.,]0+/g, 's')
  if (tokens.some(({ type }) => type === 'duration'))
    return { kind: 'duration', hasFraction: hasFraction || /[.,]0/.test(letters) }
  if (/[0#?@]/.test(withoutFraction)) return { kind: 'number', hasFraction: false }
  if (/[yde]|b{2}|a{3}|g/.test(withoutFraction)) return { kind: 'date', hasFraction }
  if (/[hs]/.test(withoutFraction)) return { kind: 'time', hasFraction }
  return { kind: withoutFraction.includes('m') ? 'date' : 'number', hasFraction }
}

const withoutLetters =
  /^(?:string|escaped|skip|fill|color|condition|dbnum|natnum|locale|modifier|general|duration|error)$/

/** Drops texts, padding, colours, conditions and locales. */
function keepLetters(tokens: readonly FormatToken[]): string {
  let letters = ''
  for (const { type, raw, value } of tokens) {
    if (type === 'ampm') letters += 'h'
    else if (!withoutLetters.test(type)) letters += raw
    // The decimal point before fractions of a second counts, even when written as text.
    else if (/^[.,]$/.test(value) && /s$/i.test(letters)) letters += value
  }
  return letters
}

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
