import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificate, privateKey } from '../client/certificate.ts'
import { canMount, handOver, mountSmallDisk, ordinaryUser } from '../prove/surroundings/surroundings.ts'
import { openDatabase } from '../rooms/support.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { ledgerFile, type Variables, Workspace } from '../support/program.ts'
import { refusal, type Service, startService, token } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

interface Check {
  check: string
  state: string
  text: string
  hint: string | null
}

interface Examined {
  code: number | null
  problems: Check[]
  all: Check[]
  printed: string
}

/** Answers as the service does without a token. */
function startGuarded(): Promise<Service> {
  return startService(({ authorization }) => (authorization === '' ? refusal('Invalid Auth') : undefined))
}

async function doctor(
  space: Workspace,
  variables: Variables = {},
  { args = [], via }: { args?: readonly string[]; via?: readonly string[] | undefined } = {},
): Promise<Examined> {
  const command = ['doctor', '--json', ...args]
  const ended = via === undefined ? await space.run(command, variables) : await space.spawn(command, variables, via)
  const printed = ended.stdout + ended.stderr
  expect(ended.stdout, printed).toContain('"checks"')
  const { checks }: { checks: Check[] } = JSON.parse(ended.stdout.trimEnd().split('\n').at(-1) ?? '')
  const problems = checks.filter(({ state }) => !['ok', 'skipped'].includes(state))
  return { code: ended.code, problems, all: checks, printed }
}

/** One problem, named, with a next step; and no token anywhere. */
function expectOne(
  { code, problems, printed }: Examined,
  exitCode: number,
  check: string,
  text: RegExp,
  hint: RegExp,
): void {
  expect([code, problems.map((each) => each.check)], printed).toEqual([exitCode, [check]])
  expect(problems[0]?.text).toMatch(text)
  expect(problems[0]?.hint).toMatch(hint)
  expect(printed).not.toContain(token)
}

async function used(service: Service): Promise<Workspace> {
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(2)))
  expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
  return space
}

describe('doctor', () => {
  it('finds nothing on a sound machine, sends no token, and makes nothing', async () => {
    const service = await startGuarded()
    const space = new Workspace(service.variables)
    const { code, problems, all, printed } = await doctor(space)
    expect([code, problems], printed).toEqual([0, []])
    expect(all.map(({ check }) => check)).toEqual([
      'Node.js',
      'SQLite',
      'Profile',
      'Ledger',
      'Disk',
      'Token',
      'Proxy',
      'Certificates',
      'Address',
      'Clock',
    ])
    expect(service.requests.map(({ endpoint, authorization }) => [endpoint, authorization])).toEqual([
      ['rwa_retrieve', ''],
    ])
    expect(readdirSync(space.folder)).toEqual([])
    expect(printed).not.toContain(token)
    const { stdout } = await space.run(['doctor'])
    expect(stdout).toMatch(/^rwa-batch \S+, Node\.js/)
    expect(stdout).toMatch(/\n {2}ok {7}Address {6}http:\S+ answers \(the test environment\); no token was sent\n/)
  })

  it('finds a used ledger with its runs, and changes nothing in it', async () => {
    const space = await used(await startGuarded())
    const before = readFileSync(space.path(ledgerFile))
    const { code, all } = await doctor(space)
    expect(code).toBe(0)
    expect(all.find(({ check }) => check === 'Ledger')?.text).toMatch(/schema version \d+, 2 requests/)
    expect(all.find(({ check }) => check === 'Clock')?.text).toBe('as the service’s')
    expect(readFileSync(space.path(ledgerFile)).equals(before)).toBe(true)
  })
})

