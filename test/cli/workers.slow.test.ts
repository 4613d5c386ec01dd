import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findMisfits } from '../help/event-schema.ts'
import { ask } from '../ledger/postgres/database.ts'
import { nameQueues } from '../rooms/app/team.ts'
import { openJobEngine } from '../rooms/jobs.ts'
import { poolConfigOf } from '../rooms/ledger.ts'
import { startDecisionService } from '../support/decision-service.ts'
import { startHook } from '../support/hook.ts'
import { readOutput } from '../support/outputs.ts'
import { hasPostgres, useOwnPostgres } from '../support/postgres.ts'
import { assessed, type Running, Workspace } from '../support/program.ts'
import { type Service, startService } from '../support/service.ts'
import { toCsv, toXlsx, trips } from '../support/trips.ts'

/** Until a look at something shows it; the test's time-out is the bound. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function areOver(ledger: string): Promise<boolean> {
  const [open] = await ask<{ count: number }>(ledger, 'SELECT COUNT(*) AS count FROM runs WHERE ended_at IS NULL')
  return open?.count === 0
}

/** A worker that has begun to serve. */
async function startWorker(space: Workspace, ledger: string, ...options: readonly string[]): Promise<Running> {
  const worker = space.start(['worker', '--ledger', ledger, ...options])
  await worker.until(() => worker.said().includes('worker: serves'))
  return worker
}

async function stop(worker: Running): Promise<[number | null, string]> {
  worker.child.kill('SIGTERM')
  const { code, stderr } = await worker.ended
  return [code, stderr]
}

