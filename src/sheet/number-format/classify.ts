import { splitCode } from './sections.ts'

/** What the numbers under a format are: plain ones, dates (with or without a time), times of day, or lengths of time. */
export type FormatKind = 'number' | 'date' | 'time' | 'duration'

export interface NumberFormat {
  /** The format's code; undefined for "General". */
  code: string | undefined
  kind: FormatKind
  /** Shows parts of a second. */
  hasFraction: boolean
  /** Where the sections of the code show numbers as different things; `kind` is that of the first. */
  sections?: readonly { format: NumberFormat; isFor: (value: number) => boolean }[] | undefined
}

export const generalFormat: NumberFormat = { code: undefined, kind: 'number', hasFraction: false }

/** The codes that the file format leaves out; 27 to 36 and 50 to 58 are dates in East Asian files, shown here as ISO. */
const builtinCodes: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'mm-dd-yy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yy h:mm'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'yyyy-mm-dd']),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, 'h:mm:ss']),
  [37, '#,##0_);\\(#,##0\\)'],
  [38, '#,##0_);[Red]\\(#,##0\\)'],
  [39, '#,##0.00_);\\(#,##0.00\\)'],
  [40, '#,##0.00_);[Red]\\(#,##0.00\\)'],
  [41, '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)'],
  [42, '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'],
  [44, '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
])

/** The format of a number format id: the file's own code, else the built-in one. */
export function formatOf(id: number, custom: ReadonlyMap<number, string>): NumberFormat {
  const code = custom.get(id) ?? builtinCodes.get(id)
  if (code === undefined || /^(?:general|standard)?$/i.test(code.trim())) return generalFormat
  const sections = splitCode(code).map((section) => ({
    format: { code, ...classifyFormat(section.code) },
    isFor: section.isFor,
  }))
  const [first] = sections
  if (first === undefined) return generalFormat
  return sections.every(({ format }) => format.kind === first.format.kind)
    ? first.format
    : { ...first.format, sections }
}

/** What a value is under a format: `[=0]"";dd/mm/yyyy` shows dates, but for 0. */
export function formatFor(value: number, format: NumberFormat): NumberFormat {
  return format.sections?.find(({ isFor }) => isFor(value))?.format ?? format
}

/** "General", and what East Asian programs call it. */
const general = /general|g\/(?:通用格式|標準|标准|표준|一般)/g

/** Tells dates from numbers by the code's first section, whose literals and colours are taken out first. */
export function classifyFormat(code: string): { kind: FormatKind; hasFraction: boolean } {
  const { letters, isElapsed } = stripLiterals(code)
  const plain = letters.toLowerCase().replace(general, '')
  const hasFraction = /s[.,]0/.test(plain)
  const withoutFraction = plain.replace(/s[.,]0+/g, 's')
  if (isElapsed) return { kind: 'duration', hasFraction: hasFraction || /[.,]0/.test(plain) }
  if (/[0#?@]/.test(withoutFraction)) return { kind: 'number', hasFraction: false }
  const withoutHalf = withoutFraction.replace(/am\/pm|a\/p/g, 'h')
  if (/[yde]|b{2}|a{3}|g/.test(withoutHalf)) return { kind: 'date', hasFraction }
  if (/[hs]/.test(withoutHalf)) return { kind: 'time', hasFraction }
  return { kind: withoutHalf.includes('m') ? 'date' : 'number', hasFraction }
}

/** The first section without quoted text, escapes, padding (`_x`, `*x`), colours, conditions and locales. */
function stripLiterals(code: string): { letters: string; isElapsed: boolean } {
  let letters = ''
  let isElapsed = false
  for (let at = 0; at < code.length; at += 1) {
    const character = code.charAt(at)
    if (character === ';') break
    if (character === '"') {
      const end = endOf(code, '"', at)
      letters += separatorOf(code.slice(at + 1, end), letters)
      at = end
    } else if (character === '[') {
      const end = endOf(code, ']', at)
      isElapsed ||= /^(?:h+|m+|s+)$/i.test(code.slice(at + 1, end))
      at = end
    } else if (character === '\\' || character === '_' || character === '*') {
      at += 1
      if (character === '\\') letters += separatorOf(code.charAt(at), letters)
    } else {
      letters += character
    }
  }
  return { letters, isElapsed }
}

/** The point in front of parts of a second counts, also where it is written as text. */
function separatorOf(text: string, before: string): string {
  return (text === '.' || text === ',') && /s/i.test(before.slice(-1)) ? text : ''
}

function endOf(code: string, closing: string, at: number): number {
  const end = code.indexOf(closing, at + 1)
  return end < 0 ? code.length : end
}