describe('doctor names the problem of a machine', () => {
  const database = usePostgres()

  it.runIf(ordinaryUser !== undefined)('without rights', async () => {
    const space = new Workspace((await startGuarded()).variables)
    handOver(space.folder)
    chmodSync(space.folder, 0o555)
    const found = await doctor(space, {}, { via: ordinaryUser })
    chmodSync(space.folder, 0o755)
    expectOne(found, 1, 'Disk', /may not write to/, /made writable/)
  })

  it.runIf(canMount)('with a full disk', async () => {
    const space = new Workspace((await startGuarded()).variables)
    mountSmallDisk(space.path('small'), 16).fill()
    const found = await doctor(space, {}, { args: ['--ledger', 'small/ledger.sqlite'] })
    expectOne(found, 1, 'Disk', /disk of .* is full: 0 MB are free/, /Free space/)
  })

  it.runIf(canMount)('with more rows than the disk has room for, as a dry run says too', async () => {
    const space = new Workspace((await startGuarded()).variables)
    mountSmallDisk(space.path('small'), 40)
    space.write('trips.csv', toCsv(trips(9_000)))
    const ledger = ['--ledger', 'small/ledger.sqlite'] as const
    expect((await doctor(space, {}, { args: ledger })).problems).toEqual([])
    const found = await doctor(space, {}, { args: ['trips.csv', ...ledger] })
    const words = /disk of .* is too small for these rows: \d\d MB are free, and their first run needs 4\d MB/
    expectOne(found, 0, 'Disk', words, /Free space/)
    expect((await space.assess('trips.csv', '--dry-run', ...ledger)).stderr).toMatch(words)
  })

  it('with a ledger of a newer version, and with one of an older, which the next run updates', async () => {
    const service = await startGuarded()
    const space = new Workspace(service.variables)
    const make = (version: number): void => {
      const db = openDatabase(space.path('other.sqlite'))
      db.exec(`CREATE TABLE IF NOT EXISTS meta (key TEXT, value TEXT); PRAGMA user_version = ${version}`)
      db.close()
    }
    make(9_999)
    const args = ['--ledger', 'other.sqlite']
    expectOne(await doctor(space, {}, { args }), 1, 'Ledger', /other\.sqlite/, /./)
    const older = await used(service)
    const db = openDatabase(older.path(ledgerFile))
    const version = Number(db.pragma('user_version'))
    db.exec(`DROP INDEX submissions_refused; PRAGMA user_version = ${version - 1}`)
    db.close()
    rewriteSeal(older)
    expectOne(await doctor(older), 0, 'Ledger', /older version/, /next run .* updates it, .*`rwa-batch ledger init`/)
    const before = [readFileSync(older.path(ledgerFile)), readdirSync(dirname(older.path(ledgerFile)))]
    // Who wants to look first can.
    for (const command of [['status'], ['report', '-o', 'r.html'], ['ledger', 'status']])
      expect((await older.run(command)).code, command.join(' ')).toBe(0)
    expect([readFileSync(older.path(ledgerFile)), readdirSync(dirname(older.path(ledgerFile)))]).toEqual(before)
    expect((await older.run(['ledger', 'init', older.path(ledgerFile)])).code).toBe(0)
    expect((await doctor(older)).problems).toEqual([])
  })

  it.each([
    ['ahead', -3.5 * 3_600_000, /3 h \d+ min ahead of the service/],
    ['behind', 3.5 * 3_600_000, /3 h \d+ min behind the service/],
  ])('with a clock that is %s', async (_, offsetMs, text) => {
    const service = await startService(() => ({
      headers: { date: new Date(Date.now() + offsetMs).toUTCString() },
      body: '{"status":"error","success":false,"message":"Invalid Auth"}',
    }))
    expectOne(await doctor(new Workspace(service.variables)), 1, 'Clock', text, /Set it/)
  })

  it('with a proxy that refuses, or that is not there', async () => {
    const proxy = createHttpServer().on('connect', (_, socket) => {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    })
    const port = await listen(proxy)
    const variables = {
      RWA_BASE_URL: 'https://service.example/version-test/api',
      RWA_API_TOKEN: token,
      HTTPS_PROXY: `http://ann:secret@127.0.0.1:${port}`,
    }
    const refused = await doctor(new Workspace(variables))
    expectOne(refused, 2, 'Proxy', /proxy 127\.0\.0\.1:\d+ .*HTTP 407/, /HTTPS_PROXY/)
    expect(refused.printed).not.toContain('secret')
    proxy.close()
    proxy.closeAllConnections()
    expectOne(await doctor(new Workspace(variables)), 75, 'Proxy', /refused/, /HTTPS_PROXY/)
    const wrong = await doctor(new Workspace({ ...variables, HTTPS_PROXY: 'socks5://proxy' }))
    expectOne(wrong, 2, 'Proxy', /not the address of an HTTP proxy/, /http:\/\/host:port/)
  })

  it('with a certificate of an authority that it does not know, or a file of one that is none', async () => {
    const port = await listen(createTlsServer({ cert: certificate, key: privateKey }, (socket) => void socket.end()))
    const variables = { RWA_BASE_URL: `https://localhost:${port}/version-test/api`, RWA_API_TOKEN: token }
    const unknown = await doctor(new Workspace(variables))
    expectOne(unknown, 2, 'Certificates', /certificate of the host was not accepted/, /NODE_EXTRA_CA_CERTS/)

    const service = await startGuarded()
    const space = new Workspace({ ...service.variables, NODE_EXTRA_CA_CERTS: 'ca.pem' })
    space.write('ca.pem', 'no certificate')
    const broken = await doctor(space)
    expectOne(broken, 2, 'Certificates', /ca\.pem, which holds no certificate/, /PEM/)
    expect(service.requests).toEqual([])

    const unchecked = await doctor(new Workspace({ ...service.variables, NODE_TLS_REJECT_UNAUTHORIZED: '0' }))
    expectOne(unchecked, 2, 'Certificates', /could be read by anyone/, /Unset it/)
  })

  it.runIf(process.getuid?.() === 0)('with a profile of another user, and does not use it', async () => {
    const service = await startGuarded()
    const space = new Workspace(service.variables)
    space.write('rwa-batch.json', '{"baseUrl":"https://elsewhere.example"}')
    chownSync(space.path('rwa-batch.json'), 65534, 65534)
    expectOne(await doctor(space), 2, 'Profile', /rwa-batch\.json/, /./)
    expect(service.requests).toHaveLength(1)
  })

  it('with a damaged ledger', async () => {
    const space = await used(await startGuarded())
    const handle = openSync(space.path(ledgerFile), 'r+')
    writeSync(handle, Buffer.alloc(4096), 0, 4096, 4096)
    closeSync(handle)
    expectOne(await doctor(space), 1, 'Ledger', /is damaged/, /Restore its newest copy/)
  })

  it('with a ledger that is gone, which a run would refuse too', async () => {
    const space = await used(await startGuarded())
    writeFileSync(space.path(ledgerFile), '')
    expectOne(await doctor(space), 1, 'Ledger', /is empty|is gone/, /./)
  })

  it('without a token, and with one that others can read', async () => {
    const { variables } = await startGuarded()
    const space = new Workspace({ RWA_BASE_URL: variables['RWA_BASE_URL'] })
    expectOne(await doctor(space), 2, 'Token', /token/, /RWA_API_TOKEN.*--token-file.*--token-command/)
    space.write('open.token', token)
    chmodSync(space.path('open.token'), 0o644)
    const open = await doctor(space, {}, { args: ['--token-file', 'open.token'] })
    expectOne(open, 2, 'Token', /can be read or written by other users/, /chmod 600/)
  })

  it.each<[string, number, Variables, RegExp, RegExp]>([
    ['none', 2, { RWA_BASE_URL: '' }, /there is no base address/, /--base-url/],
    ['unencrypted', 2, { RWA_BASE_URL: 'http://service.example/api' }, /not encrypted/, /https/],
    ['closed', 75, { RWA_BASE_URL: 'http://127.0.0.1:9/version-test/api' }, /refused/, /Check the network/],
  ])('with a wrong address: %s', async (_, exitCode, variables, text, hint) => {
    const found = await doctor(new Workspace({ RWA_API_TOKEN: token, ...variables }))
    expectOne(found, exitCode, 'Address', text, hint)
  })

  it.each<[string, number, Parameters<typeof startService>[0], RegExp]>([
    ['a page', 2, () => ({ status: 404, body: '<html>nothing here</html>' }), /not the base address .*HTTP 404/],
    ['elsewhere', 2, () => ({ status: 302, headers: { location: 'https://x.example' }, body: '' }), /leads elsewhere/],
    ['a service that does not serve', 75, () => ({ status: 503, body: '' }), /does not serve now.*HTTP 503/],
  ])('with an address that leads to %s', async (_, exitCode, reply, text) => {
    const service = await startService(reply)
    expectOne(await doctor(new Workspace(service.variables)), exitCode, 'Address', text, /./)
  })

  it.skipIf(!hasPostgres)('with a database that cannot be reached, and none with one that can', async () => {
    const space = new Workspace((await startGuarded()).variables)
    const address = database.address()
    expect((await space.run(['ledger', 'init', address])).code).toBe(0)
    const found = await doctor(space, { RWA_LEDGER: address })
    expect([found.code, found.problems], found.printed).toEqual([0, []])
    expect(found.all.find(({ check }) => check === 'Disk')?.text).toMatch(/^the database has \d+ MB; the free space/)
    const gone = await doctor(space, { RWA_LEDGER: 'postgres://ann:secret@127.0.0.1:9/trips' })
    expectOne(gone, 1, 'Ledger', /127\.0\.0\.1:9\/trips/, /./)
    expect(gone.printed).not.toContain('secret')
  })

  it('with several problems: each is named, and broken surroundings decide the exit code', async () => {
    const space = await used(await startGuarded())
    writeFileSync(space.path(ledgerFile), 'not a ledger at all, but long enough to be looked at')
    const { code, problems } = await doctor(space, {
      RWA_API_TOKEN: undefined,
      RWA_BASE_URL: 'http://127.0.0.1:9/version-test',
    })
    expect([code, problems.map(({ check }) => check)]).toEqual([1, ['Ledger', 'Token', 'Address']])
    expect(existsSync(space.path('output'))).toBe(true)
  })
})

/** An altered ledger is damaged; without its seal the tables are compared instead. */
function rewriteSeal(space: Workspace): void {
  const mark = space.path(`${ledgerFile}.mark`)
  writeFileSync(
    mark,
    readFileSync(mark, 'utf8').replace(/\d+:\w+$/m, (seal) => '-'.repeat(seal.length)),
  )
}

async function listen(
  server: { listen(port: number, host: string): unknown; address(): unknown; close(): unknown } & NodeJS.EventEmitter,
): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