describe.skipIf(!hasPostgres)('workers', () => {
  const server = useOwnPostgres()

  it('do what one machine has loaded without a token, and another one collects', async () => {
    const ledger = server.address()
    const service = await startService()
    const space = new Workspace({ RWA_BASE_URL: service.baseUrl })
    space.write('trips.xlsx', await toXlsx(trips(130)))
    const left = await space.run(['assess', 'trips.xlsx', '--detach', '--json', '--ledger', ledger])
    expect([left.code, left.summary], left.stderr).toMatchObject([0, { run: 1, rows: 130, toSend: 130, workers: 0 }])
    expect(left.stderr).toContain('no worker serves company “default”')
    expect(left.stderr).toContain(`rwa-batch assess trips.xlsx --json --ledger`)

    const early = await space.run(['collect', 'trips.xlsx', '--json', '--ledger', ledger])
    expect([early.code, early.summary.outcomes, service.requests.length]).toEqual([4, { ready: 130 }, 0])

    const places = [1, 2].map(() => new Workspace(service.variables))
    const hook = await startHook()
    const options = ['--json', '--events', 'events.jsonl', '--notify', hook.url]
    const workers = await Promise.all(places.map((at) => startWorker(at, ledger, ...options)))
    await until(() => areOver(ledger))
    expect(service.created().toSorted()).toEqual(trips(130).map((trip) => trip['Staff ID']))
    const seen = await space.run(['assess', 'trips.xlsx', '--detach', '--json', '--ledger', ledger])
    expect(seen.summary).toMatchObject({ run: 2, toSend: 0, workers: 2 })
    // With nothing to send the run is over at once, and only idle workers hold the ledger.
    await until(() => areOver(ledger))
    const watched = await space.run(['status', '--watch', '--json', '--ledger', ledger])
    expect(watched.code).toBe(0)
    expect(watched.summary).toMatchObject({ run: { id: 2 } })
    for (const ended of await Promise.all(workers.map(stop))) expect(ended[0], ended[1]).toBe(0)
    // By one of both, once for each run.
    expect(hook.told.toSorted((one, other) => Number(one['run']) - Number(other['run']))).toMatchObject([
      { event: 'ended', operation: 'assess', run: 1, company: 'default', exitCode: 0, outcomes: { scored: 130 } },
      { event: 'ended', run: 2, exitCode: 0 },
    ])
    // What both together say that they did, of which run and company: every row once.
    const lines = places.flatMap((at) =>
      readFileSync(at.path('events.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    expect(findMisfits(lines)).toEqual([])
    for (const [name, state] of [['created'], ['settled', 'scored']]) {
      const rows = lines.filter(({ event }) => event === name).toSorted((one, other) => one.row - other.row)
      const facts = { event: name, ...(state ? { state } : {}), company: 'default', run: 1 }
      expect(rows.map(({ time: _, ...line }) => line)).toEqual(trips(130).map((_, at) => ({ ...facts, row: at + 2 })))
    }
    const summaries = await Promise.all(workers.map(async ({ ended }) => JSON.parse((await ended).stdout)))
    expect(lines.filter(({ event }) => event === 'ended')).toMatchObject(summaries)
    const byState = (state: string): number => summaries.reduce((sum, { done }) => sum + (done.default[state] ?? 0), 0)
    expect([byState('created'), byState('done')]).toEqual([130, 130])

    const late = await space.run(['collect', 'trips.xlsx', '--json', '--ledger', ledger])
    expect([late.code, late.summary.outcomes], late.stderr).toEqual([0, { scored: 130 }])
    // Their own workbook, with the results beside their columns.
    expect(late.stderr).toContain('the results go into a copy of trips.xlsx')
    const { results } = await readOutput(space.path(assessed('trips')))
    expect(results.map((row) => row['assessmentId'])).toEqual(results.map((row) => `A-${String(row['Staff ID'])}`))

    space.write('trips.xlsx', await toXlsx(trips(20)))
    const edited = await space.run(['collect', 'trips.xlsx', '-o', 'other.xlsx', '--json', '--ledger', ledger])
    expect([edited.code, edited.summary.rows]).toEqual([0, 130])
    expect(edited.stderr).toContain('it has changed since the run read it')
  }, 120_000)

  it('take up what a killed one leaves: nothing twice, nothing lost, what it had on its way is unknown', async () => {
    const ledger = server.address()
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    const answersFirst = 40
    const service: Service = await startService(undefined, undefined, async ({ endpoint, fields }) => {
      if (endpoint !== 'rwa_create') return
      asked.push(String(fields['employeeId']))
      if (asked.length > answersFirst) await released
    })
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(150)))
    expect((await space.run(['assess', 'trips.csv', '--detach', '--ledger', ledger])).code).toBe(0)
    const first = await startWorker(space, ledger)
    await until(() => asked.length >= answersFirst + 4)
    first.child.kill('SIGKILL')
    await first.ended
    const inFlight = asked.slice(answersFirst)
    release()
    const second = await startWorker(space, ledger)
    await until(() => areOver(ledger))
    expect((await stop(second))[0]).toBe(0)
    const collected = await space.run(['collect', 'trips.csv', '--json', '--ledger', ledger])
    const { scored = 0, unknown = 0 } = collected.summary.outcomes
    expect([collected.code, scored + unknown]).toEqual([4, 150])
    expect(unknown).toBeLessThanOrEqual(8)
    expect(unknown).toBeGreaterThanOrEqual(inFlight.length)
    const created = new Set(service.created())
    expect(created.size).toBe(service.created().length)
    const { results } = await readOutput(space.path(assessed('trips')))
    // Perhaps a request was about to leave.
    const missing = results.filter((row) => !created.has(String(row['Staff ID'])))
    expect(missing.map((row) => row['outcome'])).toEqual(missing.map(() => 'unknown'))
  }, 120_000)

  it('drain when they are told to stop, hand the rest back at once, and take no harm from jobs delivered again', async () => {
    const ledger = server.address()
    const service = await startService(undefined, undefined, () => new Promise((resolve) => setTimeout(resolve, 20)))
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(200)))
    expect((await space.run(['assess', 'trips.csv', '--detach', '--no-wait', '--ledger', ledger])).code).toBe(0)
    const first = await startWorker(space, ledger)
    await until(() => service.created().length >= 20)
    const [code, said] = await stop(first)
    expect(code, said).toBe(0)
    const before = service.created().length
    expect(before).toBeLessThan(200)
    const states = await ask<{ state: string; count: number }>(
      ledger,
      'SELECT state, COUNT(*) AS count FROM submissions GROUP BY state ORDER BY state',
    )
    expect(states).toEqual([
      { state: 'accepted', count: before },
      { state: 'ready', count: 200 - before },
    ])

    const [meta] = await ask<{ value: string }>(ledger, `SELECT value FROM meta WHERE key = 'ledger_id'`)
    const engine = await openJobEngine({
      connection: (await poolConfigOf(ledger, {})) ?? {},
      queues: 0,
      onWarning() {},
    })
    const { send } = nameQueues(meta?.value ?? '', { id: 1 })
    // The same rows thrice over, all at once, under names that the queue does not know.
    const again = [0, 50, 100].map((from) => ({ id: `again-${from}`, keys: { runId: 1, from: 0, to: 199 } }))
    await engine.enqueue(send, again)
    await engine.close()
    const rest = await Promise.all([1, 2].map(() => startWorker(new Workspace(service.variables), ledger)))
    await until(() => areOver(ledger))
    for (const worker of rest) expect((await stop(worker))[0]).toBe(0)
    expect(service.created().toSorted()).toEqual(trips(200).map((trip) => trip['Staff ID']))
  }, 120_000)

  it('end at once when they are told to stop a second time', async () => {
    const ledger = server.address()
    const service = await startService(() => 'hang')
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    expect((await space.run(['assess', 'trips.csv', '--detach', '--ledger', ledger])).code).toBe(0)
    const worker = await startWorker(space, ledger)
    await until(() => service.requests.length === 1)
    worker.child.kill('SIGTERM')
    await worker.until(() => worker.said().includes('stopping'))
    const [code, said] = await stop(worker)
    expect([code, said]).toEqual([130, expect.stringContaining('requests in flight are unknown')])
    expect(service.requests).toHaveLength(1)
  }, 120_000)

  it('serve the companies that their profile names, and set the state of one thing in the order of the sheet', async () => {
    const ledger = server.address()
    const service = await startDecisionService()
    const space = new Workspace()
    for (const label of ['acme', 'globex']) {
      writeFileSync(space.path(`${label}.token`), `token-of-${label}`, { mode: 0o600 })
    }
    const companies = { acme: 'acme.token', globex: 'globex.token' }
    space.writeProfile({ baseUrl: service.baseUrl, ledger, companies })
    const rows = Array.from({ length: 30 }, (_, index) => [
      `A-${index % 7},Manager Approved,,M-1,,step ${index}`,
      `A-${index % 7},Compliance Approved,C-1,,,step ${index}`,
    ]).flat()
    space.write(
      'decisions.csv',
      ['assessmentId,status,complianceTeamMemberId,managerId,cancelledByStaffId,note', ...rows, ''].join('\n'),
    )
    space.write('trips.csv', toCsv(trips(12)))
    const decided = await space.run(['decide', 'decisions.csv', '--company', 'acme', '--detach', '--yes'])
    expect(decided.code, decided.stderr).toBe(0)
    const handedIn = await space.run(['assess', 'trips.csv', '--company', 'globex', '--detach', '--yes'])
    expect(handedIn.code, handedIn.stderr).toBe(0)
    const workers = await Promise.all([1, 2].map(() => startWorker(space, ledger)))
    await until(() => areOver(ledger))
    for (const worker of workers) expect((await stop(worker))[0]).toBe(0)
    const updates = service.requests.filter(({ endpoint }) => endpoint === 'rwa_update')
    expect(new Set(updates.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-of-acme']))
    for (let index = 0; index < 7; index += 1) {
      const sent = updates.flatMap(({ fields }) => (fields['assessmentId'] === `A-${index}` ? [fields] : []))
      const steps = sent.map(({ note }) => Number(String(note).replace('step ', '')))
      expect(steps).toEqual(steps.toSorted((left, right) => left - right))
    }
    expect(updates.length).toBe(60)
    const creates = service.requests.filter(({ endpoint }) => endpoint === 'rwa_create')
    expect(new Set(creates.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-of-globex']))
    expect(creates).toHaveLength(12)
  }, 120_000)

  it('and who leaves a run to them need no more rights than to use what ledger init has made', async () => {
    const ledger = server.address()
    const schema = /schema=(\w+)/.exec(ledger)?.[1] ?? ''
    const [user, role] = [`plain_${schema}`.slice(0, 60), 'rwa_user']
    const owner = new Workspace()
    const [known] = await ask<object>(server.admin, 'SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (known === undefined) await ask(server.admin, `CREATE ROLE ${role} NOLOGIN`)
    expect((await owner.run(['ledger', 'init', ledger])).code).toBe(0)
    await ask(
      ledger,
      `GRANT USAGE ON SCHEMA ${schema} TO ${role};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
       GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
       CREATE ROLE ${user} LOGIN PASSWORD 'plain' IN ROLE ${role}`,
    )
    const service = await startService()
    const space = new Workspace({ ...service.variables, PGPASSWORD: 'plain' })
    const theirs = ledger.replace(/\/\/[^@]*@/, `//${user}@`)
    space.write('trips.csv', toCsv(trips(25)))
    const left = await space.run(['assess', 'trips.csv', '--detach', '--ledger', theirs])
    expect(left.code, left.stderr).toBe(0)
    const worker = await startWorker(space, theirs, '--verbose')
    await until(() => areOver(ledger))
    const [code, said] = await stop(worker)
    expect([code, service.created().length], said).toEqual([0, 25])
    expect(said).not.toContain('permission denied')
  }, 120_000)

  it('end when the service refuses their token, and send nothing more', async () => {
    const ledger = server.address()
    const service = await startService(({ endpoint }) =>
      endpoint === 'rwa_create' ? { status: 401, body: '{"status":"error","message":"Invalid Auth"}' } : undefined,
    )
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(30)))
    await space.run(['assess', 'trips.csv', '--detach', '--ledger', ledger])
    const worker = await startWorker(space, ledger)
    const { code, stderr } = await worker.ended
    expect([code, service.requests.length], stderr).toEqual([2, 1])
    expect(stderr).toContain('the service refuses the token')
  }, 120_000)

  it('wait for a service that is away until it is back, or as long as they are told', async () => {
    const ledger = server.address()
    const service = await startService()
    const onward = Number(new URL(service.baseUrl).port)
    // In front of the service, and not always there.
    const door = createServer((socket) => {
      const through = connect(onward, '127.0.0.1')
      for (const end of [through, socket]) end.on('error', () => {})
      socket.pipe(through).pipe(socket)
    })
    onTestFinished(() => void door.close())
    door.listen(0, '127.0.0.1')
    await once(door, 'listening')
    const { port } = door.address() as AddressInfo
    door.close()
    const space = new Workspace({ ...service.variables, RWA_BASE_URL: `http://127.0.0.1:${port}/version-test/api` })
    space.write('trips.csv', toCsv(trips(3)))
    await space.run(['assess', 'trips.csv', '--detach', '--ledger', ledger])

    const impatient = await startWorker(space, ledger, '--wait-for-service', '2s')
    const { code, stderr } = await impatient.ended
    expect([code, service.requests.length], stderr).toEqual([75, 0])
    expect(stderr).toContain(
      'nothing more is sent by this worker: the service cannot be reached: the connection was refused.',
    )

    const patient = await startWorker(space, ledger)
    await patient.until(() => patient.said().includes('trying until it is back'))
    door.listen(port, '127.0.0.1')
    await until(() => areOver(ledger))
    expect(service.created()).toHaveLength(3)
    expect((await stop(patient))[0]).toBe(0)
    const collected = await space.run(['collect', 'trips.csv', '--json', '--ledger', ledger])
    expect([collected.code, collected.summary.outcomes]).toEqual([0, { scored: 3 }])
  }, 120_000)

  it('need the memory of a team, and what they cannot keep to is refused with --detach', async () => {
    const space = new Workspace({ RWA_BASE_URL: 'http://127.0.0.1:9/api', RWA_API_TOKEN: 'tok-3f9c' })
    space.write('trips.csv', toCsv(trips(1)))
    for (const [words, reason] of [
      [['worker'], 'is a file, which only one process can hold'],
      [['assess', 'trips.csv', '--detach'], 'is a file, which only one process can hold'],
      [['assess', 'trips.csv', '--detach', '--limit', '5'], '--limit does not go with --detach'],
      [['collect', 'trips.csv'], 'there is no ledger'],
    ] as const) {
      const { code, stderr } = await space.run(words)
      expect([code, stderr]).toEqual([words[0] === 'collect' ? 1 : 2, expect.stringContaining(reason)])
    }
  })
})
