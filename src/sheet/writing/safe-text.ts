/** The most UTF-16 units a spreadsheet program keeps in one cell. */
export const maxCellText = 32_767

const truncationMark = '…[cut]'
const loneSurrogates = /\p{Surrogate}/gu

/** With none of these, and no space at its ends, a text is XML as it is: most are. */
const unusualForXml = /[^ !#-%'-;=?-^`-~\u00a1-\u167f]/

const unusual = /^\s|\s$|_x|[\x00-\x08\x0a-\x1f\ud800-\udfff\ufffe\uffff]/i

/** What XML cannot carry, or would change on the way (CR becomes LF). */
const unsafeCharacters = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g
/** An underscore that a reader would take for the start of an `_xHHHH_` escape once the unsafe characters are escaped. */
const falseEscapes = /_(?=x[0-9a-f]{4}[_\x00-\x08\x0b-\x1f\ufffe\uffff])/gi
const markup = /[<>&"]/
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** Text or an attribute's value as XML; what XML cannot carry must have been escaped. */
export function escapeXml(text: string): string {
  return markup.test(text) ? text.replace(/[<>&"]/g, (character) => entities[character] ?? '') : text
}

/** Text as a workbook holds it: `_xHHHH_` for what XML cannot carry, so that a reader's decoding gives the text back. */
export function escapeWorkbookText(text: string): string {
  return text.replace(falseEscapes, '_x005F_').replace(unsafeCharacters, (character) => {
    const hex = character.charCodeAt(0).toString(16).toUpperCase()
    return `_x${hex.padStart(4, '0')}_`
  })
}

/** Most text: it stands in a workbook as it is. Else escapes, white space at the ends, line breaks or lone surrogates may be in it. */
export function isPlainText(text: string): boolean {
  return text.length <= maxCellText && !unusual.test(text)
}

/** Plain text that is its own XML, by one look; others may be, too. */
export function isPlainXml(text: string): boolean {
  return !unusualForXml.test(text) && !text.startsWith(' ') && !text.endsWith(' ') && text.length <= maxCellText
}

/** Well-formed text that fits a cell; what is longer ends in "…[cut]". */
export function truncateCellText(text: string): string {
  const wellFormed = text.replace(loneSurrogates, '\ufffd')
  if (wellFormed.length <= maxCellText) return wellFormed
  const kept = wellFormed.slice(0, maxCellText - truncationMark.length)
  return kept.replace(/[\ud800-\udbff]$/, '') + truncationMark
}

/** Text of a comment, which spreadsheet programs read as rich text. */
export function toCommentText(text: string): string {
  return escapeWorkbookText(truncateCellText(text))
}

/**
 * Text that a spreadsheet program would run as a formula when it opens the CSV is led by `'`; plain numbers are not.
 * Where another separator is usual than this file's, a text falls apart at every `;` and tab: what follows one is guarded
 * as well. Behind a space, and before a number, nothing is changed.
 */
export function escapeCsvFormulas(text: string): string {
  const guarded = splits.test(text) ? text.replace(splitFormula, escapePart) : text
  return /^[=+\-@\t\r\n＝＋－＠]/.test(guarded) && !isPlainNumber(guarded) ? `'${guarded}` : guarded
}

const splits = /[;\t][=+\-@＝＋－＠]/
const splitFormula = /([;\t])([=+\-@＝＋－＠][^;\t]*)/g

function escapePart(whole: string, separator: string, part: string): string {
  return isPlainNumber(part) ? whole : `${separator}'${part}`
}

function isPlainNumber(text: string): boolean {
  return /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i.test(text)
}

/** Text of whatever really came: a type says `string`, an answer of a service may still hold an object. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}
