import { type FormatSection, numberSections } from './sections.ts'
import type { FormatToken } from './tokens.ts'

/** Text and placeholders in order. */
interface Section extends Pick<FormatSection, 'isFor'> {
  parts: readonly Part[]
  /** Factor between the value and the digits shown: 100 for percent, 0.001 for thousands. */
  scale: number
  isGrouped: boolean
  /** The section shows the minus sign: a section for negative numbers has its own. */
  isFirst: boolean
}

type Part = { kind: 'text'; text: string } | { kind: 'digit'; placeholder: '0' | '#' | '?' } | { kind: 'point' }

/** Excel's limit; a number under a longer format is shown plainly. */
const longestFormat = 255
/** A sheet has few formats and many cells under each. */
const readFormats = new Map<string, Section[] | undefined>()
const mostKept = 1_000
const colour = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i

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
  if (section === undefined || value < 0 || section.isGrouped || section.scale !== 1) return undefined
  const { parts } = section
  if (parts.some((part) => part.kind === 'point')) return undefined
  const zeros = parts.filter((part) => part.kind === 'digit' && part.placeholder === '0').length
  const hasText = parts.some((part) => part.kind === 'text' && part.text.trim() !== '')
  return zeros > 1 || hasText ? fill(section, value).trim() : undefined
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
  if (format === undefined || !Number.isFinite(value)) return undefined
  const sections = cachedFormat(format)
  return sections?.find(({ isFor }) => isFor(value)) ?? sections?.[0]
}

function cachedFormat(format: string): Section[] | undefined {
  if (format.length > longestFormat) return undefined
  const known = readFormats.get(format)
  if (known !== undefined || readFormats.has(format)) return known
  if (readFormats.size >= mostKept) readFormats.clear()
  const sections = readFormat(format)
  readFormats.set(format, sections)
  return sections
}

/** Undefined when the format has more than digits, grouping, decimals, percent and fixed text. */
function readFormat(format: string): Section[] | undefined {
  const sections: Section[] = []
  for (const { tokens, isFor } of numberSections(format)) {
    const section = readSection(tokens)
    if (section === undefined) return undefined
    sections.push({ ...section, isFor, isFirst: sections.length === 0 })
  }
  return sections
}

function readSection(tokens: readonly FormatToken[]): Omit<Section, 'isFor' | 'isFirst'> | undefined {
  const parts: Part[] = []
  let scale = 1
  let isGrouped = false
  const lastDigit = tokens.findLastIndex(({ kind, text }) => kind === 'character' && isDigitPlaceholder(text))
  for (const [index, token] of tokens.entries()) {
    const { kind, text } = token
    const fixed = fixedText(token)
    if (fixed !== undefined) {
      if (kind === 'character' && text === '%') scale *= 100
      if (fixed !== '') parts.push({ kind: 'text', text: fixed })
    } else if (kind !== 'character') return undefined
    else if (isDigitPlaceholder(text)) parts.push({ kind: 'digit', placeholder: text })
    else if (text === '.' && !parts.some((part) => part.kind === 'point')) parts.push({ kind: 'point' })
    else if (text === ',') {
      if (index > lastDigit) scale /= 1000
      else isGrouped = true
    } else return undefined
  }
  return { parts, scale, isGrouped }
}

function isDigitPlaceholder(text: string): text is '0' | '#' | '?' {
  return text === '0' || text === '#' || text === '?'
}

/** Undefined when the token depends on the number. */
function fixedText({ kind, text, isClosed }: FormatToken): string | undefined {
  switch (kind) {
    case 'padding':
    case 'fill':
      return ''
    case 'text':
      return isClosed ? text : undefined
    case 'bracket':
      if (!isClosed) return undefined
      if (text.startsWith('$')) return text.slice(1).replace(/-[0-9a-f]+$/i, '')
      return colour.test(text) ? '' : undefined
    default:
      return /^[-+%$€£¥() :]$/u.test(text) ? text : undefined
  }
}

function fill({ parts, scale, isGrouped }: Section, value: number): string {
  const point = parts.findIndex((part) => part.kind === 'point')
  const wholeParts = point === -1 ? parts : parts.slice(0, point)
  const rest = point === -1 ? [] : parts.slice(point + 1)
  const decimals = rest.filter((part) => part.kind === 'digit').length
  const [whole = '', fraction = ''] = roundTo(value * scale, decimals).split('.')
  return fillWhole(wholeParts, whole === '0' ? '' : whole, isGrouped) + fillFraction(rest, fraction, point !== -1)
}

/** Fills from the right; digits without a placeholder go before the leftmost one. */
function fillWhole(parts: readonly Part[], digits: string, isGrouped: boolean): string {
  let shown = ''
  let count = 0
  let left = digits
  let placeholders = parts.filter((part) => part.kind === 'digit').length
  for (const part of parts.toReversed()) {
    if (part.kind === 'text') shown = part.text + shown
    if (part.kind !== 'digit') continue
    placeholders--
    const padding = part.placeholder === '0' ? '0' : part.placeholder === '?' ? ' ' : ''
    const taken = (placeholders === 0 ? left : left.slice(-1)) || padding
    left = left.slice(0, -1)
    for (const digit of [...taken].reverse()) {
      shown = digit + (isGrouped && count > 0 && count % 3 === 0 ? ',' : '') + shown
      count++
    }
  }
  return shown
}

function fillFraction(parts: readonly Part[], digits: string, hasPoint: boolean): string {
  const significant = digits.replace(/0+$/, '').length
  let index = 0
  let shown = hasPoint ? '.' : ''
  for (const part of parts) {
    if (part.kind === 'text') shown += part.text
    if (part.kind !== 'digit') continue
    const isShown = part.placeholder === '0' || index < significant
    shown += isShown ? digits.charAt(index) : part.placeholder === '?' ? ' ' : ''
    index++
  }
  return shown
}

/** Rounds half up in decimal, as spreadsheets do: 1.005 shows as 1.01. */
function roundTo(value: number, decimals: number): string {
  const kept = toFifteenDigits(value)
  const text = String(kept)
  if (text.includes('e') || decimals > 15) return kept.toFixed(Math.min(decimals, 100))
  return Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`).toFixed(decimals)
}
