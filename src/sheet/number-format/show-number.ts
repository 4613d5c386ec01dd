import { format as fillIn } from 'numfmt'
import { type FormatSection, type FormatToken, longestFormat, numberSections } from './classify.ts'

interface Section extends Pick<FormatSection, 'isFor'> {
  /** Digits and fixed text alone, for a value that is scaled. */
  code: string
  decimals: number
  /** Factor between the value and the digits shown: 100 for percent, 0.001 for thousands. */
  scale: number
  /** Its shape carries the meaning: `00000`, `000-00-0000`. */
  isMask: boolean
  /** The section shows the minus sign: a section for negative numbers has its own. */
  isFirst: boolean
}

/** A sheet has few formats and many cells under each. */
const readFormats = new Map<string, Section[] | undefined>()
const mostKept = 1_000

/**
 * Supports digits, grouping, decimals, percent and fixed text (`00000`, `#,##0.00`, `0%`, `"E-"000`). Other formats
 * (fractions, scientific, conditions) show the plain number.
 */
export function showNumber(value: number, format: string | undefined): string {
  const section = chooseSection(value, format)
  const shown = section === undefined ? '' : fill(section, Math.abs(value))
  if (section === undefined || shown.trim() === '') return plainNumber(value)
  return value < 0 && section.isFirst && /[1-9]/.test(shown) ? `-${shown}` : shown
}

/** Undefined unless the format is a mask such as `00000` or `000-00-0000`, whose shape carries the meaning. */
export function showMasked(value: number, format: string | undefined): string | undefined {
  const section = chooseSection(value, format)
  return section?.isMask === true && value >= 0 ? fill(section, value).trim() : undefined
}

/** 100 for percent, 0.001 for thousands, else 1. */
export function scaleOf(value: number, format: string | undefined): number {
  return chooseSection(value, format)?.scale ?? 1
}

/** Integers in full; others with the 15 digits that spreadsheets keep. */
export function plainNumber(value: number): string {
  const kept = toFifteenDigits(value)
  const text = Number.isInteger(kept) && Math.abs(kept) < 1e21 ? kept.toFixed(0) : String(kept)
  return text === '-0' ? '0' : text.toUpperCase()
}

/** Spreadsheets keep and compare 15 digits; further ones are rounding noise. */
export function toFifteenDigits(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15))
}

function chooseSection(value: number, format: string | undefined): Section | undefined {
  if (format === undefined || !(Math.abs(value) < 1e21)) return undefined
  const sections = cachedFormat(format)
  return sections?.find(({ isFor }) => isFor(value)) ?? sections?.[0]
}

function cachedFormat(format: string): Section[] | undefined {
  if (format.length > longestFormat) return undefined
  if (!readFormats.has(format)) {
    if (readFormats.size >= mostKept) readFormats.clear()
    readFormats.set(format, readFormat(format))
  }
  return readFormats.get(format)
}

/** Undefined when the format has more than digits, grouping, decimals, percent and fixed text. */
function readFormat(format: string): Section[] | undefined {
  const sections = numberSections(format)
  const read = sections.flatMap(({ tokens, isFor }, index) => {
    const section = readSection(tokens)
    return section === undefined ? [] : { ...section, isFor, isFirst: index === 0 }
  })
  return read.length < sections.length ? undefined : read
}

function readSection(tokens: readonly FormatToken[]): Omit<Section, 'isFor' | 'isFirst'> | undefined {
  const codes = tokens.map(simpleCode)
  const types = tokens.map(({ type }) => type)
  const point = types.indexOf('point')
  if (codes.includes(undefined) || point !== types.lastIndexOf('point')) return undefined
  const thousands = tokens.filter(({ type }) => type === 'scale').reduce((sum, { raw }) => sum + raw.length, 0)
  const scale = 100 ** types.filter((type) => type === 'percent').length / 1000 ** thousands
  const hasText = codes.some((code) => /^["\\] *[^" ]/.test(code ?? ''))
  const isShaped = hasText || types.filter((type) => type === 'zero').length > 1
  return {
    code: codes.join(''),
    decimals: point < 0 ? 0 : types.slice(point).filter((type) => digits.has(type)).length,
    scale,
    isMask: isShaped && point < 0 && scale === 1 && !types.includes('group'),
  }
}

const digits: ReadonlySet<string> = new Set(['zero', 'hash', 'qmark'])

/** The code of fixed text; undefined when the token depends on more than the digits. */
function simpleCode({ type, raw, value }: FormatToken): string | undefined {
  if (digits.has(type) || /^(?:point|group|string|escaped)$/.test(type)) return raw
  if (/^(?:skip|fill|color|scale)$/.test(type)) return ''
  if (type === 'locale') return `"${String(value).replace(/-[0-9a-f]+$|"/gi, '')}"`
  return /^(?:percent|minus|plus|space|paren)$/.test(type) || /^[$€£¥:]$/u.test(raw) ? `"${raw}"` : undefined
}

const inEnglish = { locale: 'en-US', throws: false, invalid: '' } as const

function fill({ code, decimals, scale }: Section, value: number): string {
  const scaled = value * scale
  const rounded = Number.isInteger(scaled) ? scaled : Number(roundTo(scaled, decimals))
  return code === '' ? '' : fillIn(code, rounded, inEnglish)
}

/** Rounds half up in decimal, as spreadsheets do: 1.005 shows as 1.01. */
function roundTo(value: number, decimals: number): string {
  const kept = toFifteenDigits(value)
  const text = String(kept)
  if (text.includes('e') || decimals > 15) return kept.toFixed(Math.min(decimals, 100))
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals)
}
