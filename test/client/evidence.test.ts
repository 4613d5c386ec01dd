import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeFailure, describeTimeout, type Exchange, proveRetrieve, proveWrite } from '../rooms/client.ts'

const nowMs = Date.parse('2026-03-01T00:00:00Z')
const request = { employeeId: '00123', pastTripsDuration: 12 }
const policy = { retryStatuses: new Set<number>(), distrustStatuses: new Set<number>() }

const created = '{"status":"success","response":{"assessment_id":"a1","redirect_url":"https://r.example/a1"}}'
const single = '{"status":"error","success":false,"message":"Could not create pending user"}'
const field = '{"status":"error","success":false,"errors":[{"field":"purpose","message":"Use a listed value"}]}'
const noIdentifier = '{"status":"success","response":{}}'
const page = '<html>oops</html>'

function whole(status: number, body = '', facts: Partial<Exchange> = {}): Exchange {
  return {
    isStarted: true,
    status,
    retryAfter: undefined,
    location: undefined,
    body,
    isWhole: true,
    failure: undefined,
    sentAtMs: 1,
    answeredAtMs: nowMs,
    ...facts,
  }
}

function broken(code: string, facts: Partial<Exchange> = {}): Exchange {
  return { ...whole(0), status: undefined, isWhole: false, failure: describeFailure({ code }), ...facts }
}

const cut = { isWhole: false, failure: describeFailure({ code: 'UND_ERR_SOCKET' }) }

