import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseFaultPlan } from '../../rooms/sandbox/faults.ts'
import type { OpenSandbox } from '../../rooms/sandbox.ts'
import { type Clock, systemClock } from '../../rooms/support.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { acmeToken, startForTest, trip } from '../fixture.ts'

interface Seen {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
  /** How it ended: `end` when the answer was whole. */
  end: string
}

/** One create, seen from the wire; `patience` is how long an answer is waited for. */
function create(
  sandbox: OpenSandbox,
  { agent = new Agent(), endpoint = 'rwa_create', body = trip as object, patience = new Promise<void>(() => {}) } = {},
): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: undefined, headers: {}, body: '', end: '' }
    const finish = (end: string): void => resolve({ ...seen, end })
    const sent = request(`${sandbox.baseUrl}/${endpoint}`, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${acmeToken}` },
    })
    sent.on('response', (response) => {
      seen.status = response.statusCode
      seen.headers = response.headers
      response.setEncoding('utf8').on('data', (text: string) => {
        seen.body += text
      })
      response.on('end', () => finish('end'))
      response.on('error', (error) => finish(String((error as NodeJS.ErrnoException).code)))
    })
    sent.on('error', (error) => finish(String((error as NodeJS.ErrnoException).code)))
    void patience.then(() => {
      finish('silence')
      sent.destroy()
    })
    sent.end(JSON.stringify(body))
  })
}

function misbehaving(plan: string, clock: Clock = systemClock): Promise<OpenSandbox> {
  return startForTest({ faults: parseFaultPlan(plan), clock })
}

/** Until a create was processed as far as it will be, and the sandbox has answered another request since. */
async function untilPassedOver(sandbox: OpenSandbox, created: number): Promise<void> {
  while (sandbox.faultCount?.requests !== 1 || countCreated(sandbox) < created) await nextTurn()
  await create(sandbox, { endpoint: 'rwa_update' })
}

function countCreated(sandbox: OpenSandbox): number {
  return [...sandbox.store.assessments.list('Acme')].length
}

describe('a sandbox with faults', () => {
  it.each([
    ['reset-before', 0, { status: undefined, end: 'ECONNRESET' }],
    ['reset-after', 1, { status: undefined, end: 'ECONNRESET' }],
    ['hang', 1, { status: undefined, end: 'silence' }],
    ['hang-before', 0, { status: undefined, end: 'silence' }],
    ['429', 0, { status: 429, end: 'end', retryAfter: '1' }],
    ['429-bare', 0, { status: 429, end: 'end' }],
    ['503', 0, { status: 503, end: 'end', retryAfter: '1' }],
    ['500-before', 0, { status: 500, end: 'end' }],
    ['500-after', 1, { status: 500, end: 'end' }],
    ['slow=100%:100ms', 1, { status: 200, end: 'end' }],
    ['bad-json', 1, { status: 200, end: 'end' }],
    ['no-id', 1, { status: 200, end: 'end' }],
    ['huge', 1, { status: 200, end: 'end' }],
  ])('%s: %i created', async (fault, created, { retryAfter, ...shown }: Partial<Seen> & { retryAfter?: string }) => {
    const sandbox = await misbehaving(`create.${fault.includes('=') ? fault : `${fault}=100%`}`)
    const silence = shown.end === 'silence' ? { patience: untilPassedOver(sandbox, created) } : {}
    const seen = await create(sandbox, silence)
    expect(seen).toMatchObject(shown)
    expect(seen.headers['retry-after']).toBe(retryAfter)
    expect(countCreated(sandbox)).toBe(created)
  })

  it('answers with what its kind says', async () => {
    const idOf = (sandbox: OpenSandbox): string =>
      [...sandbox.store.assessments.list('Acme')][0]?.assessmentId ?? 'none'
    const badJson = await misbehaving('bad-json=100%')
    const { body } = await create(badJson)
    expect(() => JSON.parse(body)).toThrow()
    expect(body).toContain(idOf(badJson))

    const noId = await misbehaving('no-id=100%')
    const answer = JSON.parse((await create(noId)).body)
    expect(answer.status).toBe('success')
    expect(Object.keys(answer.response)).toEqual(['redirect_url'])

    const huge = await misbehaving('huge=100%')
    const large = await create(huge)
    expect(large.body.length).toBeGreaterThan(1024 * 1024)
    expect(JSON.parse(large.body).response.assessment_id).toBe(idOf(huge))
  })

  it('cuts an answer short: by a length that is not kept, or so that it looks whole', async () => {
    const sandbox = await misbehaving('cut=100%')
    const seen = await Promise.all(Array.from({ length: 20 }, () => create(sandbox)))
    for (const { body } of seen) expect(() => JSON.parse(body)).toThrow()
    expect(new Set(seen.map(({ status, end }) => `${status} ${end}`))).toEqual(new Set(['200 end', '200 ECONNRESET']))
    expect(countCreated(sandbox)).toBe(20)
  })

  it('answers a page or a bare 503 whether it processed the request or not', async () => {
    const html = await misbehaving('html=100%')
    const pages = await Promise.all(Array.from({ length: 40 }, () => create(html)))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200, 502]))
    expect(pages.every(({ headers, body }) => headers['content-type'] === 'text/html' && body.startsWith('<!'))).toBe(
      true,
    )
    const busy = await misbehaving('503-bare=100%')
    const answers = await Promise.all(Array.from({ length: 40 }, () => create(busy)))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers['retry-after']}`))).toEqual(
      new Set(['503 undefined']),
    )
    for (const sandbox of [html, busy]) {
      expect(countCreated(sandbox)).toBeGreaterThan(5)
      expect(countCreated(sandbox)).toBeLessThan(35)
    }
  })

  it('refuses new connections for a while, ends the open ones with their next answer, and comes back on its port', async () => {
    const clock = new ManualClock()
    const sandbox = await misbehaving('update.refuse=100%:600ms', clock)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    expect((await create(sandbox, { agent })).headers.connection).toBe('keep-alive')

    const refusing = await create(sandbox, { endpoint: 'rwa_update', body: { assessmentId: 'none' } })
    expect(refusing).toMatchObject({ status: 200, end: 'end', headers: { connection: 'close' } })

    let refused = await create(sandbox)
    while (refused.end === 'end') refused = await create(sandbox)
    expect(refused.end).toBe('ECONNREFUSED')
    expect(await create(sandbox, { agent })).toMatchObject({ end: 'end', headers: { connection: 'close' } })
    await clock.advance(599)
    expect((await create(sandbox)).end).toBe('ECONNREFUSED')
    await clock.advance(1)
    let back = await create(sandbox)
    // Its port may still be taken.
    for (; back.end === 'ECONNREFUSED'; back = await create(sandbox)) await clock.advance(20)
    expect(back).toMatchObject({ status: 200, end: 'end' })
  })

  it('can be closed while it refuses', async () => {
    const sandbox = await misbehaving('refuse=100%:1m')
    await create(sandbox)
    await sandbox.close()
    expect((await create(sandbox)).end).toBe('ECONNREFUSED')
  })

  it('keeps its limits, and counts what it did', async () => {
    const clock = new ManualClock()
    const sandbox = await misbehaving('rate=1:2,create.429-bare=100%', clock)
    const seen = await Promise.all([1, 2, 3].map(() => create(sandbox)))
    expect(seen.map(({ headers }) => headers['retry-after'] ?? '').toSorted()).toEqual(['', '', '1'])
    expect(sandbox.faultCount).toEqual({ requests: 3, limited: 1, played: new Map([['429-bare', 2]]) })

    const narrow = await misbehaving('in-flight=1,create.slow=100%:100ms', clock)
    const both = [create(narrow), create(narrow)]
    expect((await Promise.race(both)).status).toBe(429)
    const seenBoth = await clock.runFreely(Promise.all(both))
    expect(seenBoth.map(({ status }) => status).toSorted()).toEqual([200, 429])
    expect((await clock.runFreely(create(narrow))).status).toBe(200)
  })

  it('serves its pages without faults', async () => {
    const sandbox = await misbehaving('500-before=100%')
    expect((await fetch(new URL('/version-test/report/none', sandbox.baseUrl))).status).toBe(404)
    expect(sandbox.faultCount?.requests).toBe(0)
  })

  it('replays: the same plan and the same requests meet the same faults', async () => {
    const play = async (): Promise<string[]> => {
      const sandbox = await misbehaving('reset-after=20%,429=20%,no-id=20%,seed=5')
      const met: string[] = []
      for (let index = 0; index < 15; index += 1) {
        const { status, end } = await create(sandbox)
        met.push(`${status} ${end}`)
      }
      return met
    }
    const first = await play()
    expect(new Set(first).size).toBeGreaterThan(2)
    expect(await play()).toEqual(first)
  })
})
