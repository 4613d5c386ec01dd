/** Excel's limit for a cell, in UTF-16 units. */
export const maxCellText = 32_767

const truncationMark = '…[cut]'
const loneSurrogates = /\p{Surrogate}/gu

/** Most texts match nothing here and have no space at their ends: they are XML as they are. */
const unusualForXml = /[^ !#-%'-;=?-^`-~\u00a1-\u167f]/

const unusual = /^\s|\s$|_x|[\x00-\x08\x0a-\x1f\ud800-\udfff\ufffe\uffff]/i

/** True for most texts: no escapes, line breaks, lone surrogates or white space at the ends. */
export function isPlainText(text: string): boolean {
  return text.length <= maxCellText && !unusual.test(text)
}

/** A quick test: true only when the text is its own XML, false for some others too. */
export function isPlainXml(text: string): boolean {
  return !unusualForXml.test(text) && !text.startsWith(' ') && !text.endsWith(' ') && text.length <= maxCellText
}

/** Replaces lone surrogates; text beyond the limit ends in "…[cut]". */
export function truncateCellText(text: string): string {
  const wellFormed = text.replace(loneSurrogates, '\ufffd')
  if (wellFormed.length <= maxCellText) return wellFormed
  const kept = wellFormed.slice(0, maxCellText - truncationMark.length)
  return kept.replace(/[\ud800-\udbff]$/, '') + truncationMark
}

export function isCutText(text: string): boolean {
  return text.length > maxCellText - 2 && text.endsWith(truncationMark)
}

/**
 * Puts `'` before text that a spreadsheet program would run as a formula; plain numbers stay.
 * Programs with another separator also split at `;` and tab, so text after those is guarded as well. After a space, and
 * before a number, nothing changes.
 */
export function escapeCsvFormulas(text: string): string {
  const guarded = splits.test(text)
    ? text.replace(splitFormula, (whole, separator: string, part: string) =>
        isPlainNumber(part) ? whole : `${separator}'${part}`,
      )
    : text
  return /^[=+\-@\t\r\n＝＋－＠]/.test(guarded) && !isPlainNumber(guarded) ? `'${guarded}` : guarded
}

const splits = /[;\t][=+\-@＝＋－＠]/
const splitFormula = /([;\t])([=+\-@＝＋－＠][^;\t]*)/g

function isPlainNumber(text: string): boolean {
  return /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i.test(text)
}

/** The type says `string`, but an answer of the service may still contain an object. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}
