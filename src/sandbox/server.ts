import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { type Clock, systemClock } from '../support/clock.ts'
import { BatchError, codeOf } from '../support/errors.ts'
import { type Logger, silentLogger } from '../support/logger.ts'
import { type Random, systemRandom } from '../support/random.ts'
import { ownMessages, sendError } from './answer.ts'
import { buildApp } from './app.ts'
import { defaultSandboxConfig, type SandboxCompany, type SandboxConfig, type SandboxLists } from './config.ts'
import { apiPath, type ReadyAfter } from './context.ts'
import { createFaultyService, type FaultCount } from './faults/listener.ts'
import type { FaultPlan } from './faults/plan.ts'
import { createId } from './ids.ts'
import { type MailDestination, openOutbox, openSmtpMailer } from './mail/mailer.ts'
import { openSandboxStore, type SandboxStore } from './store/store.ts'

export interface SandboxOptions {
  /** On the loopback interface. @default 0, any free port */
  port?: number
  /** Data file, created when missing. @default `:memory:`, no data is kept */
  data?: string
  /** Companies and lists. @default two companies, Acme and Globex, each with an approver */
  config?: SandboxConfig
  /** From creation until the scores are ready. @default 500 to 3,000 */
  readyAfterMs?: ReadyAfter
  /** Mail server for invitations, e.g. `smtp://127.0.0.1:2525`. @default none, they go to `outbox` */
  smtp?: string
  /** Folder for invitations as `.eml` files. @default `outbox` beside the data file; `output/outbox` for `:memory:` */
  outbox?: string
  /** Faults to inject, e.g. `reset-after=1%,503=2%,seed=7`. @default none */
  faults?: string
  logger?: Logger
}

export interface Sandbox {
  /** The service's base address, e.g. `http://127.0.0.1:4010/version-test/api/1.1/wf`. */
  baseUrl: string
  /** As known at start, staff of earlier invitations included. */
  companies: readonly SandboxCompany[]
  lists: SandboxLists
  /** Stops answering and closes the data file. */
  close(): Promise<void>
}

export interface ServingOptions extends Omit<SandboxOptions, 'faults'> {
  faults?: FaultPlan
  clock?: Clock
  /** Source of identifiers. The sandbox never gives one twice, even when the source repeats a value. */
  random?: Random
}

/** Also for tests and verdicts. */
export interface OpenSandbox extends Sandbox {
  invitationsTo: MailDestination
  store: SandboxStore
  /** Counts of injected faults; undefined without a plan. */
  faultCount: FaultCount | undefined
}

const inMemory = ':memory:'
const loopback = '127.0.0.1'
const closeGraceMs = 500

/** @throws BatchError, as `startSandbox` does. */
export async function openSandbox(options: ServingOptions = {}): Promise<OpenSandbox> {
  const {
    port = 0,
    data = inMemory,
    clock = systemClock,
    random = systemRandom,
    config = defaultSandboxConfig,
  } = options
  const mailer =
    options.smtp === undefined ? openOutbox(chooseOutbox(data, options.outbox)) : openSmtpMailer(options.smtp)
  const store = openSandboxStore(data)
  try {
    const companies = config.companies.map((company) => enrolCompany(company, store, clock, random))
    const server = await listen(port)
    const origin = `http://${loopback}:${(server.address() as AddressInfo).port}`
    const context = {
      store,
      lists: config.lists,
      readyAfterMs: options.readyAfterMs ?? { min: 500, max: 3000 },
      clock,
      random,
      mailer,
      logger: options.logger ?? silentLogger,
      origin,
    }
    const nameByToken = new Map(companies.map(({ token, name }) => [token, name]))
    const app = buildApp(context, (token) => nameByToken.get(token))
    // The listener replaces the global Request and Response by compatible, faster ones (half as many requests again).
    const listener = getRequestListener(app.fetch)
    const { faults: plan } = options
    const fetch = (request: Request) => app.fetch(request)
    const faulty = plan === undefined ? undefined : createFaultyService({ plan, server, clock, listener, fetch })
    server.on('request', requireOwnHost(faulty?.listener ?? listener))
    return {
      baseUrl: `${origin}${apiPath}`,
      companies,
      lists: config.lists,
      invitationsTo: mailer.destination,
      store,
      faultCount: faulty?.count,
      close: async () => {
        faulty?.stop()
        // First: withdrawing an invitation that hangs in a mail server needs the open data file.
        await mailer.close()
        await stopServer(server)
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

function chooseOutbox(data: string, outbox: string | undefined): string {
  if (outbox !== undefined) return resolve(outbox)
  return data === inMemory ? resolve('output', 'outbox') : join(dirname(resolve(data)), 'outbox')
}

function enrolCompany(
  { name, token, staff }: SandboxConfig['companies'][number],
  store: SandboxStore,
  clock: Clock,
  random: Random,
): SandboxCompany {
  const nowMs = clock.now()
  for (const { staff_id, activated } of staff) {
    store.staff.ensure(name, { staffId: staff_id, userId: createId(nowMs, random), isActivated: activated }, nowMs)
  }
  const known = store.staff.list(name)
  return {
    name,
    token,
    staff: known.map(({ staffId, activatedAtMs }) => ({ staff_id: staffId, activated: activatedAtMs !== null })),
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, loopback)
  try {
    await once(server, 'listening')
    return server
  } catch (cause) {
    const code = codeOf(cause) ?? 'unknown reason'
    const reason = code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${code})`
    throw new BatchError('configuration', `port ${port} on ${loopback} ${reason}`, {
      hint: 'Give another one with --port, or 0 for any that is free.',
      cause,
    })
  }
}

/** Lets running answers finish, and cuts those that hang longer than a moment. */
function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
  })
}

const ownHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/**
 * Refuses requests to another host name (DNS rebinding). Otherwise a web page could call the sandbox from a person's
 * browser, and the sandbox's tokens are public.
 */
function requireOwnHost(listener: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    if (ownHost.test(request.headers.host ?? '')) return listener(request, response)
    response.setHeader('Connection', 'close')
    sendError(response, 403, ownMessages.foreignHost)
  }
}