describe('a create proves', () => {
  it.each([
    // Created: the body rules, whatever the status.
    ['HTTP 200 with an identifier', whole(200, created), 'done'],
    ['HTTP 201 with an identifier', whole(201, created), 'done'],
    ['HTTP 302 with an identifier', whole(302, created), 'done'],
    ['HTTP 400 with an identifier', whole(400, created), 'done'],
    ['HTTP 401 with an identifier', whole(401, created), 'done'],
    ['HTTP 429 with an identifier', whole(429, created, { retryAfter: '1' }), 'done'],
    ['HTTP 500 with an identifier', whole(500, created), 'done'],
    ['an identifier without a report', whole(200, '{"status":"success","response":{"assessment_id":"a1"}}'), 'done'],
    ['an identifier behind a byte order mark', whole(200, `\ufeff${created}`), 'done'],
    ['all of the JSON, though the connection broke', whole(200, created, cut), 'done'],
    // Not sent: the witness, never the code.
    ['a refused connection', broken('ECONNREFUSED', { isStarted: false }), 'not-sent'],
    ['a reset before the start', broken('ECONNRESET', { isStarted: false }), 'not-sent'],
    ['a time-out before the start', broken('', { isStarted: false, failure: describeTimeout(45_000) }), 'not-sent'],
    ['an unknown error before the start', broken('EWHATEVER', { isStarted: false }), 'not-sent'],
    // Not processed.
    ['HTTP 429', whole(429, page), 'not-processed'],
    ['HTTP 429 with an error envelope', whole(429, single), 'not-processed'],
    ['HTTP 429 cut', whole(429, '{"sta', cut), 'not-processed'],
    ['HTTP 503 with Retry-After', whole(503, page, { retryAfter: '2' }), 'not-processed'],
    ['HTTP 421', whole(421), 'not-processed'],
    ['HTTP 425', whole(425), 'not-processed'],
    // Refused.
    ['HTTP 200 with a message', whole(200, single), 'refused'],
    ['HTTP 200 with field errors', whole(200, field), 'refused'],
    ['HTTP 409 with field errors', whole(409, field), 'refused'],
    ['HTTP 408 with a message', whole(408, single), 'refused'],
    ...[400, 404, 405, 413, 415, 422].map((status) => [`HTTP ${status} bare`, whole(status, page), 'refused'] as const),
    // Stop.
    ['Invalid Auth', whole(200, '{"status":"error","message":"Invalid Auth"}'), 'stop'],
    ['Invalid authorization token', whole(200, '{"status":"error","message":"Invalid authorization token"}'), 'stop'],
    ['Invalid Auth on HTTP 500', whole(500, '{"status":"error","message":"Invalid Auth"}'), 'stop'],
    ['HTTP 401', whole(401, page), 'stop'],
    ['HTTP 403', whole(403, single), 'stop'],
    ...[300, 301, 302, 303, 304, 307, 308].map((status) => [`HTTP ${status}`, whole(status), 'stop'] as const),
    // Unknown: everything else.
    ['a time-out after the start', broken('', { failure: describeTimeout(45_000) }), 'unknown'],
    ['a reset after the start', broken('ECONNRESET'), 'unknown'],
    ['a refusal that came after the start', broken('ECONNREFUSED'), 'unknown'],
    ['an unknown error after the start', broken('EWHATEVER'), 'unknown'],
    ['HTTP 200 with a page', whole(200, page), 'unknown'],
    ['HTTP 200 with an empty body', whole(200), 'unknown'],
    ['HTTP 204', whole(204), 'unknown'],
    ['a body that is cut', whole(200, created.slice(0, 55), cut), 'unknown'],
    ['a body that is cut, as whole as anyone can tell', whole(200, created.slice(0, 55)), 'unknown'],
    ['an error envelope that came before a cut', whole(200, single, cut), 'unknown'],
    ['a success without identifier', whole(200, noIdentifier), 'unknown'],
    ['a success with an empty identifier', whole(200, created.replace('"a1"', '""')), 'unknown'],
    ['a success with a number for identifier', whole(200, created.replace('"a1"', '1')), 'unknown'],
    ['a success without identifier on HTTP 400', whole(400, noIdentifier), 'unknown'],
    ['a success without identifier on HTTP 429', whole(429, noIdentifier), 'unknown'],
    [
      'an error that names a record',
      whole(200, created.replace('success', 'error').replace('}}', '},"message":"x"}')),
      'unknown',
    ],
    ['another envelope', whole(200, '{"ok":true}'), 'unknown'],
    ['HTTP 408', whole(408), 'unknown'],
    ['HTTP 409 bare', whole(409, page), 'unknown'],
    ['HTTP 500', whole(500, page), 'unknown'],
    ['HTTP 500 with an error envelope', whole(500, single), 'unknown'],
    ['HTTP 500 with Retry-After', whole(500, page, { retryAfter: '2' }), 'unknown'],
    ['HTTP 502', whole(502, page), 'unknown'],
    ['HTTP 503 without Retry-After', whole(503, page), 'unknown'],
    ['HTTP 503 with a Retry-After that says nothing', whole(503, page, { retryAfter: 'soon' }), 'unknown'],
    ['HTTP 504', whole(504, page), 'unknown'],
  ] as const)('%s', (_, exchange, kind) => {
    expect(proveWrite.create({ exchange: exchange, request }, policy).kind).toBe(kind)
  })

  it.each([
    ['a page', whole(200, page), true],
    ['other JSON', whole(200, '{"ok":true}'), true],
    ['nothing', whole(204), true],
    ['HTTP 409 bare', whole(409, page), true],
    ['HTTP 408', whole(408, page), false],
    ['HTTP 502', whole(502, page), false],
    ['a page that is cut', whole(200, page, cut), false],
    ['JSON that is damaged', whole(200, created.slice(0, -1)), false],
    ['an error without its words', whole(200, '{"status":"error"}'), false],
    ['a success without identifier', whole(200, noIdentifier), false],
    ['a lost connection', broken('ECONNRESET'), false],
  ])('whether another than the service answered: %s', (_, exchange, isForeign) => {
    expect(proveWrite.create({ exchange: exchange, request }, policy)).toMatchObject({ kind: 'unknown', isForeign })
    expect(proveRetrieve(exchange, { assessmentId: 'a1', employeeId: '00123' })).toMatchObject({
      kind: 'retry',
      isForeign,
    })
  })

  it('a mistake of ours, and whether the row was sent all the same', () => {
    const error = new TypeError('connect is not a function')
    const facts = { status: undefined, isWhole: false, failure: describeFailure(error) }
    for (const isStarted of [false, true]) {
      const exchange = whole(0, '', { ...facts, isStarted })
      const stop = { kind: 'stop', cause: 'defect', error, isProcessed: isStarted ? 'unknown' : 'no' }
      expect(proveWrite.create({ exchange: exchange, request }, policy)).toMatchObject(stop)
      const asked = { assessmentId: 'a1', employeeId: undefined }
      expect(proveRetrieve(exchange, asked)).toMatchObject({ ...stop, isProcessed: 'no' })
    }
    expect(
      proveWrite.create({ exchange: whole(200, created, { failure: describeFailure(error) }), request }, policy).kind,
    ).toBe('done')
  })

  it('the identifier and the report', () => {
    expect(proveWrite.create({ exchange: whole(200, created), request }, policy)).toEqual({
      kind: 'done',
      identifier: 'a1',
      reportUrl: 'https://r.example/a1',
    })
  })

  it('the wait that the service asks for', () => {
    const answer = whole(429, '', { retryAfter: 'Sun, 01 Mar 2026 00:00:09 GMT' })
    expect(proveWrite.create({ exchange: answer, request }, policy)).toMatchObject({
      kind: 'not-processed',
      retryAfterMs: 9000,
    })
  })

  it('nothing processed for a status that the owner promises to mean so', () => {
    const promised = { ...policy, retryStatuses: new Set([502]) }
    expect(proveWrite.create({ exchange: whole(502, page), request }, promised).kind).toBe('not-processed')
    expect(proveWrite.create({ exchange: whole(502, created), request }, promised).kind).toBe('done')
    expect(proveWrite.create({ exchange: broken('ECONNRESET'), request }, promised).kind).toBe('unknown')
  })

  it.each([
    ['HTTP 429', 429, whole(429, page), 'unknown'],
    ['HTTP 429 with Retry-After', 429, whole(429, page, { retryAfter: '2' }), 'unknown'],
    ['HTTP 429 with an error envelope', 429, whole(429, single), 'unknown'],
    ['HTTP 429 cut', 429, whole(429, '{"sta', cut), 'unknown'],
    ['HTTP 503 with Retry-After', 503, whole(503, page, { retryAfter: '2' }), 'unknown'],
    ['HTTP 421', 421, whole(421), 'unknown'],
    ['HTTP 425', 425, whole(425), 'unknown'],
    // All else is as before.
    ['HTTP 503 where 429 is distrusted', 429, whole(503, page, { retryAfter: '2' }), 'not-processed'],
    ['HTTP 429 where 503 is distrusted', 503, whole(429, page), 'not-processed'],
    ['HTTP 429 with an identifier', 429, whole(429, created), 'done'],
    ['a refused token', 429, whole(429, '{"status":"error","message":"Invalid Auth"}'), 'stop'],
    ['a refused connection', 429, broken('ECONNREFUSED', { isStarted: false }), 'not-sent'],
  ] as const)('with a status that is distrusted: %s (%i)', (_, status, exchange, kind) => {
    const distrusting = { ...policy, distrustStatuses: new Set<number>([status]) }
    for (const prove of [proveWrite.create, proveWrite.invite, proveWrite.update]) {
      // Each has an identifier of its own.
      if (kind === 'done' && prove !== proveWrite.create) continue
      const proof = prove({ exchange: exchange, request }, distrusting)
      expect(proof.kind).toBe(kind)
      if (proof.kind === 'unknown') {
        expect(proof.slowDown).toEqual({ retryAfterMs: exchange.retryAfter === undefined ? undefined : 2_000 })
        expect(proof.raw).toBe(exchange.body)
      }
    }
  })

  it('no wish for a slower pace in what is unknown for another reason', () => {
    for (const exchange of [whole(500, page, { retryAfter: '2' }), whole(503, page), whole(408)]) {
      expect(proveWrite.create({ exchange: exchange, request }, policy)).not.toHaveProperty('slowDown')
    }
  })

  it.each([
    [307, 'no'],
    [308, 'no'],
    [301, 'unknown'],
    [302, 'unknown'],
    [303, 'unknown'],
  ])('whether HTTP %i was processed: %s', (status, isProcessed) => {
    expect(
      proveWrite.create({ exchange: whole(status, '', { location: 'https://r.example/a9' }), request }, policy),
    ).toMatchObject({
      kind: 'stop',
      cause: 'redirect',
      isProcessed,
      message: expect.stringContaining('https://r.example/a9'),
    })
  })

  it('that nothing was processed when the token is refused', () => {
    const answer = whole(200, '{"status":"error","success":false,"message":"Invalid Auth"}')
    expect(proveWrite.create({ exchange: answer, request }, policy)).toMatchObject({
      kind: 'stop',
      cause: 'authorisation',
      message: 'Invalid Auth',
      isProcessed: 'no',
    })
  })

  it.each([
    ['one message', single, { field: '', message: 'Could not create pending user', isInContract: true }],
    ['one field', field, { field: 'purpose', message: 'Use a listed value', isInContract: true }],
    [
      'several fields',
      '{"status":"error","errors":[{"field":"a","message":"Is missing"},{"field":"b","message":"Is odd"}]}',
      { field: 'a', message: 'a: Is missing; b: Is odd', isInContract: true },
    ],
  ])('the service’s words: %s', (_, body, expected) => {
    expect(proveWrite.create({ exchange: whole(200, body), request }, policy)).toEqual({
      kind: 'refused',
      ...expected,
      raw: body,
      saysMore: false,
    })
  })

  it.each([
    [404, single, true],
    [404, field, true],
    [404, '{"status":"error","success":false,"message":"No such endpoint"}', false],
    [405, '{"status":"error","success":false,"message":"No such endpoint"}', false],
    [400, '{"status":"error","success":false,"message":"No such endpoint"}', true],
    [200, '{"status":"error","success":false,"message":"No such endpoint"}', true],
  ])('on HTTP %d in its envelope %s is in contract: %s', (status, body, isInContract) => {
    expect(proveWrite.create({ exchange: whole(status, body), request }, policy)).toMatchObject({
      kind: 'refused',
      isInContract,
    })
  })

  it('a refusal out of contract when only the status says so', () => {
    expect(proveWrite.create({ exchange: whole(404, page), request }, policy)).toEqual({
      kind: 'refused',
      field: '',
      message: 'HTTP 404 (Not Found): <html>oops</html>',
      isInContract: false,
      raw: page,
      saysMore: false,
    })
  })

  it.each([
    [broken('ECONNREFUSED', { isStarted: false }), 'the connection was refused'],
    [broken('', { failure: describeTimeout(45_000) }), 'the request timed out after 45 s; the request had been sent'],
    [broken('ECONNRESET'), 'the connection was reset; the request had been sent'],
    [whole(502), 'HTTP 502 (Bad Gateway) with an empty body'],
    [whole(599, ' a\n\tb\u0000c '), 'HTTP 599: a b c'],
    [whole(200, `é${'x'.repeat(300)}`), `HTTP 200 (OK): é${'x'.repeat(199)}…`],
    [
      whole(200, '{"response":{"assessment_id":"abc', cut),
      'the connection was closed before the answer was whole; HTTP 200 (OK): {"response":{"assessment_id":"abc',
    ],
    [whole(200, noIdentifier), `a success without what the interface promises with it; HTTP 200 (OK): ${noIdentifier}`],
  ])('a reason for people %#', (exchange, reason) => {
    expect(proveWrite.create({ exchange: exchange, request }, policy)).toMatchObject({ reason })
  })

  it('the raw answer of what is unknown, at most 64 KiB of it', () => {
    const start = '{"status":"success","response":{"assessment_id":"abc'
    expect(proveWrite.create({ exchange: whole(200, start, cut), request }, policy)).toMatchObject({ raw: start })
    const long = proveWrite.create({ exchange: whole(200, 'x€'.repeat(30_000)), request }, policy)
    const raw = 'raw' in long ? long.raw : ''
    expect(Buffer.byteLength(raw)).toBeLessThanOrEqual(64 * 1024)
    expect(Buffer.byteLength(raw)).toBeGreaterThan(64 * 1024 - 4)
    expect('x€'.repeat(30_000).startsWith(raw)).toBe(true)
  })

  it('done for every status when the body names the identifier, and for no body that is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.nat(created.length - 1), (status, length) => {
        expect(proveWrite.create({ exchange: whole(status, created), request }, policy).kind).toBe('done')
        expect(proveWrite.create({ exchange: whole(status, created.slice(0, length)), request }, policy).kind).not.toBe(
          'done',
        )
      }),
    )
  })

  it('never that it may be sent again, when it was started and no listed status came', () => {
    const statuses = fc.integer({ min: 200, max: 599 }).filter((status) => ![421, 425, 429].includes(status))
    fc.assert(
      fc.property(fc.option(statuses, { nil: undefined }), fc.string(), fc.boolean(), (status, body, isWhole) => {
        const exchange = { ...whole(0, body), status, isWhole, ...(isWhole ? {} : cut) }
        expect(['not-sent', 'not-processed']).not.toContain(
          proveWrite.create({ exchange: exchange, request }, policy).kind,
        )
      }),
    )
  })
})

