import { describe, expect, it } from 'vitest'
import { checkRequest, securityHeaders } from '../../rooms/web/server.ts'

type Head = Parameters<typeof checkRequest>[0]

const own = { port: 4020, uploadLimit: 1000 }
const get: Head = { method: 'GET', url: '/', headers: { host: '127.0.0.1:4020' } }
const post: Head = {
  method: 'POST',
  url: '/api/plan',
  headers: {
    host: '127.0.0.1:4020',
    origin: 'http://127.0.0.1:4020',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    'content-length': '2',
  },
}

function judge(asked: Head, changes: Partial<Head['headers']> = {}): number | undefined {
  return checkRequest({ ...asked, headers: { ...asked.headers, ...changes } }, own)?.status
}

describe('what comes from the page itself passes', () => {
  it.each([
    ['the page, from a link that was clicked', get, { 'sec-fetch-site': 'none' }],
    ['the page, from the file that leads to it', get, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }],
    ['the page by its other name', get, { host: 'localhost:4020' }],
    ['a question with figures', { ...get, url: '/api/rows?filter=all&from=0&count=50' }, {}],
    ['a wish', post, {}],
    ['a wish by the other name', post, { host: 'localhost:4020', origin: 'http://localhost:4020' }],
    ['a file', post, { 'content-type': 'application/octet-stream', 'content-length': '1000' }],
  ])('%s', (_, asked, changes) => {
    expect(judge(asked, changes)).toBeUndefined()
  })
})

describe('anything else is refused before it is looked at', () => {
  it.each([
    ['a name that was made to lead here', get, { host: 'evil.example:4020' }, 403],
    ['the right name with another port', get, { host: '127.0.0.1:4021' }, 403],
    ['another spelling of this machine', get, { host: '127.1:4020' }, 403],
    ['no host', get, { host: undefined }, 403],
    ['another origin', post, { origin: 'https://evil.example' }, 403],
    ['another port of this machine', post, { origin: 'http://127.0.0.1:9999' }, 403],
    ['a sandboxed frame, whose origin is null', post, { origin: 'null' }, 403],
    ['a wish without an origin', post, { origin: undefined }, 403],
    ['our other name as the origin', post, { origin: 'http://localhost:4020' }, 403],
    ['a picture or script of another page', get, { 'sec-fetch-site': 'cross-site' }, 403],
    ['a frame of another page', get, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }, 403],
    [
      'a link of another page to what the page shows',
      { ...get, url: '/api/output' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
      403,
    ],
    ['a page on another port', get, { 'sec-fetch-site': 'same-site' }, 403],
    ['a form', post, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form with a file', post, { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['text, which needs no question beforehand', post, { 'content-type': 'text/plain' }, 415],
    ['nothing said of the type', post, { 'content-type': undefined }, 415],
    ['a file that is too large', post, { 'content-type': 'application/octet-stream', 'content-length': '1001' }, 413],
    ['a wish that is too large', post, { 'content-length': '1048577' }, 413],
    ['a length that is not said', post, { 'content-length': undefined }, 413],
  ])('%s', (_, asked, changes, status) => {
    expect(judge(asked, changes)).toBe(status)
  })

  it.each([
    '/..',
    '/../etc/passwd',
    '/a/../b',
    '/%2e%2e/x',
    '/page.js%2f..',
    '/page.js#x',
    '/\\x',
    '/a?b#c',
    'http://x/',
  ])('the url %s', (url) => {
    expect(judge({ ...get, url })).toBe(400)
  })

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT'])('the method %s', (method) => {
    expect(judge({ ...get, method })).toBe(405)
  })
})

it('nothing from elsewhere, nothing inline, and nobody else’s frame', () => {
  const policy = securityHeaders['Content-Security-Policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  expect(Object.keys(securityHeaders).some((name) => /^access-control/i.test(name))).toBe(false)
})
