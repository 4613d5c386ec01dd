import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointName } from '../../contract/envelope.ts'
import { ownMessages, parseBody, sendError, sendJson } from '../answer.ts'
import type { Fault, FaultKind } from './plan.ts'

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
  'bad-json': ({ outgoing, status, body }) => sendJson(outgoing, status, body.replaceAll('"', "'")),
  html: sendPage,
  '429': (played) => refuseForNow(played, 429),
  '429-bare': ({ outgoing }) => sendError(outgoing, 429, ownMessages.tooMany),
  '503': (played) => refuseForNow(played, 503),
  '503-bare': ({ outgoing }) => sendError(outgoing, 503, ownMessages.tooMany),
  '500-before': ({ outgoing }) => sendError(outgoing, 500, ownMessages.internal),
  '500-after': ({ outgoing }) => sendError(outgoing, 500, ownMessages.internal),
  slow: ({ outgoing, status, body }) => sendJson(outgoing, status, body),
  huge: ({ outgoing, status, body }) =>
    sendJson(outgoing, status, body.replace(/\}$/, `,"padding":"${'x'.repeat(oversizeBytes)}"}`)),
  'no-id': ({ outgoing, status, body, operation }) => sendJson(outgoing, status, withoutIdentifier(operation, body)),
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

/** Where a success names what it made; of a decision nothing is named. */
const identifiers = {
  create: ['response', 'assessment_id'],
  invite: ['response', 'user_id'],
  retrieve: ['data', 'assessmentId'],
} as const satisfies Record<Exclude<EndpointName, 'update'>, readonly [part: string, name: string]>

/** A refusal stays unchanged: it has no identifier to leave out. */
function withoutIdentifier(operation: EndpointName, body: string): string {
  const answer = parseBody(body)
  if (answer?.['status'] !== 'success') return body
  if (operation === 'update') return JSON.stringify({ status: 'success' })
  const [part, name] = identifiers[operation]
  const left = Object.entries(answer[part] ?? {}).filter(([each]) => each !== name)
  return JSON.stringify({ ...answer, [part]: Object.fromEntries(left) })
}
