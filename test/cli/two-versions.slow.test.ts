import { describe, expect, it } from 'vitest'
import { ask } from '../ledger/postgres/database.ts'
import { postgresMigrations } from '../rooms/ledger/postgres.ts'
import { poolConfigOf } from '../rooms/ledger.ts'
import { type Alteration, altering } from '../support/altered.ts'
import { hasPostgres, useOwnPostgres } from '../support/postgres.ts'
import { type Running, Workspace } from '../support/program.ts'
import { startService } from '../support/service.ts'
import { toCsv, trips } from '../support/trips.ts'

const current = postgresMigrations.length
const refusal = `has version ${current + 1}; this program knows up to ${current}`
/** The program of a later version: its schema has one step more, which takes a while. */
const newer: readonly Alteration[] = [
  {
    from: 'steps = postgresMigrations',
    to: `steps = [...postgresMigrations, 'CREATE TABLE later (n integer); SELECT pg_sleep(0.5)']`,
  },
]

describe.skipIf(!hasPostgres)('programs of two versions that begin at once on one database', () => {
  const server = useOwnPostgres()

  function schemaOf(ledger: string): string {
    return /schema=(\w+)/.exec(ledger)?.[1] ?? ''
  }

  /** How many wait for their turn to look whether the schema is theirs. */
  async function countWaiting(): Promise<number> {
    const [found] = await ask<{ count: number }>(
      server.admin,
      `SELECT COUNT(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    )
    return found?.count ?? 0
  }

  /** Starts them one after another while nobody may begin, then lets them go: they come to it in this order. */
  async function startInTurn(ledger: string, starts: readonly (() => Running)[]) {
    const { Client } = await import('pg')
    const holder = new Client((await poolConfigOf(ledger, {})) ?? {})
    await holder.connect()
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`rwa-batch ${schemaOf(ledger)}`])
    const begun: Running[] = []
    for (const start of starts) {
      const running = start()
      begun.push(running)
      while ((await countWaiting()) < begun.length && running.child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await holder.end()
    return Promise.all(begun.map(({ ended }) => ended))
  }

  /** The version that is recorded, what there is of the later one, and how many names the ledger has. */
  async function lookAt(ledger: string) {
    const meta = await ask<{ key: string; value: string }>(ledger, 'SELECT key, value FROM meta ORDER BY key')
    const [later] = await ask<{ isThere: boolean }>(ledger, `SELECT to_regclass('later') IS NOT NULL AS "isThere"`)
    return {
      version: meta.find(({ key }) => key === 'version')?.value,
      hasLater: later?.isThere,
      names: meta.filter(({ key }) => key === 'ledger_id').length,
    }
  }

  const init =
    (ledger: string, alterations: readonly Alteration[] = []) =>
    (): Running =>
      new Workspace(alterations.length === 0 ? {} : altering(alterations)).start(['ledger', 'init', ledger])

  it('of one version: one makes the ledger, and the other finds it there', { timeout: 60_000 }, async () => {
    const ledger = server.address()
    const ends = await startInTurn(ledger, [init(ledger), init(ledger)])
    expect(
      ends.map(({ code }) => code),
      ends.map(({ stderr }) => stderr).join('\n'),
    ).toEqual([0, 0])
    expect(ends.map(({ stdout }) => / is (made|there);/.exec(stdout)?.[1])).toEqual(['made', 'there'])
    expect(await lookAt(ledger)).toEqual({ version: String(current), hasLater: false, names: 1 })
  })

  it('the older first: it makes it, and the newer brings it to its version', { timeout: 60_000 }, async () => {
    const ledger = server.address()
    const ends = await startInTurn(ledger, [init(ledger), init(ledger, newer)])
    expect(ends.map(({ code }) => code)).toContain(0)
    // The older one has come too late for what follows, or in time for all of it.
    const [older, later] = ends
    expect([later?.code, later?.stderr]).toEqual([0, ''])
    if (older?.code !== 0) expect(older?.stderr).toContain(refusal)
    expect(await lookAt(ledger)).toEqual({ version: String(current + 1), hasLater: true, names: 1 })
  })

  it('the newer first: the older one, which waits meanwhile, is refused in words, and sends nothing', {
    timeout: 60_000,
  }, async () => {
    const ledger = server.address()
    expect((await init(ledger)().ended).code).toBe(0)
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    const assess = (): Running => space.start(['assess', 'trips.csv', '--ledger', ledger])
    const [later, older] = await startInTurn(ledger, [init(ledger, newer), assess])
    expect([later?.code, older?.code], later?.stderr).toEqual([0, 1])
    expect(older?.stderr).toContain(refusal)
    expect(older?.stderr).toContain('Use the newer program')
    expect(service.requests).toEqual([])
    expect(await lookAt(ledger)).toEqual({ version: String(current + 1), hasLater: true, names: 1 })
  })

  it('the newer is killed in the middle: nothing of its version is there, and the older one goes on', {
    timeout: 60_000,
  }, async () => {
    const ledger = server.address()
    expect((await init(ledger)().ended).code).toBe(0)
    const service = await startService()
    const space = new Workspace(service.variables)
    space.write('trips.csv', toCsv(trips(3)))
    const killed = init(ledger, newer)()
    const sleeping = `SELECT FROM pg_stat_activity WHERE query LIKE '%CREATE TABLE later%' AND pid <> pg_backend_pid() AND state = 'active'`
    while ((await ask(server.admin, sleeping)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    killed.child.kill('SIGKILL')
    const { code, stderr } = await space.run(['assess', 'trips.csv', '--ledger', ledger])
    expect([code, service.created().length], stderr).toEqual([0, 3])
    expect(await lookAt(ledger)).toEqual({ version: String(current), hasLater: false, names: 1 })
  })
})
