import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { PageState } from '../rooms/web.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

async function createMail() {
  const service = await startService()
  const space = new Workspace()
  writeFileSync(space.path('own.token'), 'token-of-the-victim-1', { mode: 0o600 })
  space.write('q4.csv', toCsv([trip('E1')]))
  space.write('rwa-batch.json', JSON.stringify({ baseUrl: service.baseUrl, tokenFile: 'own.token' }))
  const begun = space.begin(['web', 'q4.csv', '--json', '--port', '0'])
  await begun.untilPrinted('"url"')
  const { url } = JSON.parse(begun.printed().split('\n')[0] ?? '')
  const { origin, hash } = new URL(url)
  const headers = { 'content-type': 'application/json', origin }
  const post = (path: string, body: object, key = '') =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'x-rwa-key': key },
      body: JSON.stringify(body),
    })
  const { key } = (await (await post('session', { code: hash.slice(3) })).json()) as { key: string }
  const get = (path: string) => fetch(`${origin}/api/${path}`, { headers: { 'x-rwa-key': key } })
  const readState = async () => (await (await get('state')).json()) as Partial<PageState> & { asks?: unknown }
  return { service, space, begun, post, get, key, readState, question: await readState() }
}

it('a profile that nobody agreed to is asked about on the page, before anything else is there', async () => {
  const { service, space, begun, post, get, key, readState, question } = await createMail()
  expect(Object.keys(question)).toEqual(['asks'])
  expect(question.asks).toEqual({
    text: `The profile ${space.path('rwa-batch.json')} was found, and nobody agreed yet to what it names:`,
    values: [
      { text: `baseUrl: ${service.baseUrl}`, about: 'the base address of the service' },
      { text: `tokenFile: ${space.path('own.token')}`, about: 'a file with the API token, not the token itself' },
    ],
  })
  const refused = await Promise.all([
    get('output'),
    post('plan', {}, key),
    post('profile', { isAgreed: true }),
    post('profile', { isAgreed: 'yes' }, key),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 401, 400])
  expect(service.requests).toEqual([])

  expect((await post('profile', { isAgreed: true }, key)).status).toBe(200)
  // The same browser goes on, with its key.
  await begun.until(() => begun.said().includes('profile: '))
  let state = await readState()
  while ('asks' in state) state = await readState()
  expect(state.destination?.label).toBe(service.baseUrl)
  begun.interrupt()
  expect((await begun.ended).code).toBe(0)

  const next = await enterPageInProcess(space, ['q4.csv'])
  expect((await next.state()).destination.label).toBe(service.baseUrl)
})

it('a no on the page ends the program, and nothing was read or sent', async () => {
  const { service, space, begun, post, key } = await createMail()
  expect((await post('profile', { isAgreed: false }, key)).status).toBe(200)
  const { code, stderr } = await begun.ended
  expect([code, service.requests]).toEqual([2, []])
  expect(stderr).toContain('nobody agreed yet to what it names')
  expect((await space.run(['status'])).code).toBe(2)
})

it('a profile that names something else while the page runs is not used', async () => {
  const service = await startService()
  const space = new Workspace(service.variables)
  space.write('q4.csv', toCsv([trip('E1')]))
  space.writeProfile({ rate: 5 })
  const page = await enterPageInProcess(space, ['q4.csv'])
  await page.until(({ sheet, busy }) => sheet !== null && busy === null)
  space.write('rwa-batch.json', JSON.stringify({ rate: 4, assess: { set: { purpose: 'Trip' } } }))
  expect((await page.upload('q5.csv', toCsv([trip('E2')]))).error).toBeNull()
  space.write('rwa-batch.json', JSON.stringify({ retryStatus: [502] }))
  const { error } = await page.upload('q6.csv', toCsv([trip('E3')]))
  expect(JSON.stringify(error)).toContain('retryStatus: [502]')
})
