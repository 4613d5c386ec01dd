import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Variables } from './program.ts'

/** One request as it came. */
export interface Received {
  endpoint: string
  authorization: string
  /** Byte for byte. */
  body: string
  fields: Record<string, unknown>
}

export interface Answer {
  status?: number
  headers?: Readonly<Record<string, string>>
  body: string
}

/** An answer, silence, half an answer, or a connection that ends without one. */
export type Reply = Answer | 'hang' | 'cut' | 'drop'

export interface Service {
  baseUrl: string
  /** For a workspace that speaks with it. */
  variables: Variables
  requests: readonly Received[]
  /** The staff IDs of the create requests, in the order they came. */
  created(): string[]
}

export const token = 'tok-3f9c-not-to-be-seen'

/** A service in this process that misbehaves as told; what the test does not care about is answered well. */
export async function startService(
  reply: (received: Received) => Reply | undefined = () => undefined,
  whenOver: (end: () => void) => void = onTestFinished,
  /** What an answer waits for; the request has come, and counts. */
  wait: (received: Received) => Promise<void> = async () => {},
): Promise<Service> {
  const requests: Received[] = []
  const answerWell = createAnswers()
  const server = createServer(async (request, response) => {
    const received = await receive(request)
    requests.push(received)
    await wait(received)
    send(response, reply(received) ?? answerWell(received))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/version-test/api`
  return {
    baseUrl,
    variables: { RWA_BASE_URL: baseUrl, RWA_API_TOKEN: token },
    requests,
    created: () =>
      requests.filter(({ endpoint }) => endpoint === 'rwa_create').map(({ fields }) => String(fields['employeeId'])),
  }
}

export function json(content: object, status = 200, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(content) }
}

export function refusal(message: string): Answer {
  return json({ status: 'error', success: false, message })
}

export function isCreateOf(employeeId: string, { endpoint, fields }: Received): boolean {
  return endpoint === 'rwa_create' && fields['employeeId'] === employeeId
}

/** An identifier that says whose assessment it is. */
export function identifierOf(employeeId: string): string {
  return `A-${employeeId}`
}

/** What is created once more for an employee gets another identifier. */
function createAnswers(): (received: Received) => Answer {
  const counts = new Map<string, number>()
  return (received) => {
    const employeeId = String(received.fields['employeeId'])
    const count = (counts.get(employeeId) ?? 0) + 1
    if (received.endpoint === 'rwa_create') counts.set(employeeId, count)
    return answerWell(received, count === 1 ? '' : `~${count}`)
  }
}

/** Of every trip. */
export const scores = {
  workingRights: 1,
  payrollTax: 2,
  socialSecurity: 3,
  corporateTax: 4,
  employmentLaw: 5,
  overallTrip: 6,
}

function answerWell({ endpoint, fields }: Received, suffix: string): Answer {
  if (endpoint === 'rwa_create') {
    const assessment_id = identifierOf(String(fields['employeeId'])) + suffix
    return json({
      status: 'success',
      response: { assessment_id, redirect_url: `https://reports.example/${assessment_id}` },
    })
  }
  const assessmentId = String(fields['assessmentId'])
  const employeeId = assessmentId.replace(identifierOf(''), '').replace(/~\d+$/, '')
  const data = { ...scores, assessmentId, employeeId, complianceTeamMemberId: '', managerId: '' }
  return json({ status: 'success', data })
}

async function receive(request: IncomingMessage): Promise<Received> {
  const body = await text(request)
  const endpoint = request.url?.split('/').at(-1) ?? ''
  return { endpoint, authorization: request.headers.authorization ?? '', body, fields: JSON.parse(body) }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'drop') {
    response.destroy()
    return
  }
  if (reply === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 })
    response.write('{"status":"success","response":{"assessment_id":"cut-id","redi', () => response.destroy())
    return
  }
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
}
