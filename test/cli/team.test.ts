import { describe, expect, it } from 'vitest'
import { readCsvOutput, readOutput } from '../support/outputs.ts'
import { hasPostgres, usePostgres } from '../support/postgres.ts'
import { assessed, Workspace } from '../support/program.ts'
import { TestSandbox } from '../support/test-sandbox.ts'
import { toCsv, trips } from '../support/trips.ts'

describe.skipIf(!hasPostgres)('a team with one memory in a database', () => {
  const server = usePostgres()

  it('creates what stands in two sheets once, hands both back whole, and shows what was done to all', async () => {
    const sandbox = await TestSandbox.start()
    try {
      const ledger = server.address()
      const all = trips(60)
      const [ann, bob] = [new Workspace(sandbox.variables), new Workspace(sandbox.variables)]
      ann.write('trips.csv', toCsv(all.slice(0, 40)))
      bob.write('theirs.csv', toCsv(all.slice(25).toReversed()))
      const planned = await ann.run(['assess', 'trips.csv', '--dry-run', '--ledger', ledger])
      expect([planned.code, sandbox.count()]).toEqual([0, 0])
      const ended = await Promise.all([
        ann.spawn(['assess', 'trips.csv', '--json', '--ledger', ledger]),
        bob.spawn(['assess', 'theirs.csv', '--json', '--ledger', ledger]),
      ])
      const balances = ended.map(({ code, summary }) => [code, summary.outcomes])
      expect(balances, ended.map(({ stderr }) => stderr).join()).toEqual([
        [0, { scored: 40 }],
        [0, { scored: 35 }],
      ])
      expect(sandbox.employees().toSorted()).toEqual(all.map((trip) => trip['Staff ID']))
      const identifiers = new Map(sandbox.created().map(({ id, input }) => [input['employeeId'], id]))
      for (const file of [ann.path(assessed('trips')), bob.path(assessed('theirs'))]) {
        const { results } = await readOutput(file)
        expect(results.map((row) => row['assessmentId'])).toEqual(
          results.map((row) => identifiers.get(String(row['Staff ID']))),
        )
      }
      const again = await bob.assess('theirs.csv', '--ledger', ledger)
      expect([again.code, again.summary.alreadyDone, sandbox.count()]).toEqual([0, 35, 60])
      const status = await ann.run(['status', '--json', '--ledger', ledger])
      expect(JSON.parse(status.stdout)).toMatchObject({ holder: null, runs: [{ rows: 35 }, { rows: 40 }] })

      const moved = await ann.run(['ledger', 'move', ledger, 'own.sqlite'])
      expect([moved.code, moved.stderr]).toEqual([0, ''])
      const own = await ann.assess('trips.csv', '--ledger', 'own.sqlite')
      expect([own.code, own.summary.alreadyDone, sandbox.count()]).toEqual([0, 40, 60])
      const sealed = await bob.assess('theirs.csv', '--ledger', ledger)
      expect([sealed.code, sealed.stderr]).toEqual([1, expect.stringContaining('own.sqlite: only that one knows')])
    } finally {
      await sandbox.close()
    }
  })

  it('keeps where the output of what it leaves to workers goes; a second hand-in names the run of the first', async () => {
    const ledger = server.address()
    const space = new Workspace({ RWA_BASE_URL: 'http://127.0.0.1:9/version-test/api' })
    space.write('trips.csv', toCsv(trips(3)))
    const detach = ['assess', 'trips.csv', '--detach', '-o', 'out.csv', '--json', '--ledger', ledger]
    const first = await space.run(detach)
    expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining('Workers still have')])
    const collected = await space.run(['collect', 'trips.csv', '--json', '--ledger', ledger])
    expect([collected.code, collected.summary.output], collected.stderr).toEqual([4, space.path('out.csv')])
    expect(readCsvOutput(space.path('out.csv')).rows.map(({ outcome }) => outcome)).toEqual(['ready', 'ready', 'ready'])
    const { run } = JSON.parse(first.stdout)
    const second = await space.run(detach)
    expect([second.code, second.stderr]).toEqual([
      0,
      expect.stringContaining(
        `Workers still have rows of this sheet from run ${run}: what they send is not sent twice`,
      ),
    ])
    const { stdout } = await space.run(['status', 'trips.csv', '--waiting', '--ledger', ledger])
    expect(stdout).toMatch(/waits for workers\n/)
  })

  it('is refused a password on the command line, and is never shown one from the environment', async () => {
    const space = new Workspace({ RWA_BASE_URL: 'http://127.0.0.1:9/api', RWA_API_TOKEN: 'tok-3f9c' })
    space.write('trips.csv', toCsv(trips(1)))
    const secret = 'not-to-be-seen'
    const address = server.address().replace('rwa@', `rwa:${secret}@`)
    const refused = await space.run(['status', '--ledger', address])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('has a password, where others can read it'),
    ])
    const run = await space.run(['assess', 'trips.csv', '--wait-for-service', '1s', '-v', '--log-file', 'log.txt'], {
      RWA_LEDGER: address,
    })
    const status = await space.run(['status', '--json'], { RWA_LEDGER: address })
    expect(status.code, status.stderr).toBe(0)
    for (const { stdout, stderr } of [refused, run, status]) expect(stdout + stderr).not.toContain(secret)
  })
})