/** An error, and what stands beside its words. */
const errorWith = (more: string): string => `{"status":"error","message":"the report is late",${more}}`

describe('an answer that contradicts itself proves nothing', () => {
  it.each([
    ['success beside error', errorWith('"success":true'), 'success too'],
    ['success as a text', errorWith('"success":"true"'), 'success too'],
    ['the identifier beside the words', errorWith('"assessment_id":"A-1"'), 'assessment_id'],
    ['in other spelling', errorWith('"assessmentId":"A-1"'), 'assessmentId'],
    ['in capitals', errorWith('"assessmentID":"A-1"'), 'assessmentID'],
    ['in one word', errorWith('"assessmentid":"A-1"'), 'assessmentid'],
    ['by another name', errorWith('"id":"A-1"'), '“id”'],
    ['with a dash', errorWith('"record-id":"A-1"'), 'record-id'],
    ['several', errorWith('"ids":["A-1"]'), 'ids'],
    ['wrapped', errorWith('"_id":{"$oid":"A-1"}'), '_id'],
    ['as a number', errorWith('"response":{"assessment_id":17}'), 'response'],
    ['in response', errorWith('"response":{"assessment_id":"A-1"}'), 'response'],
    ['in data', errorWith('"data":{"assessmentId":"A-1"}'), 'data'],
    ['a response that is a text', errorWith('"response":"A-1"'), 'response'],
    ['far down', errorWith('"meta":[{"made":{"userId":"U-1"}}]'), 'userId'],
    ['among field errors', '{"status":"error","errors":[{"field":"x","message":"y","id":"A-1"}]}', '“id”'],
    ['an employee that was not sent', errorWith('"employeeId":"00124"'), 'employeeId'],
    ['no envelope', '{"error":"late","assessment_id":"A-1"}', 'assessment_id'],
  ])('%s', (_, body, names) => {
    for (const prove of [proveWrite.create, proveWrite.invite, proveWrite.update]) {
      for (const status of [200, 400, 404, 422]) {
        const proof = prove({ exchange: whole(status, body), request }, policy)
        expect(proof).toMatchObject({ kind: 'unknown', raw: body, reason: expect.stringMatching(names) })
      }
      const busy = whole(429, body, { retryAfter: '2' })
      expect(prove({ exchange: busy, request }, policy)).toMatchObject({
        kind: 'unknown',
        raw: body,
        slowDown: { retryAfterMs: 2_000 },
      })
      for (const status of [401, 403, 307]) {
        const stop = prove({ exchange: whole(status, body), request }, policy)
        expect(stop).toMatchObject({ kind: 'stop', isProcessed: 'unknown', raw: body })
      }
    }
  })

  it.each([
    ['an identifier', created.replace('"assessment_id"', '"assessment_id":"b2","assessment_id"')],
    [
      'an identifier in two spellings',
      created.replace('"assessment_id"', '"\\u0061ssessment_id":"b2","assessment_id"'),
    ],
    ['the status', '{"status":"error","message":"no","status":"success","response":{"assessment_id":"a1"}}'],
    ['the status of a refusal', '{"status":"success","status":"error","message":"no"}'],
  ])('one that has %s twice', (_, body) => {
    expect(proveWrite.create({ exchange: whole(200, body), request }, policy)).toMatchObject({
      kind: 'unknown',
      raw: body,
      reason: expect.stringContaining(' twice'),
    })
    expect(proveRetrieve(whole(200, body), { assessmentId: 'a1', employeeId: undefined }).kind).toBe('retry')
  })

  it.each([
    ['what the request said', errorWith('"employeeId":"00123","pastTripsDuration":12')],
    ['an identifier without a value', errorWith('"assessment_id":"","id":null,"userId":[]')],
    ['empty contents', errorWith('"response":{},"data":null')],
    ['the name of the exchange', errorWith('"requestId":"r-1","trace_id":"t-1","correlationId":"c-1"')],
    ['words that end alike', errorWith('"valid":"no","paid":"no","grid":"4","success":false')],
    [
      'a field error about an identifier',
      '{"status":"error","errors":[{"field":"employeeId","message":"Is missing"}]}',
    ],
  ])('an ordinary refusal with %s stays one', (_, body) => {
    for (const prove of [proveWrite.create, proveWrite.invite, proveWrite.update]) {
      expect(prove({ exchange: whole(200, body), request }, policy).kind).toBe('refused')
    }
  })

  it('however deep it is nested', () => {
    const body = errorWith(`"meta":${'['.repeat(100_000)}{"id":"A-1"}${']'.repeat(100_000)}`)
    expect(proveWrite.create({ exchange: whole(200, body), request }, policy).kind).toBe('unknown')
  })

  it('identifiers within identifiers are looked through once', () => {
    const body = errorWith(`"meta":${'{"id":'.repeat(100_000)}""${'}'.repeat(100_000)}`)
    expect(proveWrite.create({ exchange: whole(200, body), request }, policy).kind).toBe('refused')
  })

  it('more than the words of a refusal is said to be more', () => {
    const [plain, more] = [single, errorWith('"code":"E-17"')]
    for (const [body, saysMore] of [
      [plain, false],
      [more, true],
    ] as const) {
      expect(proveWrite.create({ exchange: whole(200, body), request }, policy)).toMatchObject({ raw: body, saysMore })
    }
    const long = `<html>${'x'.repeat(300)}</html>`
    expect(proveWrite.create({ exchange: whole(422, long), request }, policy)).toMatchObject({
      raw: long,
      saysMore: true,
    })
  })
})

