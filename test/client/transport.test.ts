import { channel } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTransport, type Exchange, Token, type Transport, type TransportOptions } from '../rooms/client.ts'
import { certificate, privateKey } from './certificate.ts'
import { answer, type Behaviour, type FaultServer, startFaultServer } from './fault-server.ts'

/** Longer than any test: the deadline passes when a test says so, and never because the machine is slow. */
const deadlineMs = 3_600_000
const timedOut = { code: 'TIMEOUT', message: 'the request timed out after 3600 s' }

const secret = 'very-s3cret-token'
const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function serve(behaviour: Behaviour): Promise<FaultServer> {
  const server = await startFaultServer(behaviour)
  cleanUps.push(() => server.close())
  return server
}

function open(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({
    baseUrl,
    token: new Token(secret),
    requestTimeoutMs: deadlineMs,
    connections: 4,
    env: {},
    ...options,
  })
  cleanUps.push(() => transport.close())
  return transport
}

/** Also holds every exchange of these tests to the promise that the token shows nowhere. */
async function post(transport: Transport, body = '{"a":1}'): Promise<Exchange> {
  const exchange = await transport.post('rwa_create', body)
  const shown = inspect(exchange, { depth: 9, showHidden: true }) + JSON.stringify(exchange)
  expect(shown).not.toContain(secret)
  return exchange
}

/** Gives what lets the deadlines of all requests so far pass at one moment. */
function holdDeadlines(): () => void {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  return () => {
    for (const [pass, ms] of timers.mock.calls.splice(0)) if (ms === deadlineMs) pass()
  }
}

/** Posts once; the deadline passes when something has happened. */
async function postUntil(happened: () => Promise<unknown>, transport: Transport): Promise<Exchange> {
  const passDeadlines = holdDeadlines()
  const exchange = post(transport)
  await happened()
  passDeadlines()
  return exchange
}

/** Resolves when a client has read a piece of an answer's body. */
function bodyRead(): Promise<void> {
  const pieces = channel('undici:request:bodyChunkReceived')
  return new Promise((resolve) => {
    const onPiece = (): void => {
      pieces.unsubscribe(onPiece)
      resolve()
    }
    pieces.subscribe(onPiece)
  })
}

const closeDelimited = 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'
const success = '{"status":"success","response":{"assessment_id":"a1"}}'

