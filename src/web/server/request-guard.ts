import type { IncomingMessage } from 'node:http'

/** For every answer: no outside content, nothing inline, no caching, no foreign frame. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Of an address as received, before any decoding: only the characters of our own ones, no encoding, no upward path. */
const allowedTarget = /^\/[A-Za-z0-9/_.-]*(?:\?[A-Za-z0-9=&_.,-]*)?$/
const bodyTypes: ReadonlySet<string> = new Set(['application/json', 'application/octet-stream'])
const jsonLimit = 1024 * 1024

/** Reason to refuse a request; undefined for one of this page. Applied before routing, to every route. Pure. */
export function checkRequest(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  own: { port: number; uploadLimit: number },
) {
  const host = headers.host ?? ''
  // DNS rebinding: a foreign name may resolve to this machine.
  if (host !== `127.0.0.1:${own.port}` && host !== `localhost:${own.port}`) return refuse(403, 'another host')
  if (!allowedTarget.test(url) || url.includes('..')) return refuse(400, 'not an address of this page')
  if (method !== 'GET' && method !== 'POST') return refuse(405, 'only GET and POST')
  const { origin } = headers
  if (origin === undefined ? method === 'POST' : origin !== `http://${host}`) return refuse(403, 'another origin')
  const site = headers['sec-fetch-site'] ?? 'none'
  // The browser comes from a local file first, which is another site. The page it gets is empty, and never in a frame.
  const isInitialNavigation = method === 'GET' && url === '/' && headers['sec-fetch-dest'] === 'document'
  if (site !== 'same-origin' && site !== 'none' && !isInitialNavigation) return refuse(403, 'another site')
  if (method === 'GET') return undefined
  // Forms of other pages cannot send these types without a CORS preflight, which this server never answers.
  const type = headers['content-type'] ?? ''
  if (!bodyTypes.has(type)) return refuse(415, 'neither JSON nor a file')
  const length = Number(headers['content-length'] ?? Number.NaN)
  const limit = type === 'application/json' ? jsonLimit : own.uploadLimit
  return length <= limit ? undefined : refuse(413, 'too large, or its length is not said')
}

function refuse(status: number, reason: string) {
  return { status, reason }
}
