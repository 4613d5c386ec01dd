import { endpoints } from '../contract/envelope.ts'
import { BatchError } from '../support/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Normalises the service's base address: lower-case host, no default port, no needless slash or `%xx`.
 * @throws BatchError `configuration` for an address that the token must not be sent to
 */
export function parseBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    refuseAddress(text, 'is not an address', 'Write it in full, for example https://service.example/version-test.')
  }
  if (url.username !== '' || url.password !== '') {
    refuseAddress(text, 'holds a user name or password', 'Leave them out; the API token is given by RWA_API_TOKEN.')
  }
  if (/[?#]/.test(text)) refuseAddress(text, 'holds a query or a fragment', 'End it before the "?" or "#".')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    refuseAddress(
      text,
      'is not encrypted',
      'Use https; http is accepted for this machine only (localhost, 127.0.0.1, [::1]).',
    )
  }
  const path = normalisePath(url.pathname)
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (Object.values(endpoints).some((endpoint) => endpoint === last)) {
    refuseAddress(text, `ends with the endpoint "${last}"`, `Give the address before "/${last}".`)
  }
  // A host's trailing dot names the same host. Two spellings would be two targets in the ledger.
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.protocol}//${url.hostname.replace(/\.$/, '')}${port}${path}`
}

/** Decodes unreserved characters, drops empty segments and the last slash. */
function normalisePath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (encoded) => {
      const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : encoded.toUpperCase()
    })
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
}

/** Key of an address in the ledger. Loopback names share one key; requests still use the given address. */
export function identifyAddress(baseUrl: string): string {
  const url = new URL(baseUrl)
  const isThisMachine = url.hostname === 'localhost' || url.hostname === '[::1]'
  return isThisMachine ? baseUrl.replace(`//${url.hostname}`, '//127.0.0.1') : baseUrl
}

/** Ignores capitals and percent encoding in the path: two such addresses may be the same target. */
export function isSpelledAlike(one: string, other: string): boolean {
  return foldAddress(one) === foldAddress(other)
}

function foldAddress(address: string): string {
  return address
    .replace(/%[0-9a-f]{2}/gi, (encoded) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16)))
    .toLowerCase()
}

/** A segment that looks like `version-test` and is not. */
export function findMisspeltTest(baseUrl: string): string | undefined {
  if (isTestAddress(baseUrl)) return undefined
  const letters = (text: string): string => [...text.replace(/[^a-z]/g, '')].toSorted().join('')
  const segments = new URL(baseUrl).pathname.toLowerCase().split('/')
  return segments.find(
    (segment) => segment.startsWith('version') && differsByTwo(letters(segment), letters('version-test')),
  )
}

/** Sorted letters: those of one, and not of the other, are at most two. */
function differsByTwo(one: string, other: string): boolean {
  const rest = [...other]
  let extra = 0
  for (const letter of one) {
    const at = rest.indexOf(letter)
    if (at < 0) extra += 1
    else rest.splice(at, 1)
  }
  return extra + rest.length <= 2
}

/** Looks for the segment `version-test` in the path (interface.md, "Versioning"). */
export function isTestAddress(baseUrl: string): boolean {
  return new URL(baseUrl).pathname.toLowerCase().split('/').includes('version-test')
}

/** Accepts localhost, 127.0.0.0/8 and ::1, as a URL spells them. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** @throws BatchError `configuration` when certificates would not be checked */
export function requireCheckedCertificates(env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return
  throw new BatchError('configuration', 'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: the token could be read by anyone.', {
    hint: 'Unset it. For a private certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file.',
  })
}

function refuseAddress(text: string, what: string, hint: string): never {
  // Passwords and queries may be secrets, so neither is shown. A password may itself hold "/", "?", "#" or "@".
  const shown = text
    .trim()
    .replace(/^(\w+:\/\/)?.*@/s, '$1…@')
    .replace(/[?#].*$/s, '')
    .replace(/^((?:\w+:\/\/)?[^:/]*:)(?!\d*(?:\/|$)|\/\/).*$/s, '$1…')
  throw new BatchError('configuration', `The base address "${shown}" ${what}.`, { hint })
}