describe('a request', () => {
  it('is one POST of JSON with the token, below the base address', async () => {
    const server = await serve({ onRequest: (socket) => socket.write(answer(200, success)) })
    const exchange = await post(open(`${server.origin}/version-test`), '{"é":1}')
    expect(exchange).toMatchObject({ isStarted: true, status: 200, body: success, isWhole: true, failure: undefined })
    const [head, body] = server.requests[0]?.split('\r\n\r\n') ?? []
    expect(head?.split('\r\n')).toEqual([
      'POST /version-test/rwa_create HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'connection: keep-alive',
      `authorization: Bearer ${secret}`,
      'content-type: application/json',
      'accept: application/json',
      'user-agent: rwa-batch',
      'content-length: 8',
    ])
    expect(Buffer.from(body ?? '', 'latin1').toString()).toBe('{"é":1}')
  })

  it('keeps what the answer needs: headers, and characters cut across packets', async () => {
    const body = Buffer.from('{"name":"Zoë €"}')
    const server = await serve({
      onRequest: (socket) => {
        const head = `HTTP/1.1 503 X\r\nretry-after: 3\r\nRetry-After: 4\r\nlocation: /x\r\ncontent-length: ${body.length}\r\n\r\n`
        writeInTurns(socket, [head, ...[...body].map((byte) => Buffer.of(byte))])
      },
    })
    const exchange = await post(open(server.origin))
    expect(exchange).toMatchObject({ status: 503, retryAfter: '3', location: '/x', body: body.toString() })
  })

  it('tells when it was sent and answered', async () => {
    const times = [10, 20, 30]
    const server = await serve({ onRequest: (socket) => socket.write(answer(200, '')) })
    const exchange = await post(open(server.origin, { clock: { now: () => times.shift() ?? 0 } }))
    expect(exchange).toMatchObject({ sentAtMs: 20, answeredAtMs: 30 })
  })

  it('takes no interim answer for the answer', async () => {
    const server = await serve({
      onRequest: (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${answer(200, success)}`),
    })
    expect(await post(open(server.origin))).toMatchObject({ status: 200, body: success })
  })

  it('uses a connection again', async () => {
    const server = await serve({ onRequest: (socket) => socket.write(answer(200, success)) })
    const transport = open(server.origin, { connections: 1 })
    for (let count = 0; count < 5; count++) expect(await post(transport)).toMatchObject({ isWhole: true })
    expect([server.connections, server.requests.length]).toEqual([1, 5])
  })

  it.each([0, 0.4, Number.NaN, 86_400_001, 9_999 * 3_600_000])('has no time-out of %d ms', (requestTimeoutMs) => {
    expect(() => open('https://service.example', { requestTimeoutMs })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    )
  })

  it('never takes an answer too many, which came while its connection was idle, for the next one', async () => {
    const sockets: Socket[] = []
    const server = await serve({
      onRequest: (socket) => {
        sockets.push(socket)
        socket.write(answer(200, success))
      },
    })
    const transport = open(server.origin, { connections: 1 })
    for (let count = 1; count <= 3; count += 1) {
      expect(await post(transport)).toMatchObject({ isWhole: true, body: success })
      sockets.at(-1)?.write(answer(200, success.replace('a1', 'of-another')))
      await server.until(() => server.ended === count)
    }
    expect([server.connections, server.requests.length]).toEqual([3, 3])
  })

  it('keeps no connection idle for longer than a second, even when the server offers more', async () => {
    const server = await serve({
      onRequest: (socket) => socket.write(answer(200, success, 'keep-alive: timeout=600\r\n')),
    })
    await post(open(server.origin))
    // Steps, not time passed: whatever stalls them stalls the timers of the client too.
    for (let step = 0; step < 6 && server.ended === 0; step += 1) await sleep(500)
    expect(server.ended).toBe(1)
  })

  // On a busy machine even this machine's own network may bring the answer too late.
  it('takes an answer that lay unread when its deadline passed, as after a machine stood still', {
    retry: 20,
  }, async () => {
    const passDeadlines = holdDeadlines()
    const server = await serve({
      onRequest: (socket) =>
        socket.write(answer(200, success), () => {
          setTimeout(passDeadlines, 1)
          // Nothing is read meanwhile, so the timer is due first.
          for (const start = performance.now(); performance.now() - start < 5; );
        }),
    })
    expect(await post(open(server.origin))).toMatchObject({ isWhole: true, body: success })
  })

  it('never uses more connections than allowed', async () => {
    const server = await serve({ onRequest: (socket) => setImmediate(() => socket.write(answer(200, success))) })
    const transport = open(server.origin, { connections: 2 })
    const exchanges = await Promise.all(Array.from({ length: 20 }, () => post(transport)))
    expect(exchanges.every((exchange) => exchange.isWhole)).toBe(true)
    expect(server.connections).toBe(2)
  })

  it('follows no redirect, and the token goes to no other address', async () => {
    const other = await serve({ onRequest: (socket) => socket.write(answer(200, success)) })
    const server = await serve({
      onRequest: (socket) => socket.write(answer(307, '', `location: ${other.origin}/rwa_create\r\n`)),
    })
    const exchange = await post(open(server.origin))
    expect(exchange).toMatchObject({ status: 307, location: `${other.origin}/rwa_create`, isWhole: true })
    expect(other.connections).toBe(0)
    expect(server.requests).toHaveLength(1)
  })
})

describe('a fault before the start is witnessed as not sent', () => {
  it('refused', async () => {
    const server = await serve({})
    await server.close()
    expect(await post(open(server.origin))).toMatchObject({
      isStarted: false,
      status: undefined,
      failure: { code: 'ECONNREFUSED', message: 'the connection was refused' },
    })
  })

  it('a name that does not exist', async () => {
    const exchange = await post(open('https://service.invalid'))
    expect(exchange).toMatchObject({
      isStarted: false,
      failure: { message: expect.stringContaining('name of the host') },
    })
  })

  it('a certificate that nobody vouches for', async () => {
    const { baseUrl, requests } = await serveTls()
    const exchange = await post(open(baseUrl))
    expect(exchange).toMatchObject({
      isStarted: false,
      failure: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: expect.stringContaining('certificate') },
    })
    expect(requests).toEqual([])
  })

  it('a server that does not speak TLS', async () => {
    const server = await serve({ onConnect: (socket) => socket.write('220 hello\r\n') })
    const exchange = await post(open(server.origin.replace('http', 'https')))
    expect(exchange).toMatchObject({ isStarted: false, failure: { message: expect.stringContaining('encrypted') } })
  })

  it('hung up during the TLS handshake', async () => {
    const server = await serve({ onConnect: (socket) => socket.once('data', () => socket.end()) })
    const exchange = await post(open(server.origin.replace('http', 'https')))
    expect(exchange).toMatchObject({ isStarted: false, status: undefined })
    expect(server.connections).toBe(1)
  })

  it('a connection that comes to nothing until the deadline, and then still is not used', async () => {
    const held: Socket[] = []
    const server = await serve({ onConnect: (socket) => held.push(socket) })
    const transport = open(server.origin.replace('http', 'https'))
    const exchange = await postUntil(() => server.until(() => held.length === 1), transport)
    expect(exchange).toMatchObject({ isStarted: false, failure: timedOut })
  })

  it('a transport that was closed', async () => {
    const server = await serve({})
    const transport = open(server.origin)
    await transport.close()
    expect(await post(transport)).toMatchObject({ isStarted: false })
    expect(server.connections).toBe(0)
  })

  it('a path that cannot be sent', async () => {
    const server = await serve({})
    expect(await open(server.origin).post('a b', '{}')).toMatchObject({
      isStarted: false,
      failure: { code: 'InvalidArgumentError', defect: expect.any(Error) },
    })
    expect(server.connections).toBe(0)
  })
})

describe('a request that is queued behind another', () => {
  it('can never start after its deadline', async () => {
    const server = await serve({
      onRequest: (socket) => {
        if (server.requests.length > 1) socket.write(answer(200, success))
      },
    })
    const transport = open(server.origin, { connections: 1 })
    const passDeadlines = holdDeadlines()
    const exchanges = Promise.all([post(transport, '1'), post(transport, '2')])
    await server.until(() => server.requests.length === 1)
    passDeadlines()
    const [first, second] = await exchanges
    expect(first).toMatchObject({ isStarted: true, failure: { code: 'TIMEOUT' } })
    expect(second).toMatchObject({ isStarted: false, failure: { code: 'TIMEOUT' } })
    // The third has waited behind the second in undici's queue.
    expect(await post(transport, '3')).toMatchObject({ isWhole: true })
    expect(server.requests.map((request) => request.at(-1))).toEqual(['1', '3'])
  })
})

describe('a fault after the start is witnessed as sent', () => {
  const rows: [
    name: string,
    behaviour: Behaviour,
    expected: Partial<Omit<Exchange, 'failure'>> & { failure?: object },
  ][] = [
    ['accepted, then closed', { onConnect: (socket) => socket.end() }, { status: undefined }],
    ['read, then closed', { onRequest: (socket) => socket.end() }, { failure: { code: 'UND_ERR_SOCKET' } }],
    ['read, then reset', { onRequest: (socket) => socket.resetAndDestroy() }, { failure: { code: 'ECONNRESET' } }],
    ['read, then silent', { onRequest: () => {} }, { failure: timedOut }],
    ['half a head', { onRequest: (socket) => socket.write('HTTP/1.1 20') }, { failure: timedOut, status: undefined }],
    ['no HTTP', { onRequest: (socket) => socket.end('hello\r\n\r\n') }, { status: undefined }],
    [
      'a body cut by an end',
      { onRequest: (socket) => socket.end(answer(200, success).slice(0, -10)) },
      { status: 200, body: success.slice(0, -10) },
    ],
    [
      'a body cut by a reset',
      { onRequest: (socket) => socket.write(answer(200, success).slice(0, -10), () => socket.resetAndDestroy()) },
      {},
    ],
    [
      'a chunked body cut by an end',
      { onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"sta') },
      { status: 200, body: '{"sta' },
    ],
    [
      'a body that stops',
      { onRequest: (socket) => socket.write(answer(200, success).slice(0, -10)) },
      { status: 200, body: success.slice(0, -10), failure: timedOut },
    ],
    [
      'an interim answer, then silence',
      { onRequest: (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n') },
      { status: undefined, failure: timedOut },
    ],
    [
      'a head without end',
      { onRequest: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`) },
      { failure: { code: 'UND_ERR_HEADERS_OVERFLOW' } },
    ],
  ]

  it.each(rows)('%s', async (_, behaviour, expected) => {
    const server = await serve(behaviour)
    const transport = open(server.origin)
    const happened = expected.status === 200 ? bodyRead : () => server.until(() => server.requests.length === 1)
    const exchange = await (expected.failure === timedOut ? postUntil(happened, transport) : post(transport))
    expect(exchange).toMatchObject({ isStarted: true, isWhole: false, failure: { message: expect.any(String) } })
    expect(exchange).toMatchObject(expected)
    expect(server.requests.length).toBeLessThanOrEqual(1)
  })

  it('a body that is fed a byte at a time hits the deadline', async () => {
    const server = await serve({
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
        const timer = setInterval(() => socket.write('x'), 5)
        socket.on('close', () => clearInterval(timer))
      },
    })
    let exchange: Exchange
    let requestTimeoutMs = 50
    do {
      requestTimeoutMs *= 2
      exchange = await post(open(server.origin, { requestTimeoutMs }))
      expect(exchange).toMatchObject({ isWhole: false, failure: { code: 'TIMEOUT' } })
      // A slow machine may have read nothing yet.
    } while (exchange.body === '')
    expect(exchange).toMatchObject({ isStarted: true, status: 200, body: expect.stringMatching(/^x+$/) })
  })

  it('a body beyond 1 MiB is cut there', async () => {
    const server = await serve({
      onRequest: (socket) => {
        socket.write(`${closeDelimited}`)
        const chunk = 'y'.repeat(100_000)
        const more = (): void => {
          if (!socket.destroyed) socket.write(chunk, more)
        }
        more()
      },
    })
    const exchange = await post(open(server.origin))
    expect(exchange).toMatchObject({
      isStarted: true,
      isWhole: false,
      failure: { code: 'TOO_LARGE', message: 'the answer is larger than 1 MiB' },
    })
    expect(exchange.body.length).toBe(1024 * 1024)
  })

  it('a body of 1 MiB is taken', async () => {
    const server = await serve({ onRequest: (socket) => socket.write(answer(200, 'z'.repeat(1024 * 1024))) })
    const exchange = await post(open(server.origin))
    expect([exchange.isWhole, exchange.body.length]).toEqual([true, 1024 * 1024])
  })

  it('a body that ends with its connection looks whole, though it may be cut', async () => {
    const server = await serve({ onRequest: (socket) => socket.end(closeDelimited + success.slice(0, -5)) })
    expect(await post(open(server.origin))).toMatchObject({ isWhole: true, body: success.slice(0, -5) })
  })

  it('a transport that is closed meanwhile', async () => {
    const server = await serve({ onRequest: () => void transport.close() })
    const transport = open(server.origin)
    expect(await post(transport)).toMatchObject({ isStarted: true, isWhole: false })
  })

  it('one lost connection leaves the others alone', async () => {
    const server = await serve({
      onRequest: (socket, request) =>
        request.endsWith('"bad"') ? socket.resetAndDestroy() : socket.write(answer(200, success)),
    })
    const transport = open(server.origin, { connections: 3 })
    const exchanges = await Promise.all(['"a"', '"bad"', '"b"', '"c"'].map((body) => post(transport, body)))
    expect(exchanges.map((exchange) => exchange.isWhole)).toEqual([true, false, true, true])
    expect(server.requests).toHaveLength(4)
  })
})

