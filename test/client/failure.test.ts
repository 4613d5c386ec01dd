import { describe, expect, it } from 'vitest'
import { describeFailure, describeTimeout } from '../rooms/client.ts'

describe('describeFailure', () => {
  it.each([
    ['ECONNREFUSED', 'the connection was refused'],
    ['UND_ERR_CONNECT_TIMEOUT', 'no connection was made in time'],
    ['CERT_HAS_EXPIRED', 'the certificate of the host was not accepted (CERT_HAS_EXPIRED)'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the host was not accepted (ERR_TLS_CERT_ALTNAME_INVALID)'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no encrypted connection could be made (ERR_SSL_WRONG_VERSION_NUMBER)'],
    ['HPE_INVALID_CONSTANT', 'the answer is not HTTP (HPE_INVALID_CONSTANT)'],
    ['constructor', 'the connection failed (constructor)'],
    ['EWHATEVER', 'the connection failed (EWHATEVER)'],
  ])('%s: %s', (code, message) => {
    expect(describeFailure({ code })).toEqual({ code, message })
  })

  it('repeats no message of a library', () => {
    const error = Object.assign(new TypeError('Bearer abc is not a header'), { code: 'EWHATEVER' })
    expect(describeFailure(error)).toEqual({ code: 'EWHATEVER', message: 'the connection failed (EWHATEVER)' })
    expect(describeFailure('Bearer abc')).toEqual({ code: 'Error', message: 'the connection failed (Error)' })
  })

  it.each([
    new TypeError('Bearer abc: connect is not a function'),
    new RangeError('Bearer abc'),
    Object.assign(new Error('Bearer abc'), { name: 'InvalidArgumentError', code: 'UND_ERR_INVALID_ARG' }),
  ])('tells a mistake in the program from a failure of the network: $name', (error) => {
    expect(describeFailure(error)).toEqual({
      code: error.name,
      message: `a mistake in the program (${error.name})`,
      defect: error,
    })
  })

  it('reads the status of a proxy that refuses, which undici gives no code', () => {
    const error = new Error('Proxy response (407) !== 200 when HTTP Tunneling')
    expect(describeFailure(error)).toEqual({
      code: 'PROXY_407',
      message: 'the proxy refused the connection with HTTP 407',
    })
  })
})

it('a time-out says its length', () => {
  expect(describeTimeout(45_000).message).toBe('the request timed out after 45 s')
})
