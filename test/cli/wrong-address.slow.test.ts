import { expect, it } from 'vitest'
import { Workspace } from '../support/program.ts'
import { type Reply, startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Welcome</h1>' }

/** What another address than the service's answers, and what that leaves of the row that was sent. */
const elsewhere: [title: string, reply: Reply, state: 'ready' | 'unknown', said: string][] = [
  ['404', { status: 404, body: 'No such endpoint' }, 'ready', 'HTTP 404 (Not Found): No such endpoint'],
  [
    '404 in an envelope',
    { status: 404, body: '{"status":"error","success":false,"message":"No such endpoint"}' },
    'ready',
    'No such endpoint',
  ],
  ['a page', { ...page, status: 200 }, 'unknown', 'HTTP 200 (OK): <!doctype html>'],
]

it.each(elsewhere)(
  '%s to the first request is about the address: exit 2, one request',
  async (_, reply, state, said) => {
    let isMended = false
    const service = await startService(() => (isMended ? undefined : reply))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(30)))
    const { code, summary, stderr } = await space.assess('trips.csv')
    expect([code, service.requests.length, summary.stopped]).toEqual([2, 1, 'address'])
    expect(summary.outcomes).toEqual(state === 'ready' ? { ready: 30 } : { ready: 29, unknown: 1 })
    expect(stderr).toContain(said)
    expect(stderr).toContain(`${service.baseUrl} is not the base address of the service`)
    expect(stderr).toContain('--base-url')

    isMended = true
    const after = await space.assess('trips.csv', '--no-wait')
    expect(after.summary.outcomes).toEqual(state === 'ready' ? { accepted: 30 } : { accepted: 29, unknown: 1 })
    expect(service.created().length).toBe(state === 'ready' ? 31 : 30)
  },
)

it('asking for scores at another address stops too, and no row loses its identifier', async () => {
  let isElsewhere = false
  const service = await startService(() => (isElsewhere ? { ...page, status: 200 } : undefined))
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  expect((await space.assess('trips.csv', '--no-wait')).code).toBe(0)
  isElsewhere = true
  const { code, summary } = await space.assess('trips.csv')
  expect([code, summary.stopped, service.requests.length]).toEqual([2, 'address', 4])
  expect(summary.outcomes).toEqual({ accepted: 3 })
  isElsewhere = false
  expect((await space.assess('trips.csv')).summary.outcomes).toEqual({ scored: 3 })
})

it('the same answer later in a run is about its row', async () => {
  const service = await startService(({ fields }) =>
    fields['employeeId'] === 'E-002' ? { status: 404, body: 'No such endpoint' } : undefined,
  )
  const space = new Workspace(service.variables)
  space.write('trips.csv', toCsv(trips(3)))
  const { code, summary } = await space.assess('trips.csv', '--no-wait')
  expect([code, summary.outcomes]).toEqual([3, { accepted: 2, rejected: 1 }])
})