describe('an invite proves', () => {
  it('the account', () => {
    const body = '{"status":"success","response":{"user_id":"u1"}}'
    expect(proveWrite.invite({ exchange: whole(200, body), request }, policy)).toEqual({
      kind: 'done',
      identifier: 'u1',
      reportUrl: '',
    })
  })

  it.each([
    ['the success of a create', whole(200, created), 'unknown'],
    ['the service’s message', whole(200, single), 'refused'],
    ['a lost connection', broken('ECONNRESET'), 'unknown'],
  ] as const)('%s', (_, exchange, kind) => {
    expect(proveWrite.invite({ exchange: exchange, request }, policy).kind).toBe(kind)
  })
})

describe('an update proves', () => {
  it.each([
    ['a success', whole(200, '{"status":"success","success":true,"message":"RWA decision and note updated"}'), 'done'],
    ['a success in other words', whole(200, '{"status":"success","success":true,"message":"ok"}'), 'done'],
    ['a success without its message', whole(200, '{"status":"success","success":true}'), 'unknown'],
    ['a success that denies itself', whole(200, '{"status":"success","success":false,"message":"ok"}'), 'unknown'],
    ['not found', whole(200, '{"status":"error","message":"RWA not found for this company"}'), 'refused'],
    ['a lost connection', broken('UND_ERR_SOCKET'), 'unknown'],
    ['a refused connection', broken('ECONNREFUSED', { isStarted: false }), 'not-sent'],
    ['HTTP 429', whole(429), 'not-processed'],
  ] as const)('%s', (_, exchange, kind) => {
    expect(proveWrite.update({ exchange: exchange, request }, policy).kind).toBe(kind)
  })
})

