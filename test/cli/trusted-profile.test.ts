import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { altering } from '../support/altered.ts'
import { Workspace } from '../support/program.ts'
import { startService, token } from '../support/service.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { toCsv, trip } from '../support/trips.ts'

const vaultToken = 'hvs.CAESIJ-victims-vault-token-0123456789'
const password = 'S3cr3t-of-the-teams-database'

/** A port of this machine that counts who comes. */
async function startListener(): Promise<{ port: number; visits(): number }> {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, visits: () => visits }
}

/** A folder that came by mail, in the home of its victim, with a service and a database of the attacker. */
async function createMail(more: object = {}) {
  const attacker = await startService()
  const database = await startListener()
  const space = new Workspace({ PGPASSWORD: password })
  writeFileSync(space.path('.vault-token'), `${vaultToken}\n`, { mode: 0o600 })
  space.write('q4.csv', toCsv([trip('E1')]))
  const ledger = `postgres://rwa_ann@127.0.0.1:${database.port}/evil`
  const profile = { baseUrl: attacker.baseUrl, tokenFile: '.vault-token', ledger, retryStatus: [502], ...more }
  space.write('rwa-batch.json', JSON.stringify(profile))
  return { attacker, database, space }
}

/** The same without a database: what is sent stands in the user's own ledger. */
async function createPlainMail() {
  const { attacker, space } = await createMail()
  const write = (more: object = {}): void =>
    space.write('rwa-batch.json', JSON.stringify({ baseUrl: attacker.baseUrl, tokenFile: '.vault-token', ...more }))
  write()
  return { attacker, space, write }
}

const send = ['assess', 'q4.csv', '--no-wait']

describe('a profile that was found and that nobody agreed to', () => {
  it.each([
    ['assess', 'q4.csv', '--yes'],
    ['assess', 'q4.csv', '--dry-run'],
    ['assess', 'q4.csv', '--detach'],
    ['decide', 'q4.csv', '--yes'],
    ['invite', 'q4.csv', '--yes'],
    ['check', 'assess', 'q4.csv'],
    ['inspect', 'q4.csv'],
    ['status'],
    ['refresh'],
    ['collect', 'q4.csv'],
    ['report'],
    ['worker'],
    ['ledger', 'export', '--employee', 'E1', '-o', 'p.xlsx'],
    ['ledger', 'forget', '--employee', 'E1'],
    ['ledger', 'rules'],
    ['doctor'],
  ])('has no command read or reach what it names: %s %s %s', async (...words) => {
    const { attacker, database, space } = await createMail()
    const { code, stdout, stderr } = await space.run(words)
    expect([code, attacker.requests, database.visits()], stderr).toEqual([2, [], 0])
    const said = stdout + stderr
    for (const value of [attacker.baseUrl, space.path('.vault-token'), `${database.port}/evil`, 'retryStatus: [502]']) {
      expect(said).toContain(value)
    }
    expect([said.includes('--profile'), said.includes('--trust-profile')]).toEqual([true, true])
  })

  it('gets neither token nor password from a process with the usual command; without the guard it gets the token', async () => {
    const { attacker, space } = await createPlainMail()
    const stopped = await space.spawn([...send, '--yes'])
    expect([stopped.code, attacker.requests], stopped.stderr).toEqual([2, []])
    const guard = { from: 'question === void 0) return;', to: 'question !== 0) return;' }
    const twin = await space.spawn([...send, '--yes'], altering([guard]))
    expect([twin.code, attacker.requests.map(({ authorization }) => authorization)]).toEqual([
      0,
      [`Bearer ${vaultToken}`],
    ])
  })

  it('is used for a run that names it, and for good with --trust-profile; what it names since is asked about', async () => {
    const { attacker, space, write } = await createPlainMail()
    const again = ['--again']
    expect((await space.run([...send, '--profile', 'rwa-batch.json'])).code).toBe(0)
    expect((await space.run([...send, ...again])).code).toBe(2)
    const agreed = await space.run(['check', 'assess', 'q4.csv', '--trust-profile'])
    expect(agreed.code).toBe(0)
    const silent = await space.run([...send, ...again])
    expect([silent.code, silent.stderr.includes('agreed'), attacker.created()]).toEqual([0, false, ['E1', 'E1']])

    write({ assess: { values: { legalRight: { jo: 'Yes' } } }, concurrency: 2 })
    expect((await space.run([...send, ...again])).code).toBe(0)
    write({ retryStatus: [502] })
    const changed = await space.run([...send, ...again])
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringContaining('names other values')])
  })

  it('is shown with a host that looks like another one, and with text that turns round, as codes', async () => {
    const { space } = await createMail({ baseUrl: 'https://g\u043eod.example/api', tokenFile: 'a\u202Eb' })
    const { stderr } = await space.run(send)
    expect(stderr).toContain('baseUrl: https://xn--god-sed.example/api')
    expect(stderr).toContain('a\\u{202e}b')
  })

  it.skipIf(!hasTerminal)('is asked about once on a terminal (skipped where there is no `script`)', async () => {
    const { attacker, space } = await createPlainMail()
    const first = startOnTerminal(space.folder, send, {})
    await first.until('[y/N]')
    for (const value of [attacker.baseUrl, '.vault-token']) expect(first.said()).toContain(value)
    first.type(keys.enter)
    expect([await first.ended, attacker.requests]).toEqual([2, []])
    const second = startOnTerminal(space.folder, send, {})
    await second.until('[y/N]')
    second.type(`y${keys.enter}`)
    expect([await second.ended, attacker.created()]).toEqual([0, ['E1']])
    const third = startOnTerminal(space.folder, [...send, '--again'], {})
    expect([await third.ended, third.said().includes('[y/N]')]).toEqual([0, false])
    // From cron.
    expect((await space.spawn([...send, '--again'])).code).toBe(0)
  })
})

