import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import type { OpenSandbox } from '../rooms/sandbox.ts'
import { acmeToken, callAs, singleError, startForTest, trip } from './fixture.ts'

const mebibyte = 1024 * 1024

interface Raw {
  path?: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  authorization?: string
  body?: string | AsyncIterable<Buffer>
}

async function send(sandbox: OpenSandbox, raw: Raw): Promise<[number, unknown]> {
  const { path = 'rwa_create', method = 'POST', authorization = `Bearer ${acmeToken}` } = raw
  const body = method === 'POST' ? ((raw.body ?? JSON.stringify(trip)) as string) : null
  const response = await request(`${sandbox.baseUrl}/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', authorization },
    body,
  })
  return [response.statusCode, await response.body.json()]
}

async function* inChunks(text: string): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length; start += 65_536) yield Buffer.from(text.slice(start, start + 65_536))
}

/** A valid create of exactly so many bytes. */
function ofSize(bytes: number): string {
  const unpadded = JSON.stringify({ ...trip, padding: '' })
  return JSON.stringify({ ...trip, padding: ' '.repeat(bytes - unpadded.length) })
}

describe('the token', () => {
  it.each([
    ['rwa_create', 'Invalid Auth'],
    ['rwa_retrieve', 'Invalid Auth'],
    ['rwa_update', 'Invalid Auth'],
    ['create_pending_user', 'Invalid authorization token'],
  ])('that %s does not know is answered "%s" with status 200', async (path, message) => {
    const sandbox = await startForTest()
    const refused = [200, singleError(message)]
    expect(await send(sandbox, { path, authorization: 'Bearer wrong' })).toEqual(refused)
    expect(await send(sandbox, { path, authorization: acmeToken })).toEqual(refused)
    expect(await send(sandbox, { path, authorization: '' })).toEqual(refused)
    expect(await send(sandbox, { path, authorization: 'Bearer wrong', body: 'not JSON' })).toEqual(refused)
    expect([...sandbox.store.assessments.list('Acme')].length).toBe(0)
  })

  it('may follow the scheme in any case', async () => {
    const sandbox = await startForTest()
    expect(await send(sandbox, { authorization: `bearer ${acmeToken}` })).toMatchObject([200, { status: 'success' }])
  })
})

describe('what is no call of the interface', () => {
  it.each(['not JSON', '', '[]', '"text"', 'null', '{"a":'])('is a body %j: 400', async (body) => {
    const sandbox = await startForTest()
    expect(await send(sandbox, { body })).toEqual([400, singleError('The body must be a JSON object')])
  })

  it.each(['rwa_delete', 'rwa_create/', 'RWA_CREATE', ''])('is the path "%s": 404', async (path) => {
    const sandbox = await startForTest()
    expect(await send(sandbox, { path })).toEqual([404, singleError('No such endpoint')])
  })

  it.each(['GET', 'PUT', 'DELETE'] as const)('is the method %s: 405', async (method) => {
    const sandbox = await startForTest()
    expect(await send(sandbox, { method })).toEqual([405, singleError('Use POST')])
  })

  it.each([
    ['declared', (text: string) => text],
    ['streamed', (text: string) => inChunks(text)],
  ])('is a %s body above 1 MiB: 413, and nothing is stored', async (_name, toBody) => {
    const sandbox = await startForTest()
    expect(await send(sandbox, { body: toBody(ofSize(mebibyte)) })).toMatchObject([200, { status: 'success' }])
    expect(await send(sandbox, { body: toBody(ofSize(mebibyte + 1)) })).toEqual([
      413,
      singleError('The body must be at most 1 MiB'),
    ])
    expect([...sandbox.store.assessments.list('Acme')].length).toBe(1)
  })
})

describe('a failure of the sandbox itself', () => {
  it('is answered 500 without its reason, which is logged', async () => {
    const logged: string[] = []
    const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => logged.push(message) }
    const sandbox = await startForTest({ logger, random: () => 0 })
    await callAs(sandbox, acmeToken)('rwa_create', trip)
    const clock = {
      now: () => Number(sandbox.store.assessments.list('Acme').next().value?.createdAtMs),
      sleep: async () => {},
    }
    const same = await startForTest({ logger, clock, random: () => 0 })
    expect(await send(same, {})).toMatchObject([200, { status: 'success' }])
    expect(await send(same, {})).toEqual([500, singleError('The sandbox could not process the request')])
    expect(logged).toEqual(['sandbox: the sandbox found no free identifier'])
  })
})
