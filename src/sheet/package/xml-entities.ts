import { limits } from '../limits.ts'

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const linksNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
/** Of strict Open XML, which only few programs write. */
export const strictNamespace = 'http://purl.oclc.org/ooxml/spreadsheetml/main'

const named = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

/** Decodes UTF-8 bytes that were read as Latin-1. */
export function decodeUtf8(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes
}

/** Only XML's five entities and numeric ones are expanded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&<]{0,12};?)/g, (whole, reference: string) => {
    if (!reference.endsWith(';')) throw new XmlError('malformed', `a stray "&" at "${whole}"`)
    const name = reference.slice(0, -1)
    const character = named.get(name) ?? numericReference(name)
    if (character === undefined) throw new XmlError('malformed', `the unknown entity "${whole}"`)
    return character
  })
}

function numericReference(name: string): string | undefined {
  const match = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (match === null) return undefined
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Office's own escapes: `_x000D_` is a carriage return; `_x005F_` is the underscore that keeps a literal `_x….`. */
export function decodeOfficeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Characters that XML cannot contain or would change (CR becomes LF). */
const unsafeCharacters = /[\x00-\x08\x0b-\x1f\ufffe\uffff]/g
/** An underscore that a reader would take for an `_xHHHH_` escape, once unsafe characters are escaped. */
const falseEscapes = /_(?=x[0-9a-f]{4}[_\x00-\x08\x0b-\x1f\ufffe\uffff])/gi
const markup = /[<>&"]/
const entityOf: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' }

/** For text and attribute values; unsafe characters must be escaped before. */
export function escapeXml(text: string): string {
  return markup.test(text) ? text.replace(/[<>&"]/g, (character) => entityOf[character] ?? '') : text
}

/** Writes unsafe characters as `_xHHHH_`, so that a reader decodes the original text. */
export function escapeWorkbookText(text: string): string {
  return text.replace(falseEscapes, '_x005F_').replace(unsafeCharacters, (character) => {
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

/** A fault in an XML part; `toInputError` adds the file and the words for the user. */
export class XmlError extends Error {
  readonly kind: 'malformed' | 'dtd' | 'too-large'

  constructor(kind: 'malformed' | 'dtd' | 'too-large', detail: string) {
    super(detail)
    this.name = 'XmlProblem'
    this.kind = kind
  }
}

export function rowLimitError(): XmlError {
  return new XmlError('too-large', `a row past ${limits.rows}, the last a worksheet has`)
}
