import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Clock } from '../../support/clock.ts'
import { BatchError, codeOf } from '../../support/errors.ts'
import { type PageAsset, readAssets } from '../assets.ts'
import { sessionKeyHeader } from '../protocol.ts'
import { code, readJson } from '../request-schemas.ts'
import { uploadLimit } from '../uploads.ts'
import { ConnectionLimit } from './connection-limit.ts'
import { Presence } from './presence.ts'
import { checkRequest, securityHeaders } from './request-guard.ts'
import { SessionLogin } from './session-login.ts'

const defaultPagePort = 4020
const loopback = '127.0.0.1'
const mostConnections = 200

/** A port on the loopback interface, and the login of who comes there. What is behind it may change meanwhile. */
export class PageDoor {
  readonly login: SessionLogin
  readonly presence: Presence
  readonly #server: Server
  readonly #assets: ReadonlyMap<string, PageAsset> = readAssets()
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
      const head = { method: request.method ?? '', target: request.url ?? '', headers: request.headers }
      const refusal = checkRequest(head, { port, uploadLimit })
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
    for (const [path, { content, type }] of this.#assets) {
      app.get(path, (c) => c.body(content, 200, { 'Content-Type': type }))
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

  /** Streams of events would otherwise keep the server open. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
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
