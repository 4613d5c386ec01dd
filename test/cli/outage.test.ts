import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Workspace } from '../support/program.ts'
import { type Reply, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const toCsvFile = ['-o', 'out.csv']
const patience = ['--wait-for-service', '1s']

/** A service that goes away when it is told so. */
async function startMortal(reply: (endpoint: string, die: () => void) => Reply | undefined = () => undefined) {
  const ends: (() => void)[] = []
  const die = (): void => {
    for (const end of ends.splice(0)) end()
  }
  onTestFinished(die)
  const service = await startService(
    ({ endpoint }) => reply(endpoint, die),
    (end) => ends.push(end),
  )
  return { service, die }
}

describe('a service that cannot be reached', () => {
  it.each([1, 2, 60])('leaves all of %d rows ready, exit 75, and says why', async (count) => {
    const port = await freePort()
    const space = new Workspace({ RWA_BASE_URL: `http://127.0.0.1:${port}/version-test/api`, RWA_API_TOKEN: 'any' })
    space.write('trips.csv', toCsv(trips(count)))
    const { code, summary, stderr } = await space.assess('trips.csv', '--retries', '1', ...toCsvFile, ...patience)
    expect([code, summary.exitCode, summary.stopped, summary.outcomes], stderr).toEqual([
      75,
      75,
      'unreachable',
      { ready: count },
    ])
    const last = stderr.trimEnd().split('\n').slice(-3).join('\n')
    expect(last).toContain('Stopped: the service cannot be reached: the connection was refused.')
    expect(last).toContain('Next: when the service can be reached: ')
  })

  it('is waited for as long as the profile says', async () => {
    const space = new Workspace({ RWA_API_TOKEN: 'any' })
    const baseUrl = `http://127.0.0.1:${await freePort()}/version-test/api`
    space.writeProfile({ baseUrl, waitForService: '20s' })
    space.write('trips.csv', toCsv(trips(2)))
    const { code, stderr } = await space.assess('trips.csv', ...toCsvFile)
    expect(code).toBe(75)
    expect(stderr).toContain('the service cannot be reached (the connection was refused); trying for 20s')
  })

  it('costs nothing: the same command later creates each row once', async () => {
    const { service } = await startMortal()
    const space = new Workspace({
      ...service.variables,
      RWA_BASE_URL: `http://127.0.0.1:${await freePort()}/version-test/api`,
    })
    space.write('trips.csv', toCsv(trips(2)))
    expect((await space.assess('trips.csv', ...toCsvFile, ...patience)).code).toBe(75)
    const back = await space.assess('trips.csv', '--base-url', service.baseUrl, ...toCsvFile)
    expect([back.code, back.summary.outcomes], back.stderr).toEqual([0, { scored: 2 }])
    expect(service.created()).toHaveLength(2)
  })
})

describe('a service that goes away', () => {
  it('while scores are waited for: they stay awaited, beyond their own time-out, too', async () => {
    const { service } = await startMortal((endpoint, die) => {
      if (endpoint !== 'rwa_create') die()
      return undefined
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    const { code, summary, stderr } = await space.assess('trips.csv', '--poll-timeout', '1s', ...toCsvFile, ...patience)
    // The one that was being asked when the service went away may have come to its time-out meanwhile.
    const { accepted = 0, pending = 0, ...others } = summary.outcomes
    expect([code, summary.stopped, accepted + pending, others], stderr).toEqual([75, 'unreachable', 2, {}])
    const again = await space.run(['refresh', '--json', ...patience])
    expect([again.code, again.summary.stopped], again.stderr).toEqual([75, 'unreachable'])
  })

  it('before scores are asked for again: those of before are kept', async () => {
    const { service, die } = await startMortal()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(2)))
    expect((await space.assess('trips.csv')).code).toBe(0)
    die()
    const { code, summary, stderr } = await space.run(['refresh', '--all', '--json', ...patience])
    expect([code, summary.stopped, summary.outcomes], stderr).toEqual([75, 'unreachable', { scored: 2 }])
  })

  it('in the middle of a request: what cannot be known needs a person, exit 4', async () => {
    let creates = 0
    const { service } = await startMortal((endpoint, die) => {
      if (endpoint !== 'rwa_create') return undefined
      creates += 1
      if (creates < 2) return undefined
      die()
      return 'hang'
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(4)))
    const options = ['--concurrency', '1', '--no-wait', ...patience]
    const { code, summary, stderr } = await space.assess('trips.csv', ...options)
    expect([code, summary.stopped, summary.outcomes], stderr).toEqual([
      4,
      'unreachable',
      { accepted: 1, unknown: 1, ready: 2 },
    ])
    expect(stderr).toContain('Next: look up the rows of the sheet Unknown')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
