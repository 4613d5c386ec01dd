import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { BatchError, codeOf } from '../../support/errors.ts'
import { readAssets } from '../assets.ts'
import type { PageSettings } from '../page-settings.ts'
import { sessionKeyHeader } from '../protocol/protocol.ts'
import type { LinkRequest, RunningPage } from '../running-page.ts'
import { Uploads, uploadLimit } from '../uploads.ts'
import { Workspace } from '../workspace.ts'
import { ConnectionLimit } from './connection-limit.ts'
import { Presence, waitUntilIdle } from './presence.ts'
import { checkRequest, securityHeaders } from './request-guard.ts'
import { buildRoutes } from './routes.ts'
import { SessionLogin } from './session-login.ts'

const defaultPagePort = 4020
const loopback = '127.0.0.1'

export interface PageServerOptions extends PageSettings {
  /** Undefined: the usual port, else any free one. */
  port: number | undefined
  /** The first sheet to open. */
  input: string | undefined
  /** The earlier link no longer opens the page: this is its replacement. */
  onNewLink(link: string): void
  /** Where the next start of the program finds this page; undefined: it does not. */
  running: RunningPage | undefined
}

export interface PageServer {
  /** A link that opens the page once. The earlier one expires. */
  makeLink(): string
  readonly isRunning: boolean
  /** Resolves when the server has closed, by itself or by `close`. */
  ended: Promise<void>
  /** Stops sending, waits for requests in flight and the output, then closes. */
  close(): Promise<void>
}

/**
 * Serves the page on the loopback interface until it is closed, or has no viewer for an hour; never closes during a run.
 * @throws BatchError when the port is taken, or another start was faster
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { clock, logger } = options
  const assets = readAssets()
  const server = await listenOn(options.port)
  const { port } = server.address() as AddressInfo
  try {
    options.running?.register(port)
  } catch (error) {
    await stopListening(server)
    throw error
  }
  const connections = new ConnectionLimit(server, mostConnections)
  const login = new SessionLogin(clock)
  const presence = new Presence(clock)
  const workspace = new Workspace(options)
  const uploads = new Uploads(options.folder)
  uploads.keepOnly(workspace.filesInUse)
  const makeLink = (): string => `http://${loopback}:${port}/#k=${login.makeCode()}`
  const onKeyRevoked = (): void => options.onNewLink(makeLink())
  const onSecondStart = (asked: LinkRequest): object | undefined => {
    const answer = options.running?.answer(asked, () => login.makeCode())
    if (answer !== undefined && asked.input !== '') void workspace.openFile(asked.input)
    return answer
  }
  const served = { settings: options, assets, login, workspace, uploads, presence, clock, logger }
  const app = buildRoutes({ ...served, onSecondStart, onKeyRevoked })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (login.isValidKey(request.headers[sessionKeyHeader]?.toString())) connections.keep(request.socket, response)
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    const head = { method: request.method ?? '', target: request.url ?? '', headers: request.headers }
    const refusal = checkRequest(head, { port, uploadLimit })
    if (refusal === undefined) return listener(request, response)
    response.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' })
    return response.end(JSON.stringify({ reason: refusal.reason }))
  })
  const watching = new AbortController()
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= (async () => {
      watching.abort()
      workspace.sending.currentRun?.stop()
      await workspace.sending.whenIdle
      await stopListening(server)
      options.running?.remove()
      uploads.close(workspace.draftFiles)
    })()
    return closing
  }
  const isBusy = (): boolean => workspace.isBusy
  const ended = waitUntilIdle(presence, { clock, isBusy, signal: watching.signal }).then(close)
  void workspace.monitor.refresh()
  void workspace.monitor.pollUntil(watching.signal)
  if (options.input !== undefined) void workspace.openFile(options.input)
  return {
    makeLink,
    get isRunning() {
      return workspace.sending.isRunning
    },
    ended,
    close,
  }
}

const mostConnections = 200

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

/** Streams of events would otherwise keep the server open. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