describe('accepted, then reset', () => {
  it('is told by the witness either way, and never sent again', async () => {
    const server = await serve({ onConnect: (socket) => socket.resetAndDestroy() })
    const transport = open(server.origin)
    for (let count = 0; count < 20; count++) {
      const exchange = await post(transport)
      expect(exchange.isWhole).toBe(false)
    }
    expect(server.requests).toEqual([])
    expect(server.connections).toBe(20)
  })
})

describe('TLS', () => {
  it('carries a request to a host whose certificate is vouched for', async () => {
    const { baseUrl, requests } = await serveTls()
    const exchange = await post(open(baseUrl, { certificateAuthority: certificate }))
    expect(exchange).toMatchObject({ isStarted: true, isWhole: true, body: success })
    expect(requests).toHaveLength(1)
  })

  it('is never without checks', () => {
    expect(() => open('https://service.example', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })).toThrow(
      expect.objectContaining({ code: 'configuration' }),
    )
  })
})

describe('a proxy', () => {
  const target = 'https://service.example:8443/api'
  const password = 'pr0xy-pass'

  async function openThrough(behaviour: Behaviour): Promise<[FaultServer, Transport]> {
    const proxy = await serve(behaviour)
    const env = { HTTPS_PROXY: `http://user:${password}@127.0.0.1:${proxy.port}` }
    return [proxy, open(target, { env, certificateAuthority: certificate })]
  }

  it('carries a request, and sees neither the token nor the request', async () => {
    const { port, requests } = await serveTls()
    const [proxy, transport] = await openThrough({
      onRequest: (socket) => {
        socket.removeAllListeners('data')
        const tunnel = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'))
        tunnel.on('error', () => {})
        tunnel.pipe(socket).pipe(tunnel)
      },
    })
    expect(await post(transport)).toMatchObject({ isStarted: true, isWhole: true, body: success })
    expect(requests).toHaveLength(1)
    expect(proxy.requests).toHaveLength(1)
    expect(proxy.requests[0]).toMatch(/^CONNECT service\.example:8443 HTTP/)
    expect(proxy.requests[0]).not.toContain(secret)
  })

  const faults: [name: string, behaviour: Behaviour, code: string][] = [
    ['that refuses with 403', { onRequest: (socket) => socket.end(answer(403, '')) }, 'PROXY_403'],
    ['that asks for a password', { onRequest: (socket) => socket.end(answer(407, '')) }, 'PROXY_407'],
    ['that cannot reach the host', { onRequest: (socket) => socket.end(answer(502, 'no route')) }, 'PROXY_502'],
    ['that hangs up', { onRequest: (socket) => socket.end() }, 'PROXY_CLOSED'],
    ['that hangs up at once', { onConnect: (socket) => socket.end() }, 'PROXY_CLOSED'],
    ['that resets', { onRequest: (socket) => socket.resetAndDestroy() }, 'ECONNRESET'],
    ['that is silent', { onRequest: () => {} }, 'TIMEOUT'],
  ]

  it.each(faults)('%s is witnessed as not sent', async (_, behaviour, code) => {
    const [proxy, transport] = await openThrough(behaviour)
    const asked = (): Promise<void> => proxy.until(() => proxy.requests.length === 1)
    const exchange = await (code === 'TIMEOUT' ? postUntil(asked, transport) : post(transport))
    expect(exchange).toMatchObject({ isStarted: false, status: undefined, failure: { code } })
    expect(inspect(exchange)).not.toContain(password)
    expect(proxy.connections).toBe(1)
  })

  it('that is not there is witnessed as not sent', async () => {
    const [proxy, transport] = await openThrough({})
    await proxy.close()
    expect(await post(transport)).toMatchObject({ isStarted: false, failure: { code: 'ECONNREFUSED' } })
  })

  it('is not used for what NO_PROXY names', async () => {
    const proxy = await serve({})
    const env = { https_proxy: proxy.origin, no_proxy: 'service.invalid' }
    expect(await post(open('https://service.invalid', { env }))).toMatchObject({ isStarted: false })
    expect(proxy.connections).toBe(0)
  })

  it('is not used for this machine', async () => {
    const proxy = await serve({})
    const server = await serve({ onRequest: (socket) => socket.write(answer(200, success)) })
    const env = { HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin }
    expect(await post(open(server.origin, { env }))).toMatchObject({ isWhole: true })
    expect(proxy.connections).toBe(0)
  })

  it('may be written without http://', async () => {
    const proxy = await serve({ onRequest: (socket) => socket.end(answer(403, '')) })
    const exchange = await post(open(target, { env: { HTTPS_PROXY: `127.0.0.1:${proxy.port}` } }))
    expect(exchange).toMatchObject({ failure: { code: 'PROXY_403' } })
  })

  it.each(['http://', 'ftp://proxy', `http://user:${password}%@proxy`, `http://user:${password}@`])(
    'whose address is %s is refused, without showing it',
    (address) => {
      expect(() => open(target, { env: { HTTPS_PROXY: address } })).toThrow(
        expect.objectContaining({ code: 'configuration', message: expect.not.stringContaining(password) }),
      )
    },
  )
})

describe('the token', () => {
  it('shows in no inspection of the transport or its options', async () => {
    const token = new Token(secret)
    const transport = open('https://service.invalid', { token })
    await post(transport)
    expect(inspect([transport, token], { depth: 9, showHidden: true })).not.toContain(secret)
  })
})

function writeInTurns(socket: Socket, parts: (string | Buffer)[]): void {
  const [first, ...others] = parts
  if (first === undefined) return
  socket.setNoDelay(true)
  socket.write(first, () => setImmediate(() => writeInTurns(socket, others)))
}

async function serveTls(): Promise<{ baseUrl: string; port: number; requests: string[] }> {
  const requests: string[] = []
  const server = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      requests.push(chunk.toString())
      socket.end(answer(200, success, 'connection: close\r\n'))
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { baseUrl: `https://127.0.0.1:${port}`, port, requests }
}
