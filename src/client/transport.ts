import { type buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { type Clock, systemClock } from '../support/clock.ts'
import { BatchError, codeOf } from '../support/errors.ts'
import { type Environment, isLoopback, requireCheckedCertificates } from './base-url.ts'
import { type Exchange, ExchangeRecorder } from './exchange.ts'
import type { Token } from './token.ts'

const longestTimeoutMs = 24 * 60 * 60 * 1000

export interface TransportOptions {
  /** As `parseBaseUrl` returns it. */
  baseUrl: string
  /** Undefined: sent without one, which the service must refuse. */
  token: Token | undefined
  /** Limit; callers keep at most as many requests in flight, so that none waits here. */
  connections: number
  /** The only deadline of a request, from the call to the last byte of the answer; 24 hours at most. */
  requestTimeoutMs: number
  env: Environment
  /** PEM of one authority. Replaces the system's authorities; `NODE_EXTRA_CA_CERTS` adds to them. */
  certificateAuthority?: string | undefined
  clock?: Pick<Clock, 'now'>
}

export interface Transport {
  /** Sends one POST, once; sends nothing when `mayStart` says no. Never rejects: the failure is in the exchange. */
  post(path: string, body: string, mayStart?: () => boolean): Promise<Exchange>
  /** Cuts every connection; drain first. */
  close(): Promise<void>
}

/**
 * Nothing here replays a request: no retry agent, no HTTP/2, no pipelining, no redirects.
 * @throws BatchError `configuration` for unchecked certificates, a wrong time-out or a wrong proxy address
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, token, requestTimeoutMs, clock = systemClock } = options
  requireCheckedCertificates(options.env)
  requireValidTimeout(requestTimeoutMs)
  const dispatcher = createDispatcher(options)
  const { origin, pathname } = new URL(baseUrl)
  const prefix = pathname === '/' ? '/' : `${pathname}/`
  const json = 'application/json'
  const authorization = token === undefined ? [] : ['authorization', token.toAuthorization()]
  const headers = [...authorization, 'content-type', json, 'accept', json, 'user-agent', 'rwa-batch']
  const post: Transport['post'] = (path, body, mayStart) =>
    new Promise((resolve) => {
      const onEnd = (exchange: Exchange): void => {
        clearTimeout(deadline)
        resolve(exchange)
      }
      const recorder = new ExchangeRecorder(clock, onEnd, mayStart)
      const deadline = setTimeout(() => {
        recorder.forbidStart(requestTimeoutMs)
        // After a stall or a suspended machine the answer may lie in the socket: one turn of the loop reads it.
        setImmediate(() => recorder.expire())
      }, requestTimeoutMs)
      try {
        dispatcher.dispatch({ origin, path: prefix + path, method: 'POST', headers, body }, recorder)
      } catch (error) {
        recorder.fail(error)
      }
    })
  return { post, close: () => dispatcher.destroy() }
}

/** A longer time overflows the timer, which would fire at once and lose answers to processed requests. */
function requireValidTimeout(requestTimeoutMs: number): void {
  if (requestTimeoutMs >= 1 && requestTimeoutMs <= longestTimeoutMs) return
  throw new BatchError('configuration', `a request cannot time out after ${requestTimeoutMs} ms`, {
    hint: 'Give a time between 1 s and 24 h.',
  })
}

/** Connects directly, or through the proxy that the environment names. */
function createDispatcher(options: TransportOptions): Dispatcher {
  const { baseUrl, connections, requestTimeoutMs, env, certificateAuthority } = options
  const url = new URL(baseUrl)
  const tls = certificateAuthority === undefined ? {} : { ca: certificateAuthority }
  const shared = {
    connections,
    pipelining: 1,
    allowH2: false,
    // A socket that idles longer may close under the request, whose outcome would then be unknown.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    // The transport sets the only deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const httpProxy = readProxy(env, 'HTTP_PROXY')
  const httpsProxy = readProxy(env, 'HTTPS_PROXY')
  const connect = { ...tls, timeout: Math.min(10_000, requestTimeoutMs) }
  // A remote proxy cannot reach this machine, and would see the token of an unencrypted request.
  if (isLoopback(url.hostname) || (httpProxy === '' && httpsProxy === '')) {
    return new Pool(url.origin, { ...shared, connect })
  }
  return new EnvHttpProxyAgent({
    ...shared,
    httpProxy,
    httpsProxy,
    noProxy: env['no_proxy'] ?? env['NO_PROXY'] ?? '',
    connect,
    requestTls: tls,
    // undici has no other deadline for a proxy that stays silent after CONNECT.
    clientFactory: (origin, proxyOptions) =>
      new Pool(origin, { ...proxyOptions, headersTimeout: Math.min(15_000, requestTimeoutMs) }),
    factory: (origin, poolOptions: Pool.Options) => {
      const { connect } = poolOptions
      return new Pool(
        origin,
        typeof connect === 'function' ? { ...poolOptions, connect: failOnce(connect) } : poolOptions,
      )
    },
  })
}

/** Host and port of the proxy on the way to an address; undefined for a direct connection. */
export function findProxy(baseUrl: string, env: Environment): string | undefined {
  const { hostname } = new URL(baseUrl)
  const proxy = readProxy(env, 'HTTPS_PROXY') || readProxy(env, 'HTTP_PROXY')
  const exempt = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).map((entry) => entry.replace(/^\*?\./, ''))
  const isExempt = exempt.some(
    (entry) => entry === '*' || entry === hostname || (entry !== '' && hostname.endsWith(`.${entry}`)),
  )
  return proxy === '' || isExempt || isLoopback(hostname) ? undefined : new URL(proxy).host
}

/** Stops an endless loop in undici: after a proxy hangs up, it reconnects at once (3,500 times a second). */
function failOnce(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error === null) return callback(null, socket)
      const hangUp = Object.assign(new Error('hung up', { cause: error }), { code: 'PROXY_CLOSED' })
      callback(codeOf(error) === 'UND_ERR_SOCKET' ? hangUp : error, null)
    })
}

function readProxy(env: Environment, name: string): string {
  const text = (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  if (text === '') return ''
  const address = text.includes('://') ? text : `http://${text}`
  // A stray "%" in the proxy's user name or password would make undici throw.
  const isUsable = /^https?:/i.test(address) && URL.canParse(address) && !/%(?![0-9a-f]{2})/i.test(address)
  if (!isUsable) {
    // The value is not shown: it may hold a password.
    throw new BatchError('configuration', `${name} is not the address of an HTTP proxy.`, {
      hint: 'Write it as http://host:port, or unset it.',
    })
  }
  return address
}
