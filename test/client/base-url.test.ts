import { describe, expect, it } from 'vitest'
import {
  identifyAddress,
  isSpelledAlike,
  isTestAddress,
  parseBaseUrl,
  requireCheckedCertificates,
} from '../rooms/client.ts'
import { BatchError } from '../rooms/support.ts'

describe('parseBaseUrl', () => {
  it.each([
    ['https://Service.EXAMPLE/Version-Test/', 'https://service.example/Version-Test'],
    [' https://service.example:443/api///\n', 'https://service.example/api'],
    ['https://service.example:8443', 'https://service.example:8443'],
    ['https://service.example./api', 'https://service.example/api'],
    ['http://localhost:3000/version-test', 'http://localhost:3000/version-test'],
    ['http://LOCALHOST:80/', 'http://localhost'],
    ['http://127.0.0.1:1/a', 'http://127.0.0.1:1/a'],
    ['http://127.255.1.2', 'http://127.255.1.2'],
    ['http://[::1]:9/a', 'http://[::1]:9/a'],
    ['https://service.example//early//version-test', 'https://service.example/early/version-test'],
    ['https://service.example/%76ersion%2dtest/%c3%a9%2f', 'https://service.example/version-test/%C3%A9%2F'],
    ['https://service.example/a/./b/%2e%2E/c', 'https://service.example/a/c'],
    ['https://service.example/100%2541', 'https://service.example/100%2541'],
  ])('%j is kept as %s', (text, expected) => {
    expect(parseBaseUrl(text)).toBe(expected)
    expect(parseBaseUrl(expected)).toBe(expected)
  })

  it.each([
    ['', /not an address/],
    ['service.example/api', /not an address/],
    ['localhost:3000', /not an address/],
    ['ftp://service.example', /not an address/],
    ['http://service.example', /not encrypted/],
    ['http://128.0.0.1', /not encrypted/],
    ['http://localhost.service.example', /not encrypted/],
    ['http://127.0.0.1.service.example', /not encrypted/],
    ['http://0.0.0.0', /not encrypted/],
    ['https://user@service.example', /user name or password/],
    ['https://:s3cret@service.example', /user name or password/],
    ['https://service.example/?', /query/],
    ['https://service.example/?token=s3cret', /query/],
    ['https://service.example/#s3cret', /fragment/],
    ['https://u:s3cret@', /not an address/],
    ['u:s3cret@service.example', /not an address/],
    ['https://service.example/version-test/rwa_create', /endpoint "rwa_create"/],
    ['https://service.example/version-test//%72wa_create/', /endpoint "rwa_create"/],
  ])('%j is refused with what to do, and without showing a secret', (text, message) => {
    const error = catchError(() => parseBaseUrl(text))
    expect(error).toMatchObject({ code: 'configuration', message: expect.stringMatching(message) })
    expect(error.hint).toBeTruthy()
    expect(error.message).not.toContain('s3cret')
  })
})

it.each([
  ['http://localhost:4010/a', 'http://127.0.0.1:4010/a'],
  ['http://[::1]:4010/a', 'http://127.0.0.1:4010/a'],
  ['http://127.0.0.1/localhost', 'http://127.0.0.1/localhost'],
  ['http://127.0.0.2/a', 'http://127.0.0.2/a'],
  ['https://localhost.example/a', 'https://localhost.example/a'],
])('%s is known as %s', (baseUrl, identity) => {
  expect(identifyAddress(parseBaseUrl(baseUrl))).toBe(identity)
})

it.each([
  ['https://service.example/Version-Test', 'https://service.example/version-test', true],
  ['https://service.example/a%2Fb', 'https://service.example/a/b', true],
  ['https://service.example/version-test', 'https://service.example', false],
  ['https://service.example/a', 'https://service.example:8443/a', false],
  ['https://service.example/a', 'https://test.service.example/a', false],
  ['sandbox:/a/output/sandbox.sqlite', 'sandbox:/b/output/sandbox.sqlite', false],
])('%s and %s may be one place in two spellings: %s', (one, other, expected) => {
  expect(isSpelledAlike(one, other)).toBe(expected)
})

it.each([
  ['https://user:s3cret@service.example/x', '"https://…@service.example/x"'],
  ['https://user:Sup#s3cret@service.example/x', '"https://…@service.example/x"'],
  ['https://user:Sup?s3cret@service.example/x', '"https://…@service.example/x"'],
  ['https://user:s3cret/s3cret@service.example/x', '"https://…@service.example/x"'],
  ['https://user:123#s3cret@service.example/x', '"https://…@service.example/x"'],
  ['https://user:s3cret', '"https://user:…"'],
  ['https://user:s3cret#', '"https://user:…"'],
  ['user:s3cret@service.example', '"…@service.example"'],
  ['http://service.example:8080/x', '"http://service.example:8080/x"'],
  ['ftp://service.example/x?key=s3cret', '"ftp://service.example/x"'],
])('a refused address is shown without what may be a password: %s', (text, shown) => {
  const error = catchError(() => parseBaseUrl(text))
  expect(error.message).toContain(shown)
  expect(error.message + error.hint).not.toContain('s3cret')
})

describe('isTestAddress', () => {
  it.each([
    ['https://service.example/version-test', true],
    ['https://service.example/version-test/api/1.1', true],
    ['https://service.example/api/version-test', true],
    ['https://service.example/version-testing', false],
    ['https://version-test.example/api', false],
    ['https://service.example', false],
  ])('%s: %s', (baseUrl, expected) => {
    expect(isTestAddress(baseUrl)).toBe(expected)
  })
})

describe('requireCheckedCertificates', () => {
  it('refuses an environment in which no certificate is checked', () => {
    const error = catchError(() => requireCheckedCertificates({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }))
    expect(error).toMatchObject({ code: 'configuration', hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
  })

  it.each([{}, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }, { NODE_TLS_REJECT_UNAUTHORIZED: '' }])('accepts %j', (env) => {
    expect(() => requireCheckedCertificates(env)).not.toThrow()
  })
})

function catchError(act: () => unknown): BatchError {
  try {
    act()
  } catch (error) {
    if (error instanceof BatchError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
