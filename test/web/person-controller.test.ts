import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOutput, turnBack } from '../support/outputs.ts'
import { assessed, Workspace } from '../support/program.ts'
import { isCreateOf, type Received, type Reply, startService } from '../support/service.ts'
import { toCsv, trip } from '../support/trips.ts'
import { enterPageInProcess } from './page-client.ts'

const person = 'E-4711'

interface Scene {
  options?: readonly string[]
  reply?: Reply
  files?: Readonly<Record<string, string>>
  profile?: object
  wait?: Parameters<typeof startService>[2]
}

async function openLedger({ reply, files = {}, profile, wait, options = ['-o', 'out.csv'] }: Scene = {}) {
  const answer = (received: Received) => (isCreateOf(person, received) ? reply : undefined)
  const service = await startService(answer, undefined, wait)
  const space = new Workspace(service.variables)
  for (const [name, content] of Object.entries(files)) space.write(name, content)
  if (profile !== undefined) space.writeProfile(profile)
  space.write('trips.csv', toCsv([trip('E-1'), trip(person, { Name: 'Zoë Planted' })]))
  await space.assess('trips.csv', ...options)
  const client = await enterPageInProcess(space)
  const download = () => fetch(`${client.origin}/api/person-file`, { headers: { 'x-rwa-key': client.key } })
  return { service, space, client, download }
}

