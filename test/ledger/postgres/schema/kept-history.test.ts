import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ReconnectingConnection } from '../../../rooms/ledger/postgres.ts'
import { initLedger, type Ledger, ledgerAt, parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { codeOf } from '../../../rooms/support.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../../support/postgres.ts'
import { drive, listAudit, load, stillClock, submissionsOf, trip } from '../../workspace.ts'
import { ask } from '../database.ts'
import { type Dump, takeDump } from '../dump.ts'
import { forbiddenStatements } from '../forbidden-statements.ts'

const options = { clock: stillClock, onSpill() {} }
const [noRight, refusedByTrigger] = ['42501', 'P0001']

/** Ends a transaction whose changes are not to last. */
class RolledBack extends Error {
  readonly changed: number

  constructor(changed: number) {
    super('rolled back')
    this.changed = changed
  }
}

/** All tables; of the holders who they are, because they renew their leases meanwhile. */
async function takeHistory(address: string): Promise<Dump> {
  const { tables } = await takeDump(address)
  const holders = await ask(address, 'SELECT id, account, machine, process, since FROM holders ORDER BY id')
  return { tables: new Map(tables).set('holders', JSON.stringify(holders)) }
}

describe.skipIf(!hasOwnPostgres)('the history of a ledger in a database', () => {
  const server = useOwnPostgres()
  let address = ''
  let ids: Readonly<Record<string, number>> = {}
  const open: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    address = server.address()
    await ask(address, 'CREATE ROLE ann LOGIN; CREATE ROLE carol LOGIN')
    await initLedger(address, {}, { clock: stillClock })
    await ask(address, 'GRANT rwa_user TO ann, carol')
    const ann = await openAs('ann')
    const names = ['accepted', 'scored', 'rejected', 'unknown', 'ready']
    const trips = names.map((_name, index) => trip(`E${index} March Spain first`))
    const run = await load(ann, trips)
    const submissions = (await submissionsOf(ann, run)).map((id) => id ?? Number.NaN)
    for (const [index, state] of (['accepted', 'done', 'rejected', 'unknown'] as const).entries()) {
      await drive(ann, submissions[index] ?? Number.NaN, state)
    }
    const target = await ann.targets.find('https://example.test/version-test', 'default')
    await ann.targets.rememberToken(target, { salt: 'salt', hash: 'hash' })
    await ann.rules.change(target, { name: 'fourEyes', from: undefined, to: true }, { now: 1 })
    await ann.attempts.state({ runId: run, operation: 'seal', at: 1, outcome: 'sealed', detail: '{}' })
    const begin = { operation: 'assess', doneWord: 'scored', target, file: '', isAgain: false, now: 0 }
    const bareRun = (await ann.runs.begin({ ...begin, sheets: [] })).id
    const carolsRun = (await (await openAs('carol')).runs.begin({ ...begin, sheets: [''] })).id
    // Scores that were asked for again: there is an earlier version.
    await ask(address, `UPDATE submissions SET result = '{"scores":[1]}' WHERE id = ${submissions[1]}`)
    const byName = Object.fromEntries(names.map((name, index) => [name, submissions[index] ?? Number.NaN]))
    ids = { ...byName, run, bareRun, carolsRun }
  })

  afterAll(async () => {
    for (const each of open) await each.close()
  })

  function addressOf(user: string): string {
    return address.replace(/\/\/[^@]*@/, `//${user}@`)
  }

  async function openAs(user: string): Promise<Ledger> {
    const ledger = await ledgerAt(addressOf(user), {}).open(options)
    open.push(ledger)
    return ledger
  }

  function lineOf(user: string): ReconnectingConnection {
    const line = new ReconnectingConnection({ address: parseDatabaseAddress(addressOf(user), {}), clock: stillClock })
    onTestFinished(() => line.close())
    return line
  }

  const fill = (sql: string): string => sql.replaceAll(/:(\w+)/g, (_all, name: string) => `${ids[name]}`)

  /** How many lines it changed before that was taken back, or with which code it was refused. */
  async function attemptOn(line: ReconnectingConnection, sql: string): Promise<number | string> {
    try {
      await line.transaction(async (statements) => {
        throw new RolledBack((await statements.query(`${fill(sql)} RETURNING 1`)).length)
      })
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (cause instanceof RolledBack) return cause.changed
      return codeOf(cause) ?? `${error}`
    }
    return 'committed'
  }

  async function attemptAll(user: string): Promise<ReadonlyMap<string, number | string>> {
    const line = lineOf(user)
    const ends = new Map<string, number | string>()
    for (const { sql } of forbiddenStatements) ends.set(sql, await attemptOn(line, sql))
    return ends
  }

  async function grantAll(): Promise<void> {
    const schema = new URL(address).searchParams.get('schema')
    await ask(address, `CREATE ROLE almighty LOGIN; GRANT USAGE ON SCHEMA ${schema} TO almighty`)
    await ask(address, `GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO almighty`)
    onTestFinished(async () => {
      await ask(address, 'DROP OWNED BY almighty; DROP ROLE almighty')
    })
  }

  async function switchTriggers(how: 'ENABLE' | 'DISABLE'): Promise<void> {
    const each = `EXECUTE format('ALTER TABLE %I ${how} TRIGGER USER', tablename)`
    await ask(
      address,
      `DO $$ DECLARE tablename text; BEGIN
         FOR tablename IN SELECT t.tablename FROM pg_tables AS t WHERE schemaname = current_schema() LOOP ${each}; END LOOP; END $$`,
    )
  }

  it('is not rewritten by a sender: each statement is refused, and nothing is changed', async () => {
    const before = await takeHistory(address)
    const ends = await attemptAll('ann')
    for (const [sql, end] of ends) expect([noRight, refusedByTrigger], `${sql}: ${end}`).toContain(end)
    expect(await takeHistory(address)).toEqual(before)
  })

  it('is not rewritten by the triggers alone either, for a user with every right', async () => {
    await grantAll()
    const ends = await attemptAll('almighty')
    for (const { sql, trigger } of forbiddenStatements) {
      if (trigger) expect(ends.get(sql), sql).toBe(refusedByTrigger)
    }
  })

  it('would be rewritten by each of them without rights and triggers', async () => {
    await grantAll()
    await switchTriggers('DISABLE')
    onTestFinished(() => switchTriggers('ENABLE'))
    const ends = await attemptAll('almighty')
    for (const [sql, end] of ends) expect(end, sql).toEqual(expect.any(Number))
    for (const [sql, end] of ends) expect(end, sql).toBeGreaterThan(0)
  })

  it.each([
    'TRUNCATE attempts',
    'ALTER TABLE attempts DISABLE TRIGGER ALL',
    'DROP TRIGGER attempts_are_append_only ON attempts',
    'CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
    'SET session_replication_role = replica',
    `SELECT setval('turns', 1)`,
    'CREATE TRIGGER mine BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION refuse()',
  ])('keeps its guards: %s', async (sql) => {
    await expect(ask(addressOf('ann'), sql)).rejects.toMatchObject({ cause: { code: noRight } })
  })

  it('is not emptied by its owner by mistake', async () => {
    await expect(ask(address, 'TRUNCATE attempts')).rejects.toThrow('append-only')
    await expect(ask(address, 'TRUNCATE submissions CASCADE')).rejects.toThrow('never deleted')
  })

  it('is guarded by its own tables, not by temporary ones of the same name', async () => {
    const pretended = `CREATE TEMPORARY TABLE runs (id bigint, loaded_at bigint, login text, ended_at bigint);
      CREATE TEMPORARY TABLE attempts (id bigint, submission_id bigint);
      CREATE TEMPORARY TABLE earlier_versions (submission_id bigint, last_attempt bigint, request text, result text)`
    const schema = new URL(address).searchParams.get('schema')
    await expect(ask(addressOf('ann'), `${pretended}; DELETE FROM rows`)).rejects.toThrow('latest run')
    const forged = `INSERT INTO runs VALUES (${ids['carolsRun']}, 1, 'ann', NULL);
      INSERT INTO ${schema}.attempts (run_id, operation, outcome, detail) VALUES (${ids['carolsRun']}, 'seal', 'sealed', '{}')`
    await expect(ask(addressOf('ann'), `${pretended}; ${forged}`)).rejects.toThrow('the login that began the run')
    const rescored = `UPDATE ${schema}.submissions SET result = '{"scores":[2]}' WHERE id = ${ids['scored']}`
    const count = `SELECT COUNT(*)::int AS count FROM earlier_versions`
    const [before] = await ask<{ count: number }>(address, count)
    await ask(addressOf('ann'), `${pretended}; ${rescored}`)
    expect(await ask(address, count)).toEqual([{ count: (before?.count ?? 0) + 1 }])
  })

  it('has the login and the time of each line by the word of the server, whatever a sender says', async () => {
    await ask(
      addressOf('ann'),
      `INSERT INTO attempts (submission_id, run_id, operation, sent_at, outcome, detail)
       VALUES (${ids['accepted']}, ${ids['carolsRun']}, 'create', 0, 'accepted', 'forged')`,
    )
    const [forged] = await ask<{ login: string; ageMs: number }>(
      address,
      `SELECT login, extract(epoch FROM clock_timestamp() - written_at) * 1000 < 600000 AS "isNew" FROM attempts WHERE detail = 'forged'`,
    )
    expect(forged).toEqual({ login: 'ann', isNew: true })
    expect((await listAudit(ledgerAt(address, {}))).at(-1)).toMatchObject({ detail: 'forged', login: 'ann' })
    expect(await ask(address, 'SELECT DISTINCT login FROM runs ORDER BY 1')).toEqual([
      { login: 'ann' },
      { login: 'carol' },
    ])
  })
})
