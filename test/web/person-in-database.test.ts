import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

const person = 'E-4711'

describe.skipIf(!hasPostgres)('a person’s data on the page of a team', () => {
  const server = usePostgres()

  it('is shown, handed out and forgotten in the database, and the same trip is not created again', async () => {
    const service = await startService()
    const space = new Workspace({ ...service.variables, RWA_LEDGER: server.address() })
    space.write('trips.csv', toCsv([trip('E-1'), trip(person, { Name: 'Zoë Planted' })]))
    expect((await space.assess('trips.csv', '-o', 'out.csv')).code).toBe(0)
    const client = await enterPageInProcess(space)
    const shown = await client.post('/api/person', { person })
    expect(shown.error).toBeNull()
    expect(shown.person).toMatchObject({ known: { requests: 1, rows: 1 }, erasable: { requests: 1, rows: 1 } })
    expect(shown.person?.files.naming).toEqual([space.path('out.csv')])
    const exported = await fetch(`${client.origin}/api/person-file`, { headers: { 'x-rwa-key': client.key } })
    expect([exported.status, (await exported.arrayBuffer()).byteLength > 1_000]).toEqual([200, true])

    const done = await client.post('/api/erase', { typed: person, reason: 'left us' })
    expect(done.error).toBeNull()
    expect(done.person).toMatchObject({
      known: { requests: 0, rows: 0 },
      forgotten: { requests: 1, rows: 1, isScrubbed: true, isDatabase: true },
    })
    expect(existsSync(space.path('out.csv'))).toBe(true)
    expect((await client.post('/api/person', { person: 'E-1' })).person).toMatchObject({
      known: { requests: 1, rows: 1 },
    })
    client.running.interrupt()
    await client.running.ended

    const audit = await space.run(['status', '--attempts'])
    expect(audit.stdout).toContain('left us')
    expect(audit.stdout).not.toMatch(/4711|Planted/)
    const again = await space.assess('trips.csv', '-o', 'again.csv')
    expect(again).toMatchObject({ code: 0, summary: { alreadyDone: 2 } })
    expect(service.created()).toHaveLength(2)
  })
})
