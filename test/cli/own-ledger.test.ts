import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { putBack, takeDump } from '../ledger/postgres/dump.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { type Service, startService, token } from '../support/service.ts'
import { hasTerminal, keys, startOnTerminal } from '../support/terminal.ts'
import { toCsv, trips } from '../support/trips.ts'

const userLedger = '.local/share/rwa-batch/rwa-batch.ledger.sqlite'

async function createScene(): Promise<{
  service: Service
  space: Workspace
  send(...more: string[]): ReturnType<Workspace['assess']>
}> {
  const service = await startService()
  const space = new Workspace(service.variables)
  return {
    service,
    space,
    // The output of the run before would name what it created.
    async send(...more) {
      rmSync(space.path('output'), { recursive: true, force: true })
      return space.assess('trips.csv', '--no-wait', ...more)
    },
  }
}

describe('a ledger that was put back as a whole, with all that stands beside it', () => {
  it('is refused by run and plan, however much it was gone on with, until somebody accepts it', async () => {
    const { service, space, send } = await createScene()
    const [folder, copy] = [dirname(space.path(userLedger)), space.path('backup')]
    space.write('trips.csv', toCsv(trips(3)))
    await send()
    cpSync(folder, copy, { recursive: true })
    space.write('trips.csv', toCsv(trips(6)))
    await send()
    expect(service.created()).toHaveLength(6)
    rmSync(folder, { recursive: true })
    cpSync(copy, folder, { recursive: true })

    const refused = await send()
    expect([refused.code, service.created().length]).toEqual([1, 6])
    expect(refused.stderr).toMatch(/is not used: it lacks the last \d+ of \d+ lines of its log: it was put back/)
    expect((await send('--dry-run')).code).toBe(1)

    const accept = ['ledger', 'init', space.path(userLedger), '--accept-restored']
    expect((await space.run(accept)).code).toBe(0)
    expect([(await send()).code, service.created().length]).toEqual([0, 9])
  })

  it('is refused also where the file alone was copied elsewhere', async () => {
    const { service, space, send } = await createScene()
    space.write('trips.csv', toCsv(trips(2)))
    await send()
    cpSync(space.path(userLedger), space.path('copy.sqlite'))
    space.write('trips.csv', toCsv(trips(4)))
    await send()
    const refused = await send('--ledger', 'copy.sqlite')
    expect([refused.code, service.created().length]).toEqual([1, 4])
    expect(refused.stderr).toContain('copy.sqlite is not used: it lacks')

    // A colleague has never seen it: they are told how much it knows.
    const colleague = new Workspace(service.variables)
    cpSync(space.path('copy.sqlite'), colleague.path('copy.sqlite'))
    colleague.write('trips.csv', toCsv(trips(2)))
    const { stderr } = await colleague.assess('trips.csv', '--no-wait', '--ledger', 'copy.sqlite')
    expect(stderr).toMatch(/came without its mark, as a copy does: it knows of nothing after 20\d\d-/)
  })
})

describe.skipIf(!hasPostgres)('a database of a team', () => {
  const server = usePostgres()

  it('that was put back from a dump is refused by who has seen more, although a colleague has worked on it since', async () => {
    const { service, space, send } = await createScene()
    const [ledger, colleague] = [server.address(), new Workspace(service.variables)]
    space.write('trips.csv', toCsv(trips(2)))
    await send('--ledger', ledger)
    const dump = await takeDump(ledger)
    space.write('trips.csv', toCsv(trips(5)))
    await send('--ledger', ledger)
    await putBack(ledger, dump)
    colleague.write('theirs.csv', toCsv(trips(30).slice(10)))
    expect((await colleague.assess('theirs.csv', '--no-wait', '--ledger', ledger)).code).toBe(0)
    expect(service.created()).toHaveLength(25)

    const refused = await send('--ledger', ledger)
    expect([refused.code, service.created().length]).toEqual([1, 25])
    expect(refused.stderr).toMatch(/line \d+ of its log has changed/)
  })

  it('is not taken in the place of the own ledger, which knows what was sent, by run, plan or page', async () => {
    const { service, space, send } = await createScene()
    const ledger = server.address()
    space.write('trips.csv', toCsv(trips(3)))
    await send()
    for (const more of [[], ['--dry-run'], ['--detach', '--yes']]) {
      const refused = await space.run(['assess', 'trips.csv', '--ledger', ledger, ...more])
      expect([refused.code, service.created().length], refused.stderr).toEqual([2, 3])
      expect(refused.stderr).toContain(space.path(userLedger))
      expect(refused.stderr).toContain('rwa-batch ledger move')
    }
    expect((await space.run(['ledger', 'move', space.path(userLedger), ledger])).code).toBe(0)
    const moved = await send('--ledger', ledger)
    expect([moved.code, service.created().length], moved.stderr).toEqual([0, 3])
  })
})

/** Somebody else's host: the requests that arrive there. */
async function startStranger(host: string): Promise<{ address: string; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization ?? '')
    response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { address: `http://${host}:${port}/version-test/api`, requests }
}

describe('a profile that names another host', () => {
  async function createTrap(host = '127.0.0.2') {
    const [known, stranger] = [await startService(), await startStranger(host)]
    const space = new Workspace({ ...known.variables, RWA_BASE_URL: undefined })
    space.write('trips.csv', toCsv(trips(2)))
    await space.assess('trips.csv', '--no-wait', '--base-url', known.baseUrl)
    space.write('q4.csv', toCsv(trips(3)))
    space.writeProfile({ baseUrl: stranger.address })
    return { stranger, space }
  }

  it.each([
    ['host', '127.0.0.2'],
    ['port of the same host', '127.0.0.1'],
  ])('does not send a token that is known from one host to another %s', async (_, host) => {
    const { stranger, space } = await createTrap(host)
    const refused = await space.run(['assess', 'q4.csv', '--no-wait', '--yes'])
    expect([refused.code, stranger.requests], refused.stderr).toEqual([2, []])
    expect(refused.stderr).toContain(stranger.address)
    expect(refused.stderr).toContain('--trust-address')
    await space.run(['assess', 'q4.csv', '--no-wait', '--trust-address'])
    expect(stranger.requests).toEqual([`Bearer ${token}`])
  })

  it.skipIf(!hasTerminal)(
    'is asked about on a terminal (skipped where there is no `script` of util-linux)',
    async () => {
      const { stranger, space } = await createTrap()
      const terminal = startOnTerminal(space.folder, ['assess', 'q4.csv', '--no-wait'], { RWA_API_TOKEN: token })
      await terminal.until('[y/N]')
      expect(terminal.said()).toContain(`to another host, ${stranger.address}`)
      terminal.type(keys.enter)
      expect([await terminal.ended, stranger.requests]).toEqual([2, []])
    },
  )
})

it('where the register cannot be written the run goes on, and says what may not be noticed', async () => {
  const { service, space, send } = await createScene()
  space.write('trips.csv', toCsv(trips(1)))
  mkdirSync(space.path('.local'))
  space.write('.local/state', 'a file in the place of the folder')
  const { code, stderr } = await send()
  expect([code, service.created().length]).toEqual([0, 1])
  expect(stderr).toMatch(/the register of this user, \S+, cannot be used/)
  expect(existsSync(space.path(userLedger))).toBe(true)
})
