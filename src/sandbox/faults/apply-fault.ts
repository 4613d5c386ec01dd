import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointName } from '../../contract/envelope.ts'
import { errorAnswer, ownMessages, parseBody, type RequestBody } from '../answer.ts'
import type { FaultKind } from './kinds.ts'
import type { Fault } from './plan.ts'

/** `status` and `body`: the service's own answer to a request that it processed. */
export interface Played extends Pick<Fault, 'ms' | 'isOtherForm'> {
  incoming: IncomingMessage
  outgoing: ServerResponse
  operation: EndpointName
  status: number
  body: string
}

const jsonType = { 'Content-Type': 'application/json' }
const oversizeBytes = 1024 * 1024 + 1
const page =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>502 Bad gateway</h1><p>The proxy got no answer in time.</p></body></html>'

/** Every kind but `refuse`, which needs the server: the compiler finds one that is missing here. */
export const faultEffects: Readonly<Record<Exclude<FaultKind, 'refuse'>, (played: Played) => void>> = {
  'reset-before': resetConnection,
  'reset-after': resetConnection,
  hang: () => {},
  'hang-before': () => {},
  cut,
  'bad-json': ({ outgoing, status, body }) => send(outgoing, status, body.replaceAll('"', "'")),
  html: sendPage,
  '429': (played) => refuseForNow(played, 429),
  '429-bare': ({ outgoing }) => sendError(outgoing, 429, ownMessages.tooMany),
  '503': (played) => refuseForNow(played, 503),
  '503-bare': ({ outgoing }) => sendError(outgoing, 503, ownMessages.tooMany),
  '500-before': ({ outgoing }) => sendError(outgoing, 500, ownMessages.internal),
  '500-after': ({ outgoing }) => sendError(outgoing, 500, ownMessages.internal),
  slow: ({ outgoing, status, body }) => send(outgoing, status, body),
  huge: ({ outgoing, status, body }) =>
    send(outgoing, status, body.replace(/\}$/, `,"padding":"${'x'.repeat(oversizeBytes)}"}`)),
  'no-id': ({ outgoing, status, body, operation }) => send(outgoing, status, withoutIdentifier(operation, body)),
}

function resetConnection({ incoming }: Played): void {
  incoming.socket.resetAndDestroy()
}

function refuseForNow({ outgoing, ms }: Played, status: number): void {
  outgoing.setHeader('Retry-After', ms / 1000)
  sendError(outgoing, status, ownMessages.tooMany)
}

function sendPage({ outgoing, isOtherForm }: Played): void {
  outgoing.writeHead(isOtherForm ? 200 : 502, { 'Content-Type': 'text/html' })
  outgoing.end(page)
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { ...jsonType, 'Content-Length': Buffer.byteLength(body) })
  outgoing.end(body)
}

function sendError(outgoing: ServerResponse, status: number, message: string): void {
  send(outgoing, status, JSON.stringify(errorAnswer(message)))
}

/** Half an answer: its length shows the cut, or it ends with its connection and looks whole. */
function cut({ incoming, outgoing, isOtherForm, status, body }: Played): void {
  const half = body.slice(0, Math.ceil(body.length / 2))
  if (isOtherForm) {
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
