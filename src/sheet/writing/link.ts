/** Where a cell leads. */
export type Link =
  | { kind: 'web'; href: string }
  /** A cell of the same workbook, as `'Results (2)'!A5`. */
  | { kind: 'cell'; location: string }

/** What Excel allows. */
const maxAddress = 2079
/** Characters that URLs allow in browsers only; relationships of a workbook must be URIs. */
const beyondUri = /[[\]^`{}|\\]/g

/** An origin that is written as browsers write it: most addresses of a sheet have the same. */
let lastOrigin: string | undefined
/** What may follow it, and no browser changes. */
const plainPath = /^\/[\w/-]*(?:\?[\w=&-]*)?$/

/** The address as a link when it is http or https and short enough. */
export function linkToWeb(text: unknown): Link | undefined {
  if (hasLastOrigin(text)) return { kind: 'web', href: text }
  const url = typeof text === 'string' ? parseUrl(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const [, origin = '', rest = ''] = /^([^/]*\/\/[^/?#]*)(.*)$/s.exec(url.href) ?? []
  if (url.origin === origin) lastOrigin = origin
  const href = origin + rest.replace(beyondUri, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
  return href.length <= maxAddress ? { kind: 'web', href } : undefined
}

function hasLastOrigin(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    lastOrigin !== undefined &&
    text.length <= maxAddress &&
    text.startsWith(lastOrigin) &&
    plainPath.test(text.slice(lastOrigin.length))
  )
}

/** `URL.canParse` of Node.js 20 and 22, once it was called often, refuses whatever is not ASCII. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

export function linkToCell(sheet: string, cell: string): Link {
  return { kind: 'cell', location: cellReference(sheet, cell) }
}

/** A cell or a range as formulas name it. */
export function cellReference(sheet: string, cell: string): string {
  return `'${sheet.replaceAll("'", "''")}'!${cell}`
}

/** A range that stays where it is: `$A$2:$A$9`, `$1:$1`. */
export function toAbsoluteRange(range: string): string {
  return range.replace(/[A-Z]+|\d+/g, '$$$&')
}