describe('a person’s data on the page', () => {
  it('is counted, handed out, and forgotten once its ID is typed; the trip is never created again', async () => {
    const { service, space, client, download } = await openLedger({ options: [] })
    expect((await download()).status).toBe(404)
    const alike = await client.post('/api/person', { person: 'e-4711' })
    expect(alike.person).toMatchObject({ known: { requests: 0 }, trips: [], alike: [person] })
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
      alike: [],
      trips: [
        {
          place: expect.any(String),
          days: [expect.stringMatching(/^\d{4}-/), expect.stringMatching(/^\d{4}-/)],
          sentAt: expect.any(Number),
          state: 'scored',
          score: expect.stringMatching(/^\d/),
          decision: null,
        },
      ],
      open: [],
      files: { naming: [output], unread: [], sandboxes: [], inputs: [space.path('trips.csv')] },
      forgotten: null,
    })

    const exported = await download()
    expect(exported.headers.get('content-disposition')).toContain('person.xlsx')
    space.write('person.xlsx', new Uint8Array(await exported.arrayBuffer()))
    const { table } = await readOutput(space.path('person.xlsx'), 'Assessments')
    expect(turnBack(table('Assessments')).map((row) => row['Employee ID'])).toEqual([person])
    // Nothing of it stays in the temporary folders of this process.
    const own = readdirSync(tmpdir()).filter(
      (name) => name.startsWith('rwa-batch-') && name.includes(`-${process.pid}-`),
    )
    expect(own.filter((name) => existsSync(join(tmpdir(), name, 'person.xlsx')))).toEqual([])
    expect((await client.state()).person?.notes).toEqual([])

    const dropped = await client.upload('dropped.csv', toCsv([trip(person)]))
    expect(dropped.sheet?.label).toBe('dropped.csv')
    const { files } = (await client.post('/api/person', { person })).person ?? {}
    expect(files?.naming).toEqual([output, expect.stringMatching(/pages.*sheet-[0-9a-f]+.dropped\.csv$/)])

    const mistyped = await client.post('/api/erase', { typed: 'E-4712', reason: '' })
    expect(mistyped.error?.message).toContain('is not the ID of the shown person')
    const whole = await space.run(['ledger', 'forget', '--employee', person, '--dry-run'])
    expect(whole.stderr).toContain('the content of 1 request, 1 row and')

    const done = await client.post('/api/erase', { typed: person, reason: 'left us' })
    expect(done.error).toBeNull()
    expect(done.person).toMatchObject({
      known: { requests: 0, rows: 0 },
      files,
      forgotten: { requests: 1, rows: 1, isScrubbed: true, isDatabase: false },
    })
    expect(existsSync(output)).toBe(true)
    const after = await client.post('/api/person', { person })
    expect(after.person).toMatchObject({ known: { requests: 0, rows: 0, lines: 0 }, forgotten: null })
    const audit = await space.run(['status', '--attempts'])
    expect(audit.stdout).toMatch(/lines about one person, by [\s\S]*left us/)
    expect(audit.stdout).not.toMatch(/4711|Planted/)

    client.running.interrupt()
    const { stdout, stderr } = await client.running.ended
    expect(stdout + stderr).not.toMatch(/4711|Planted/)
    const again = await space.assess('trips.csv', '-o', 'again.csv')
    expect(again).toMatchObject({ summary: { alreadyDone: 2 } })
    expect(service.created()).toHaveLength(2)
  })

  it('is not forgotten while something of it is not settled: which, is shown', async () => {
    const { client } = await openLedger({ reply: 'drop' })
    const shown = await client.post('/api/person', { person })
    expect(shown.person).toMatchObject({ known: { requests: 1, rows: 1 }, openCount: 1 })
    expect(shown.person?.open).toEqual([
      {
        file: expect.stringMatching(/trips\.csv$/),
        sheet: '',
        row: 3,
        identifier: null,
        state: 'unknown',
        waitsIn: null,
      },
    ])
    const kept = await client.post('/api/erase', { typed: person, reason: '' })
    expect(kept.person).toMatchObject({ known: { requests: 1, rows: 1 }, forgotten: null })
  })

  it('is not forgotten on hold, nor after a change since it was shown', async () => {
    const profile = { holds: 'holds.csv' }
    const { space, client } = await openLedger({
      profile,
      files: { 'holds.csv': `Employee\n e-${person.slice(2)}\n` },
    })
    expect((await client.post('/api/person', { person })).person).toMatchObject({ erasable: null, known: { rows: 1 } })
    const held = await client.post('/api/erase', { typed: person, reason: '' })
    expect(held.error?.message.toLowerCase()).toContain('on hold')

    space.write('holds.csv', 'E-1\n')
    const listed = await client.post('/api/person', { person })
    expect(listed.person).toMatchObject({ erasable: null })
    await space.run(['ledger', 'rules', '--set', 'holds=E-1'])
    await client.post('/api/person', { person })
    space.write('more.csv', toCsv([trip(person, { 'Host country': 'Spain' })]))
    await space.assess('more.csv', '-o', 'more.out.csv')
    const changed = await client.post('/api/erase', { typed: person, reason: '' })
    expect(changed.error?.message).toContain('has changed since you saw it')
    const now = await client.post('/api/person', { person })
    expect(now.person).toMatchObject({ known: { requests: 2, rows: 2 } })
    expect((await client.post('/api/erase', { typed: person, reason: '' })).person?.forgotten).toMatchObject({
      rows: 2,
    })
  })

  it('is neither shown, handed out nor forgotten while rows are sent', async () => {
    let goOn = (): void => {}
    const answering = new Promise<void>((resolve) => {
      goOn = resolve
    })
    onTestFinished(() => goOn())
    const wait = (received: Received) => (isCreateOf('E-2', received) ? answering : Promise.resolve())
    const { client, download } = await openLedger({ wait })
    await client.post('/api/person', { person })
    await client.upload('new.csv', toCsv([trip('E-2')]))
    const { plan } = await client.post('/api/plan')
    await client.post('/api/run', { plan: plan?.id })
    for (const [path, body] of [
      ['/api/person', { person: 'E-1' }],
      ['/api/erase', { typed: person, reason: '' }],
    ] as const) {
      const refused = await client.post(path, body)
      expect(refused.run?.end).toBeNull()
      expect(refused.error?.message).toContain('rows are being sent')
      expect(refused.person).toMatchObject({ person, known: { requests: 1 }, forgotten: null })
    }
    expect((await download()).status).toBe(404)
    goOn()
    await client.until(({ run }) => run?.end != null)
    expect((await client.post('/api/erase', { typed: person, reason: '' })).person?.forgotten).toMatchObject({
      rows: 1,
    })
  })
})
