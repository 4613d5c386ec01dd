import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointName } from '../../contract/envelope.ts'
import { errorAnswer } from '../answer.ts'
import { parseBody, type RequestBody } from '../body.ts'
import { ownMessages } from '../own-messages.ts'
import type { Fault } from './choose.ts'

export interface SocketRequest {
  incoming: IncomingMessage
  outgoing: ServerResponse
  operation: EndpointName
}

export interface OriginalAnswer {
  status: number
  body: string
}

const jsonType = { 'Content-Type': 'application/json' }
const oversizeBytes = 1024 * 1024 + 1
const page =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502 Bad gateway</h1><p>The proxy got no answer in time.</p></body></html>'

export function replaceAnswer({ incoming, outgoing }: SocketRequest, fault: Fault): void {
  switch (fault.kind) {
    case 'reset-before':
      incoming.socket.resetAndDestroy()
      return
    case 'hang-before':
      return
    case '429':
    case '503':
      outgoing.setHeader('Retry-After', fault.ms / 1000)
      sendError(outgoing, Number(fault.kind), ownMessages.tooMany)
      return
    case '429-bare':
      sendError(outgoing, 429, ownMessages.tooMany)
      return
    default:
      sendFailure(outgoing, fault)
  }
}

export function distortAnswer(
  { incoming, outgoing, operation }: SocketRequest,
  fault: Fault,
  answered: OriginalAnswer,
): void {
  const { status, body } = answered
  switch (fault.kind) {
    case 'reset-after':
      incoming.socket.resetAndDestroy()
      return
    case 'hang':
      return
    case 'cut':
      cut(incoming, outgoing, fault, answered)
      return
    case 'bad-json':
      send(outgoing, status, body.replaceAll('"', "'"))
      return
    case 'huge':
      send(outgoing, status, body.replace(/\}$/, `,"padding":"${'x'.repeat(oversizeBytes)}"}`))
      return
    case 'no-id':
      send(outgoing, status, withoutIdentifier(operation, body))
      return
    case 'slow':
      send(outgoing, status, body)
      return
    default:
      sendFailure(outgoing, fault)
  }
}

/** Faults whose answer does not show if the request was processed. */
function sendFailure(outgoing: ServerResponse, { kind, isOtherForm }: Fault): void {
  if (kind === 'html') {
    outgoing.writeHead(isOtherForm ? 200 : 502, { 'Content-Type': 'text/html' })
    outgoing.end(page)
    return
  }
  const is503 = kind === '503-bare'
  sendError(outgoing, is503 ? 503 : 500, is503 ? ownMessages.tooMany : ownMessages.internal)
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { ...jsonType, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

function sendError(outgoing: ServerResponse, status: number, message: string): void {
  send(outgoing, status, JSON.stringify(errorAnswer(message)))
}

/** Half an answer: its length shows the cut, or it ends with its connection and looks whole. */
function cut(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault,
  { status, body }: OriginalAnswer,
): void {
  const half = body.slice(0, Math.ceil(body.length / 2))
  if (fault.isOtherForm) {
    incoming.socket.end(
      `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${half}`,
      () => incoming.socket.destroy(),
    )
    return
  }
  outgoing.writeHead(status, { ...jsonType, 'Content-Length': Buffer.byteLength(body) })
  outgoing.write(half, () => incoming.socket.destroy())
}

/** A refusal stays unchanged: it has no identifier to leave out. */
function withoutIdentifier(operation: EndpointName, body: string): string {
  const answer = parseBody(body)
  if (answer?.['status'] !== 'success') return body
  switch (operation) {
    case 'create':
      return JSON.stringify({ ...answer, response: without(answer['response'], 'assessment_id') })
    case 'invite':
      return JSON.stringify({ ...answer, response: without(answer['response'], 'user_id') })
    case 'retrieve':
      return JSON.stringify({ ...answer, data: without(answer['data'], 'assessmentId') })
    default:
      return JSON.stringify({ status: 'success' })
  }
}

function without(value: unknown, field: string): RequestBody {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => name !== field))
}
