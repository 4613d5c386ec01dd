import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type EndpointName, endpoints } from '../../contract/envelope.ts'
import type { Clock } from '../../support/clock.ts'
import { errorAnswer } from '../answer.ts'
import { ownMessages } from '../own-messages.ts'
import { apiPath } from '../paths.ts'
import { type OriginalAnswer, playFault, type SocketRequest } from './apply-fault.ts'
import { chooseFault, type Fault } from './choose.ts'
import { ConnectionGate } from './connection-gate.ts'
import type { FaultKind } from './kinds.ts'
import { RequestLimiter } from './limits.ts'
import { type FaultPlan, operationNames } from './plan.ts'

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

export interface FaultyService {
  listener: RequestListener
  count: FaultCount
  /** Call before the server is closed. */
  stop(): void
}

/** Injects faults on the real socket, before the service. Pages are never affected. */
export function createFaultyService({ plan, server, clock, listener, fetch }: FaultParts): FaultyService {
  const gate = new ConnectionGate(server, clock)
  const limiter = new RequestLimiter(plan.limits)
  const count: FaultCount = { requests: 0, limited: 0, played: new Map() }
  const sequences: Record<EndpointName, number> = { create: 0, retrieve: 0, update: 0, invite: 0 }
  const ended = new AbortController()

  async function applyFault(request: SocketRequest, fault: Fault): Promise<void> {
    const { incoming, outgoing } = request
    const { kind } = fault
    if (kind === 'refuse') {
      outgoing.setHeader('Connection', 'close')
      outgoing.once('close', () => void gate.closeFor(fault.ms))
      listener(incoming, outgoing)
      return
    }
    const body = await buffer(incoming)
    const answer = fault.isProcessed ? await process(incoming, body, fetch) : undefined
    if (kind === 'slow') await clock.sleep(fault.ms, ended.signal)
    playFault(request, { ...fault, kind }, answer)
  }

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const operation = operationOf(incoming)
    if (operation === undefined) {
      listener(incoming, outgoing)
      return
    }
    count.requests += 1
    // A connection that stays open would hide the closed port.
    if (gate.isClosed) outgoing.setHeader('Connection', 'close')
    const refusal = limiter.enter(clock.now())
    if (refusal !== undefined) {
      count.limited += 1
      incoming.resume()
      if (refusal.kind === 'rate') outgoing.setHeader('Retry-After', refusal.retryAfterMs / 1000)
      outgoing.writeHead(429, { 'Content-Type': 'application/json' })
      outgoing.end(JSON.stringify(errorAnswer(ownMessages.tooMany)))
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
    stop() {
      gate.stayClosed()
      ended.abort()
    },
  }
}

function operationOf({ method, url }: IncomingMessage): EndpointName | undefined {
  return method === 'POST' ? operationNames.find((name) => url === `${apiPath}/${endpoints[name]}`) : undefined
}

async function process(incoming: IncomingMessage, body: Buffer, fetch: FaultParts['fetch']): Promise<OriginalAnswer> {
  const { host = 'localhost', authorization = '' } = incoming.headers
  const headers = { 'Content-Length': String(body.length), Authorization: authorization }
  const response = await fetch(
    new Request(`http://${host}${incoming.url}`, { method: 'POST', headers, body: new Uint8Array(body) }),
  )
  return { status: response.status, body: await response.text() }
}
