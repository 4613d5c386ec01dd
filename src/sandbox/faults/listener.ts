import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type EndpointName, endpoints } from '../../contract/envelope.ts'
import type { Clock } from '../../support/clock.ts'
import { ownMessages, sendError } from '../answer.ts'
import { apiPath } from '../context.ts'
import { faultEffects, type Played } from './apply-fault.ts'
import { chooseFault, type Fault, type FaultKind, type FaultPlan, type HiddenLimits, operationNames } from './plan.ts'

export interface FaultCount {
  requests: number
  /** Refused because of a hidden limit. */
  limited: number
  played: Map<FaultKind, number>
}

export interface FaultParts {
  plan: FaultPlan
  server: Server
  clock: Clock
  listener: RequestListener
  /** Processes a request without answering it. */
  fetch(request: Request): Promise<Response> | Response
}

/** Injects faults on the real socket, before the service. Pages are never affected. */
export function createFaultyService({ plan, server, clock, listener, fetch }: FaultParts) {
  const limiter = new RequestLimiter(plan.limits)
  const count: FaultCount = { requests: 0, limited: 0, played: new Map() }
  const sequences: Record<EndpointName, number> = { create: 0, retrieve: 0, update: 0, invite: 0 }
  const ended = new AbortController()
  const gate = createGate(server, clock, ended.signal)

  async function applyFault(request: Pick<Played, 'incoming' | 'outgoing' | 'operation'>, fault: Fault): Promise<void> {
    const { incoming, outgoing } = request
    const { kind } = fault
    if (kind === 'refuse') {
      outgoing.setHeader('Connection', 'close')
      outgoing.once('close', () => void gate.closeFor(fault.ms))
      listener(incoming, outgoing)
      return
    }
    const body = await buffer(incoming)
    const answer = fault.isProcessed ? await process(incoming, body, fetch) : { status: 0, body: '' }
    if (kind === 'slow') await clock.sleep(fault.ms, ended.signal)
    faultEffects[kind]({ ...request, ...fault, ...answer })
  }

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const operation = operationOf(incoming)
    if (operation === undefined) {
      listener(incoming, outgoing)
      return
    }
    count.requests += 1
    // A connection that stays open would hide the closed port.
    if (gate.isClosed()) outgoing.setHeader('Connection', 'close')
    const refusal = limiter.enter(clock.now())
    if (refusal !== undefined) {
      count.limited += 1
      incoming.resume()
      if (refusal.kind === 'rate') outgoing.setHeader('Retry-After', refusal.retryAfterMs / 1000)
      sendError(outgoing, 429, ownMessages.tooMany)
      return
    }
    outgoing.once('close', () => limiter.leave())
    const fault = chooseFault(plan, operation, sequences[operation]++)
    if (fault === undefined) {
      listener(incoming, outgoing)
      return
    }
    count.played.set(fault.kind, (count.played.get(fault.kind) ?? 0) + 1)
    // A failure here is one of the caller's connection: no answer is possible.
    applyFault({ incoming, outgoing, operation }, fault).catch(() => outgoing.destroy())
  }

  return {
    listener: onRequest,
    count,
    /** Call before the server is closed. */
    stop: () => ended.abort(),
  }
}

function operationOf({ method, url }: IncomingMessage): EndpointName | undefined {
  return method === 'POST' ? operationNames.find((name) => url === `${apiPath}/${endpoints[name]}`) : undefined
}

async function process(
  incoming: IncomingMessage,
  body: Buffer,
  fetch: FaultParts['fetch'],
): Promise<Pick<Played, 'status' | 'body'>> {
  const { host = 'localhost', authorization = '' } = incoming.headers
  const headers = { 'Content-Length': String(body.length), Authorization: authorization }
  const response = await fetch(
    new Request(`http://${host}${incoming.url}`, { method: 'POST', headers, body: new Uint8Array(body) }),
  )
  return { status: response.status, body: await response.text() }
}

export type LimitRefusal = { kind: 'rate'; retryAfterMs: number } | { kind: 'in-flight' }

/** A rate limit tells when to come back, as most services do; a limit of requests in flight cannot. */
const rateRetryAfterMs = 1_000

/** Token bucket and count of requests in flight. Takes the time as a parameter. */
export class RequestLimiter {
  readonly #limits: HiddenLimits
  #tokens: number
  #filledAt: number | undefined
  #inFlight = 0

  constructor(limits: HiddenLimits) {
    this.#limits = limits
    this.#tokens = limits.rate?.burst ?? 0
  }

  /** Admits a request, which counts until `leave`, or returns the reason for the refusal. */
  enter(nowMs: number): LimitRefusal | undefined {
    const { rate, inFlight } = this.#limits
    if (inFlight !== undefined && this.#inFlight >= inFlight) return { kind: 'in-flight' }
    if (rate !== undefined) {
      const elapsedMs = Math.max(0, nowMs - (this.#filledAt ?? nowMs))
      this.#tokens = Math.min(rate.burst, this.#tokens + (elapsedMs * rate.perSecond) / 1000)
      this.#filledAt = nowMs
      if (this.#tokens < 1) return { kind: 'rate', retryAfterMs: rateRetryAfterMs }
      this.#tokens -= 1
    }
    this.#inFlight += 1
    return undefined
  }

  leave(): void {
    this.#inFlight -= 1
  }
}

const retryListenMs = 20

/** Closes the listening socket for a while: new connections are refused, open ones live on. */
function createGate(server: Server, clock: Clock, end: AbortSignal) {
  let isClosed = false

  function listen({ port, address }: AddressInfo): Promise<boolean> {
    return new Promise((resolve) => {
      const onError = (): void => resolve(false)
      server.once('error', onError)
      server.listen(port, address, () => {
        server.off('error', onError)
        resolve(true)
      })
    })
  }

  return {
    isClosed: () => isClosed,
    /** No effect on a closed gate. */
    async closeFor(ms: number): Promise<void> {
      if (isClosed || end.aborted) return
      isClosed = true
      const at = server.address() as AddressInfo
      // The HTTP server's own `close` would cut idle connections, and lose a request on its way there.
      Server.prototype.close.call(server)
      await clock.sleep(ms, end)
      while (!end.aborted && !(await listen(at))) await clock.sleep(retryListenMs, end)
      isClosed = false
    },
  }
}
