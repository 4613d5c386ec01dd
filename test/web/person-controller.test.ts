import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readOutput } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { isCreateOf, type Reply, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

const person = 'E-4711'

async function openLedger(reply?: Reply, more: Readonly<Record<string, string>> = {}) {
  const service = await startService((received) => (isCreateOf(person, received) ? reply : undefined))
  const space = new Workspace(service.variables)
  for (const [name, content] of Object.entries(more)) space.write(name, content)
  space.write('trips.csv', toCsv([trip('E-1'), trip(person, { Name: 'Zoë Planted' })]))
  await space.assess('trips.csv')
  const client = await enterPageInProcess(space)
  const download = () => fetch(`${client.origin}/api/person-file`, { headers: { 'x-rwa-key': client.key } })
  return { service, space, client, download }
}

describe('a person’s data on the page', () => {
  it('is counted, handed out, and forgotten once its ID is typed; the trip is never created again', async () => {
    const { service, space, client, download } = await openLedger()
    expect((await download()).status).toBe(404)
    const none = await client.post('/api/person', { person: 'E-9' })
    expect(none.person).toMatchObject({ known: { requests: 0, rows: 0, lines: 0 }, openCount: 0 })
    expect((await download()).status).toBe(404)

    const shown = await client.post('/api/person', { person })
    const output = space.path(assessed('trips'))
    expect(shown.error).toBeNull()
    expect(shown.person).toMatchObject({
      person,
      known: { requests: 1, rows: 1, lines: expect.any(Number) },
      erasable: { requests: 1, rows: 1, lines: expect.any(Number) },
      open: [],
      files: { naming: [output], unread: [] },
      forgotten: null,
    })

    const exported = await download()
    expect(exported.headers.get('content-disposition')).toContain('person.xlsx')
    space.write('person.xlsx', new Uint8Array(await exported.arrayBuffer()))
    const { results } = await readOutput(space.path('person.xlsx'), 'Assessments')
    expect(results.map((row) => row['Employee ID'])).toEqual([person])
    const left = readdirSync(tmpdir(), { recursive: true }).filter((name) => String(name).endsWith('/person.xlsx'))
    expect(left.filter((name) => !space.folder.endsWith(String(name).split('/')[0] ?? ''))).toEqual([])
    expect((await client.state()).person?.notes).toEqual([])

    const mistyped = await client.post('/api/erase', { typed: 'E-4712', reason: '' })
    expect(mistyped.error?.message).toContain('is not the ID of the shown person')
    expect((await client.post('/api/person', { person })).person?.known).toMatchObject({ requests: 1, rows: 1 })

    const done = await client.post('/api/erase', { typed: person, reason: 'left us' })
    expect(done.error).toBeNull()
    expect(done.person).toMatchObject({
      known: { requests: 0, rows: 0 },
      files: { naming: [output] },
      forgotten: { requests: 1, rows: 1, isScrubbed: true, isDatabase: false },
    })
    expect(readFileSync(output).length).toBeGreaterThan(0)
    const audit = await space.run(['status', '--attempts', '-o', 'audit.xlsx'])
    expect(audit.code).toBe(0)

    client.running.interrupt()
    const { stdout, stderr } = await client.running.ended
    expect(stdout + stderr).not.toMatch(/4711|Planted/)
    const again = await space.assess('trips.csv', '-o', 'again.xlsx')
    expect(again).toMatchObject({ summary: { alreadyDone: 2 } })
    expect(service.created()).toHaveLength(2)
  })

  it('is not forgotten while something of it is not settled: which, is shown', async () => {
    const { client } = await openLedger('drop')
    const shown = await client.post('/api/person', { person })
    expect(shown.person).toMatchObject({ known: { requests: 1, rows: 1 }, openCount: 1 })
    expect(shown.person?.open).toEqual([{ place: expect.stringMatching(/^row 3 in .*trips\.csv$/), state: 'unknown' }])
    const kept = await client.post('/api/erase', { typed: person, reason: '' })
    expect(kept.person).toMatchObject({ known: { requests: 1, rows: 1 }, forgotten: null })
  })

  it('is not forgotten on hold, nor after a change since it was shown', async () => {
    const profile = JSON.stringify({ holds: 'holds.csv' })
    const { space, client } = await openLedger(undefined, { 'rwa-batch.json': profile, 'holds.csv': `${person}\n` })
    expect((await client.post('/api/person', { person })).person).toMatchObject({ erasable: null, known: { rows: 1 } })
    const held = await client.post('/api/erase', { typed: person, reason: '' })
    expect(held.error?.message.toLowerCase()).toContain('on hold')

    space.write('holds.csv', 'E-1\n')
    await client.post('/api/person', { person })
    space.write('more.csv', toCsv([trip(person, { 'Host country': 'Spain' })]))
    await space.assess('more.csv')
    const changed = await client.post('/api/erase', { typed: person, reason: '' })
    expect(changed.error?.message).toContain('has changed since you saw it')
    const now = await client.post('/api/person', { person })
    expect(now.person).toMatchObject({ known: { requests: 2, rows: 2 } })
    expect((await client.post('/api/erase', { typed: person, reason: '' })).person?.forgotten).toMatchObject({
      rows: 2,
    })
  })

  it('is neither shown nor forgotten while rows are sent', async () => {
    const { space, client } = await openLedger()
    await client.post('/api/person', { person })
    const sheet = toCsv(Array.from({ length: 40 }, (_, index) => trip(`N-${index}`)))
    space.write('new.csv', sheet)
    const opened = await client.upload('new.csv', sheet)
    expect(opened.check?.ready).toBe(40)
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    await client.post('/api/pause', { isPaused: true })
    const refused = await client.post('/api/erase', { typed: person, reason: '' })
    expect(refused.run?.end).toBeNull()
    expect(refused.error?.message).toContain('rows are being sent')
    await client.post('/api/stop')
    await client.until(({ run }) => run?.end != null)
    const shown = await client.post('/api/person', { person })
    expect(shown.person).toMatchObject({ known: { requests: 1, rows: 1 } })
  })
})
