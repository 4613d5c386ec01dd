import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient, createTransport, parseBaseUrl, type ServiceClient, Token } from '../rooms/client.ts'
import { type AssessmentInput, scoreFields } from '../rooms/contract.ts'
import { answer, type FaultServer, startFaultServer } from './fault-server.ts'

const secret = 'very-s3cret-token'
let server: FaultServer
let client: ServiceClient
let reply: (body: unknown) => string | Buffer

beforeEach(async () => {
  server = await startFaultServer({
    onRequest: (socket, request) => {
      socket.write(reply(JSON.parse(request.slice(request.indexOf('\r\n\r\n')))))
    },
  })
  const token = new Token(secret)
  const transport = createTransport({
    baseUrl: parseBaseUrl(`${server.origin}/version-test/`),
    token,
    requestTimeoutMs: 5000,
    connections: 2,
    env: {},
  })
  client = createServiceClient({ transport, token, policy: { retryStatuses: new Set(), distrustStatuses: new Set() } })
})

afterEach(async () => {
  await client.close()
  await server.close()
})

const trip: AssessmentInput = {
  purpose: 'Work From Anywhere',
  seniority: 'Mid',
  roleType: 'Engineer',
  citizenship: 'France',
  destination: 'Spain',
  residency: 'France',
  salesContracts: 'No',
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-03-31T00:00:00.000Z',
  employeeId: '00123',
  pastTripsDuration: 0,
}

function line(): string | undefined {
  return server.requests[0]?.split('\r\n')[0]
}

