import builtinCodes from './builtin-codes.json' with { type: 'json' }
import { type FormatToken, numberSections, splitFormat } from './sections.ts'

/** `duration` may pass 24 hours; `date` is with or without a time of day. */
export type FormatKind = 'number' | 'date' | 'time' | 'duration'

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
