import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Clock } from '../../support/clock.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { readAssets } from '../assets.ts'
import { pageLanguage } from '../page-language.ts'
import { sessionKeyHeader } from '../protocol.ts'
import { code, readJson } from '../request-schemas.ts'
import { uploadLimit } from '../uploads.ts'
import { checkRequest, securityHeaders } from './request-guard.ts'
import { SessionLogin } from './session-login.ts'

const defaultPagePort = 4020
const loopback = '127.0.0.1'
const mostConnections = 200

export const idleTimeoutMs = 3_600_000
/** An open page asks again at least so often. */
export const keepAliveMs = 15_000

const checkIntervalMs = 60_000

/** A port on the loopback interface, and the login of who comes there. What is behind it may change meanwhile. */
export class PageDoor {
  readonly login: SessionLogin
  readonly presence: Presence
  readonly #server: Server
  readonly #assets = readAssets()
  #answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
    response.writeHead(503).end()

  /** `port` undefined: the usual one, else any free one. @throws BatchError when the port is taken. */
  static async open(port: number | undefined, clock: Clock): Promise<PageDoor> {
    return new PageDoor(await listenOn(port), clock)
  }

  private constructor(server: Server, clock: Clock) {
    this.#server = server
    this.login = new SessionLogin(clock)
    this.presence = new Presence(clock)
    const { port } = this
    const connections = new ConnectionLimit(server, mostConnections)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const isKnown = this.login.isValidKey(request.headers[sessionKeyHeader]?.toString())
      if (isKnown) connections.keep(request.socket, response)
      for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
      const refusal = checkRequest(request, { port, uploadLimit })
      if (refusal === undefined) return this.#answer(request, response)
      response.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' })
      return response.end(JSON.stringify({ reason: refusal.reason }))
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** A link that opens the page once. The earlier one expires. */
  makeLink(): string {
    return `http://${loopback}:${this.port}/#k=${this.login.makeCode()}`
  }

  /**
   * Serves the page itself and its login, then `withoutKey`, then with the key alone `withKey`. `onKeyRevoked`: a used
   * code came again. `onAnswered` is called after each answer.
   */
  serve(parts: {
    withoutKey?(app: Hono): void
    withKey(app: Hono): void
    onKeyRevoked(): void
    onAnswered?(): void
  }): void {
    const { login, presence } = this
    const app = new Hono()
    for (const [path, { contentIn, type }] of this.#assets) {
      const languageFor = (c: Context) => pageLanguage.findFor(c.req.header('Accept-Language'))
      app.get(path, (c) => c.body(contentIn(languageFor(c)), 200, { 'Content-Type': type }))
    }
    app.post('/api/session', async (c) => {
      const given = code.safeParse(await readJson(c))
      const exchange = given.success ? login.exchange(given.data.code) : ({ kind: 'refused' } as const)
      if (exchange.kind === 'used-again') parts.onKeyRevoked()
      return exchange.kind === 'key' ? c.json({ key: exchange.key }) : c.json({ reason: exchange.kind }, 403)
    })
    parts.withoutKey?.(app)
    app.use('/api/*', async (c, next) => {
      if (!login.isValidKey(c.req.header(sessionKeyHeader))) return c.json({ reason: 'no key' }, 401)
      presence.touch()
      pageLanguage.speak(c.req.header('Accept-Language'))
      return next()
    })
    parts.withKey(app)
    app.notFound((c) => c.json({ reason: 'not here' }, 404))
    const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    this.#answer = (request, response) => {
      response.once('close', () => parts.onAnswered?.())
      return listener(request, response)
    }
  }

  /** Requests that wait for a change would otherwise keep server and program open. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
      this.login.revoke()
    })
  }
}

/**
 * Any account of this machine may connect, and keep connections open: beyond `most`, the oldest one without the key goes,
 * so that the page's user still gets in.
 */
class ConnectionLimit {
  readonly #open = new Set<Socket>()
  /** In the order of their last request; without one, of their beginning. */
  readonly #strangers = new Set<Socket>()

  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      this.#strangers.add(socket)
      socket.once('close', () => this.#forget(socket))
      const [oldest = socket] = this.#strangers
      if (this.#open.size <= most) return
      this.#forget(oldest)
      oldest.destroy()
    })
  }

  /** While a request with the key is answered, its connection stays. */
  keep(socket: Socket, response: ServerResponse): void {
    this.#strangers.delete(socket)
    response.once('close', () => {
      if (this.#open.has(socket)) this.#strangers.add(socket)
    })
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket)
    this.#strangers.delete(socket)
  }
}

async function listenOn(port: number | undefined): Promise<Server> {
  if (port !== undefined) return listenAt(port)
  return listenAt(defaultPagePort).catch((error: unknown) => {
    if (error instanceof BatchError) return listenAt(0)
    throw error
  })
}

function listenAt(port: number): Promise<Server> {
  // Any account of this machine may connect: unfinished requests must not block the page's user.
  const server = createServer({ headersTimeout: 10_000, connectionsCheckingInterval: 2_000 })
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason = codeOf(error) === 'EADDRINUSE' ? 'is taken' : `cannot be used (${codeOf(error) ?? 'error'})`
      reject(new BatchError('configuration', `port ${port} on ${loopback} ${reason}`, { cause: error }))
    })
    server.listen(port, loopback, () => resolve(server))
  })
}

export async function waitUntilIdle(
  presence: Presence,
  { clock, isBusy, signal }: { clock: Clock; isBusy(): boolean; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted && !presence.isOver) {
    await clock.sleep(checkIntervalMs, signal)
    // The hour begins when the work is done.
    if (isBusy()) presence.touch()
  }
}

export class Presence {
  readonly #clock: Clock
  #seenAt: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#seenAt = clock.now()
  }

  touch(): void {
    this.#seenAt = this.#clock.now()
  }

  get hasViewer(): boolean {
    return this.#clock.now() - this.#seenAt < 2 * keepAliveMs
  }

  get isOver(): boolean {
    return this.#clock.now() - this.#seenAt >= idleTimeoutMs
  }
}