describe('a retrieve proves', () => {
  const data = {
    workingRights: 1,
    payrollTax: 2.5,
    socialSecurity: 3,
    corporateTax: 4,
    employmentLaw: 5,
    overallTrip: 10,
    assessmentId: 'a1',
    employeeId: '00123',
    complianceTeamMemberId: '',
    managerId: '',
    cumulativePeRiskLevel: 'Low',
  }
  const ready = JSON.stringify({ status: 'success', data })
  const retry = { kind: 'retry', isConnection: false, isThrottled: false, retryAfterMs: undefined }
  const says = (message: string) => JSON.stringify({ status: 'error', success: false, message })

  it.each([
    ['scores', whole(200, ready), { kind: 'ready', result: data }],
    ['scores on HTTP 500', whole(500, ready), { kind: 'ready', result: data }],
    ['Pending', whole(200, says('Pending')), { kind: 'pending' }],
    ['Pending on HTTP 404', whole(404, says('Pending')), { kind: 'pending' }],
    ['Not Found', whole(200, says('Not Found')), { kind: 'not-found', message: 'Not Found', isInContract: true }],
    ['Not Found on HTTP 404', whole(404, says('Not Found')), { kind: 'not-found', isInContract: true }],
    ['another message', whole(200, says('Gone')), { kind: 'not-found', message: 'Gone', isInContract: true }],
    [
      'of a path that is not there',
      whole(404, says('Gone')),
      { kind: 'not-found', message: 'Gone', isInContract: false },
    ],
    ['Invalid Auth', whole(200, says('Invalid Auth')), { kind: 'stop', cause: 'authorisation', isProcessed: 'no' }],
    ['HTTP 403', whole(403, page), { kind: 'stop', cause: 'authorisation' }],
    ['HTTP 302', whole(302), { kind: 'stop', cause: 'redirect', isProcessed: 'no' }],
    ['a refused connection', broken('ECONNREFUSED', { isStarted: false }), { ...retry, isConnection: true }],
    ['a lost connection', broken('ECONNRESET'), retry],
    [
      'HTTP 429',
      whole(429, says('Slow down'), { retryAfter: '3' }),
      { ...retry, isThrottled: true, retryAfterMs: 3000 },
    ],
    [
      'HTTP 503 with Retry-After',
      whole(503, page, { retryAfter: '0' }),
      { ...retry, isThrottled: true, retryAfterMs: 0 },
    ],
    ['HTTP 503', whole(503, page), retry],
    ['HTTP 500 with an error envelope', whole(500, says('Not Found')), retry],
    ['HTTP 404 bare', whole(404, page), retry],
    ['an error envelope before a cut', whole(200, says('Not Found'), cut), retry],
    ['a body that is cut', whole(200, ready.slice(0, 80)), retry],
    ['a score above ten', whole(200, ready.replace('10', '11')), retry],
    ['a missing score', whole(200, ready.replace('"payrollTax":2.5,', '')), retry],
    [
      'the scores of another assessment',
      whole(200, ready.replace('a1', 'a2')),
      { ...retry, reason: 'the answer is for another assessment (a2)' },
    ],
    [
      'the scores of another employee',
      whole(200, ready.replace('00123', '123')),
      { kind: 'mixed-up', message: 'its employee is “123”, not “00123”; none of its scores is taken' },
    ],
    ['the employee in other letters', whole(200, ready.replace('00123', '00123 ')), { kind: 'mixed-up' }],
  ])('%s', (_, exchange, expected) => {
    expect(proveRetrieve(exchange, { assessmentId: 'a1', employeeId: '00123' })).toMatchObject(expected)
  })

  it('scores of any employee, where it is not known whose they are', () => {
    const asked = { assessmentId: 'a1', employeeId: undefined }
    expect(proveRetrieve(whole(200, ready), asked).kind).toBe('ready')
  })
})
