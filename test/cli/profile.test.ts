import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'

/** A workspace with a profile, and the sheet in a folder below it. */
function furnish(profile: object): Workspace {
  const space = new Workspace()
  mkdirSync(space.path('2026'))
  mkdirSync(space.path('secrets'))
  space.writeProfile(profile)
  space.write('secrets/token.txt', token)
  chmodSync(space.path('secrets/token.txt'), 0o600)
  space.write('2026/q4.csv', toCsv([trip('E1', { 'Host country': 'Portugalien', 'Right to work': 'freilich' })]))
  return space
}

const settings = {
  tokenFile: 'secrets/token.txt',
  ledger: 'memory.sqlite',
  company: 'acme',
  assess: { values: { destination: { Portugalien: 'Portugal' }, legalRight: { Freilich: 'Yes' } } },
}

describe('a profile above the current folder', () => {
  it('makes the next quarter one command: address, token, memory and values are there; the command says which it is', async () => {
    const service = await startService()
    const space = furnish({ baseUrl: service.baseUrl, ...settings })
    const profile = space.path('rwa-batch.json')
    const below = space.path('2026')
    const { code, stderr, summary } = await space.run(['assess', 'q4.csv', '--json'], {}, below)
    expect([code, summary.outcomes]).toEqual([0, { scored: 1 }])
    expect(stderr.match(/^profile: .*\n/gm)).toEqual([`profile: ${profile}\n`])
    expect(stderr).toContain(`assess: 1 to send to ${service.baseUrl} (test environment)`)
    expect(summary).toMatchObject({ profile })
    expect(service.requests[0]).toMatchObject({
      authorization: `Bearer ${token}`,
      fields: { destination: 'Portugal', legalRight: 'Yes' },
    })
    expect(existsSync(space.path('memory.sqlite'))).toBe(true)

    const status = await space.run(['status', '--json'], {}, below)
    expect(JSON.parse(status.stdout)).toMatchObject({ profile, runs: [{ company: 'acme' }] })
    const inspected = await space.run(['inspect', 'q4.csv', '--json'], {}, below)
    expect(JSON.parse(inspected.stdout)).toMatchObject({ profile })
    const checked = await space.run(['check', 'assess', 'q4.csv', '--json'], {}, below)
    expect(JSON.parse(checked.stdout)).toMatchObject({ profile, outcomes: { ready: 1 } })
  })

  it('is less than what the command line and the environment say', async () => {
    const [service, other] = [await startService(), await startService()]
    const space = furnish({ baseUrl: 'https://nowhere.example/version-test', ...settings, tokenFile: 'none' })
    const said = ['--base-url', service.baseUrl, '--company', 'globex', '--set', 'destination=Spain', '--json']
    const variables = { RWA_API_TOKEN: token, RWA_LEDGER: space.path('other.sqlite') }
    const first = await space.run(['assess', '2026/q4.csv', ...said], variables)
    expect([first.code, service.created()]).toEqual([0, ['E1']])
    expect([existsSync(space.path('memory.sqlite')), existsSync(space.path('other.sqlite'))]).toEqual([false, true])

    const second = await space.run(['assess', '2026/q4.csv', '--trust-address'], {
      ...variables,
      RWA_BASE_URL: other.baseUrl,
    })
    expect([second.code, other.created()]).toEqual([0, ['E1']])
  })

  it.each([
    ['nobody has kept', { assess: { values: { destination: { Portugalien: '? Portugal' } } } }, '1 guess for assess ('],
    ['there is a token', { token: 'x' }, '"token": a profile must not contain the token'],
    ['there is no such key', { baseURL: 'x' }, 'did you mean "baseUrl"?'],
    ['its number cannot be', { requestTimeout: '1ms' }, '"requestTimeout": "1ms" cannot be used'],
  ])('in which %s stops a run before anything is sent', async (_, content, message) => {
    const service = await startService()
    const space = furnish(content)
    const { code, stderr } = await space.run(['assess', '2026/q4.csv'], service.variables)
    expect([code, service.requests]).toEqual([2, []])
    expect(stderr).toContain(message)
  })

  it('with guesses serves a check without them; another one may be named', async () => {
    const space = furnish({ assess: { values: { legalRight: { freilich: '? Yes' } } } })
    space.write('other.json', '{"assess": {"values": {"legalRight": {"freilich": "No"}}}}')
    const checked = await space.run(['check', 'assess', '2026/q4.csv'])
    expect(checked.stderr).toContain('1 guess for assess (')
    expect([checked.code, checked.stdout]).toEqual([
      3,
      expect.stringContaining('legalRight: must be Yes, No or Unsure'),
    ])
    const named = await space.run(['check', 'assess', '2026/q4.csv', '--profile', 'other.json'])
    expect([named.code, named.stderr]).toEqual([0, expect.stringContaining(`profile: ${space.path('other.json')}\n`)])
  })
})
