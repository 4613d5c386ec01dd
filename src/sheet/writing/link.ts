import { cellReference } from '../package/cell-range.ts'
import type { Link } from '../package/link-collector.ts'

/** Excel's limit, in characters. */
const maxAddress = 2079
/** Valid in browser URLs only; relationship targets must be URIs. */
const beyondUri = /[[\]^`{}|\\]/g

/** In browser form; most addresses of a sheet share one origin. */
let lastOrigin: string | undefined
/** Paths and queries that URL parsing leaves unchanged. */
const plainPath = /^\/[\w/-]*(?:\?[\w=&-]*)?$/

/** Undefined unless the address is http or https and short enough. */
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

/** `URL.canParse` of Node.js 20 and 22, once optimised, refuses non-ASCII addresses. */
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