describe('nothing is asked about a profile', () => {
  it('with headings, values and lists beside it alone', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('q4.csv', toCsv([trip('E1')]))
    space.write('lists.json', '{}')
    space.write('rwa-batch.json', JSON.stringify({ lists: 'lists.json', assess: { set: { purpose: 'Trip' } } }))
    const { code, stderr } = await space.run(send)
    expect([code, stderr.includes('agree')]).toEqual([0, false])
    space.write('rwa-batch.json', JSON.stringify({ lists: '../lists.json' }))
    expect((await space.run(['check', 'assess', 'q4.csv'])).stderr).toContain('lists: ')
  })

  it('that this program wrote as a draft for its user', async () => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('q4.csv', toCsv([trip('E1', { 'Right to work': 'freilich' })]))
    const drafted = await space.run(['inspect', 'q4.csv', '--draft'])
    expect([drafted.code, existsSync(space.path('rwa-batch.json'))]).toEqual([0, true])
    const { stderr } = await space.run(send)
    expect(stderr).toContain('1 guess for assess')
  })
})

it('a key that is written twice is refused, however it is spelled', async () => {
  const { attacker, space } = await createMail()
  space.write(
    'rwa-batch.json',
    `{"baseUrl":"https://good.example","\\u0062aseUrl":${JSON.stringify(attacker.baseUrl)}}`,
  )
  const { code, stderr } = await space.run([...send, '--profile', 'rwa-batch.json'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('"baseUrl" twice in one object')])
})

describe('a status that counts as “not processed” by somebody’s word', () => {
  it.each([
    ['a profile', { retryStatus: [502] }, [], 'the profile '],
    ['an option', {}, ['--retry-status', '502'], '--retry-status says so'],
  ])('is named with who says so, %s, in plan, dry run and summary', async (_, more, options, who) => {
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('q4.csv', toCsv([trip('E1')]))
    space.writeProfile(more)
    const words = 'HTTP 502 counts as “not processed”, and such a row is sent again'
    const planned = await space.run([...send, ...options, '--dry-run'])
    expect(planned.stderr).toContain(words)
    const run = await space.run([...send, ...options, '--json'])
    const [first, last, ...rest] = run.stderr.split('\n').filter((line) => line.includes(words))
    expect([first?.includes(who), last, rest]).toEqual([true, first, []])
    expect(run.summary).toMatchObject({ retryStatus: [502] })
    const silent = await space.run([...send, '--json', '--profile', '/dev/null'])
    expect(silent.stderr).not.toContain('counts as')
  })
})

it('a command that prints the token inherits no other secret', async () => {
  const service = await startService()
  const space = new Workspace({ ...service.variables, PGPASSWORD: password, RWA_LEDGER: 'own.sqlite' })
  space.write('q4.csv', toCsv([trip('E1')]))
  const command = `env > seen; echo ${token}`
  const { code } = await space.spawn([...send, '--token-command', command])
  expect(code).toBe(0)
  const seen = readFileSync(space.path('seen'), 'utf8')
  expect([seen.includes('HOME='), /RWA_API_TOKEN|PGPASSWORD|RWA_LEDGER/.test(seen)]).toEqual([true, false])
})