describe('the client', () => {
  it('creates an assessment', async () => {
    let received: unknown
    reply = (body) => {
      received = body
      return answer(200, '{"status":"success","response":{"assessment_id":"a1","redirect_url":"https://r.example/a1"}}')
    }
    const { proof, status, sentAtMs, answeredAtMs } = await client.createAssessment(trip)
    expect(proof).toEqual({ kind: 'done', identifier: 'a1', reportUrl: 'https://r.example/a1' })
    expect(status).toBe(200)
    expect(answeredAtMs).toBeGreaterThanOrEqual(sentAtMs)
    expect(received).toEqual(trip)
    expect(line()).toBe('POST /version-test/rwa_create HTTP/1.1')
  })

  it('sends nothing that may not start any more: that is proof that the service saw nothing', async () => {
    reply = () => answer(200, '{}')
    let asked = 0
    const lapsed = client.startingIf(() => {
      asked += 1
      return false
    })
    const { proof } = await lapsed.createAssessment(trip)
    expect([asked, server.requests]).toEqual([1, []])
    expect(proof).toEqual({ kind: 'not-sent', reason: expect.stringContaining('stood still') })
  })

  it('retrieves an assessment', async () => {
    let received: unknown
    reply = (body) => {
      received = body
      return answer(200, '{"status":"error","success":false,"message":"Pending"}')
    }
    expect(await client.retrieveAssessment('a1')).toMatchObject({ status: 200, proof: { kind: 'pending' } })
    expect(received).toEqual({ assessmentId: 'a1' })
    expect(line()).toBe('POST /version-test/rwa_retrieve HTTP/1.1')
  })

  it('updates an assessment', async () => {
    reply = () => answer(200, '{"status":"success","success":true,"message":"RWA decision and note updated"}')
    const { proof } = await client.updateAssessment({ assessmentId: 'a1', status: 'Pending', externalEventId: 'e1' })
    expect(proof).toEqual({ kind: 'done', identifier: '', reportUrl: '' })
    expect(line()).toBe('POST /version-test/rwa_update HTTP/1.1')
  })

  it('invites a staff member', async () => {
    reply = () => answer(200, '{"status":"success","response":{"user_id":"u1"}}')
    const { proof } = await client.inviteStaffMember({
      first_name: 'Zoë',
      last_name: 'Ng',
      email: 'zoe@example.com',
      staff_id: 'C-9',
    })
    expect(proof).toEqual({ kind: 'done', identifier: 'u1', reportUrl: '' })
    expect(line()).toBe('POST /version-test/create_pending_user HTTP/1.1')
  })

  it.each([
    ['a refusal', answer(200, `{"status":"error","message":"${secret} may not do this"}`)],
    ['a page', answer(200, `${'x'.repeat(195)}${secret}`)],
    ['a page of HTTP 400', answer(400, `<p>${secret}</p>`)],
    ['a redirect', answer(302, '', `location: https://x.example/?token=${secret}\r\n`)],
    ['a refused token', answer(403, secret)],
  ])('hides the token that is echoed in %s', async (_, text) => {
    reply = () => text
    const { proof } = await client.createAssessment(trip)
    expect(JSON.stringify(proof)).not.toContain(secret.slice(0, 5))
  })

  it('takes an identifier that holds the token for none: what came is kept, with a mark where the token stood', async () => {
    reply = () => answer(200, `{"status":"success","response":{"assessment_id":"${secret}-1"}}`)
    expect((await client.createAssessment(trip)).proof).toEqual({
      kind: 'unknown',
      reason: 'a success whose identifier holds the API token, which is never kept',
      isForeign: false,
      raw: '{"status":"success","response":{"assessment_id":"[token]-1"}}',
    })
  })

  it.each([
    ['taken', 1000, 'done'],
    ['too long to be one', 1001, 'unknown'],
  ])('an identifier of so many characters is %s (%i)', async (_, length, kind) => {
    const identifier = 'i'.repeat(length)
    reply = () => answer(200, `{"status":"success","response":{"assessment_id":"${identifier}"}}`)
    const { proof } = await client.createAssessment(trip)
    expect(proof).toMatchObject(kind === 'done' ? { kind, identifier } : { kind })
    expect(JSON.stringify(proof)).toContain(identifier)
  })

  it.each([
    ['NUL', Buffer.from('"A\\u0000-1"')],
    ['an escape', Buffer.from('"A\\u001b-1"')],
    ['a line break', Buffer.from('"A\\n-1"')],
    ['a control character of Latin 1', Buffer.from('"A\u0085-1"')],
    ['half a character', Buffer.from('"A-\\ud800-1"')],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0x41, 0xff, 0x31, 0x22])],
  ])('takes no identifier with %s: no store gives it back as it came', async (_, identifier) => {
    const body = Buffer.concat([
      Buffer.from('{"status":"success","response":{"assessment_id":'),
      identifier,
      Buffer.from('}}'),
    ])
    reply = () => Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`), body])
    const { proof } = await client.createAssessment(trip)
    expect(proof).toMatchObject({ kind: 'unknown', raw: body.toString() })
  })

  it.each(['A-١', 'A 1', ' A-1 ', 'A-\u202e1', 'é', 'e\u0301', '😀', '=1+1', 'not created'])(
    'takes the identifier “%s” as it came',
    async (identifier) => {
      reply = () => answer(200, JSON.stringify({ status: 'success', response: { assessment_id: identifier } }))
      expect((await client.createAssessment(trip)).proof).toMatchObject({ kind: 'done', identifier })
    },
  )

  it('bounds every text that it keeps, with a mark where it was cut', async () => {
    const long = 'long '.repeat(40_000)
    reply = () => answer(200, JSON.stringify({ status: 'error', errors: [{ field: long, message: long }] }))
    const refused = await client.createAssessment(trip)
    reply = () =>
      answer(200, `{"status":"success","response":{"assessment_id":"a1","redirect_url":"https://r.example/${long}"}}`)
    const created = await client.createAssessment(trip)
    const scores = Object.fromEntries(scoreFields.map((field) => [field, 1]))
    const data = { ...scores, assessmentId: 'a1', employeeId: 'E', managerId: long, cumulativePeRiskLevel: long }
    reply = () => answer(200, JSON.stringify({ status: 'success', data }))
    const scored = await client.retrieveAssessment('a1')
    reply = () => answer(200, JSON.stringify({ status: 'error', message: long }))
    const lost = await client.retrieveAssessment('a1')
    reply = () => answer(302, '', `location: https://r.example/${'x'.repeat(9000)}\r\n`)
    const sentElsewhere = await client.createAssessment(trip)
    for (const { proof } of [refused, created, scored, lost, sentElsewhere]) {
      const kept = JSON.stringify(proof)
      expect(kept).toMatch(/…\[cut: \d+ characters in all\]/)
      expect(kept.length).toBeLessThan(14_000)
    }
  })
})
