import { describe, expect, it, onTestFinished } from 'vitest'
import { migrateSchema, postgresMigrations, ReconnectingConnection } from '../../rooms/ledger/postgres.ts'
import { initLedger, ledgerAt, moveLedger, parseDatabaseAddress } from '../../rooms/ledger.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import {
  attempt,
  claimOne,
  createWorkspace,
  drive,
  listAudit,
  load,
  settlementTo,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { ask } from './database.ts'

const options = { clock: stillClock, onSpill() {} }

describe.skipIf(!hasOwnPostgres)('in a database, history', () => {
  const server = useOwnPostgres()

  it('that a program replaces stays as an earlier version, and the audit shows what was asked then', async () => {
    const store = ledgerAt(server.address(), {})
    const ledger = await store.open(options)
    onTestFinished(() => ledger.close())
    const first = trip('E1 March Spain')
    const [id = 0] = (await submissionsOf(ledger, await load(ledger, [first]))).map((each) => each ?? 0)
    await drive(ledger, id, 'rejected')
    const renewed = { ...first, request: { ...('request' in first ? first.request : {}), json: '{"text":"renewed"}' } }
    await load(ledger, [renewed as typeof first])
    await ledger.submissions.settle(await claimOne(ledger, id), settlementTo('accepted', id), attempt)
    await ledger.submissions.score(id, '{"scores":[1]}', attempt)
    const requests = (await listAudit(store)).map(({ operation, request }) => [operation, request])
    expect(requests).toEqual([
      ['create', '{"text":"E1 March Spain"}'],
      ['create', '{"text":"renewed"}'],
      ['create', '{"text":"renewed"}'],
    ])
  })

  it('of rows goes with a later run of the same input, and no other', async () => {
    const address = server.address()
    const ledger = await ledgerAt(address, {}).open(options)
    onTestFinished(() => ledger.close())
    const first = await load(ledger, [trip('E1 March Spain')])
    const other = await load(ledger, [trip('E2 March Spain')], { file: '/other.csv' })
    await expect(ask(address, 'DELETE FROM rows')).rejects.toThrow('the rows of the latest run of an input')
    const again = await load(ledger, [trip('E1 March Spain')])
    expect(await ask(address, 'SELECT run_id AS run FROM rows ORDER BY run_id')).toEqual([
      { run: other },
      { run: again },
    ])
    expect(again).toBeGreaterThan(first)
  })

  it('that is moved here from a file keeps what was stated, by no login of the database', async () => {
    const workspace = createWorkspace()
    const own = workspace.open()
    const run = await load(own, [trip('E1 March Spain')])
    await own.attempts.state({ runId: run, operation: 'seal', at: 1, outcome: 'sealed', detail: '{}' })
    await own.runs.end(run, { now: 1, ending: 'done', output: undefined })
    await own.close()
    const address = server.address()
    await moveLedger(workspace.file, address, { env: {}, clock: stillClock })
    expect(await ask(address, 'SELECT operation, login, written_at FROM attempts')).toEqual([
      { operation: 'seal', login: null, written_at: null },
    ])
    expect(await ask(address, 'SELECT login FROM runs')).toEqual([{ login: null }])
    const later = `INSERT INTO attempts (run_id, operation, outcome, detail) VALUES (${run}, 'seal', 'sealed', '{}')`
    await expect(ask(address, later)).rejects.toThrow('the login that began the run')
  })

  it('of the version before is brought to this one by its owner alone, and senders lose the rights they had', async () => {
    const address = server.address()
    const { schema } = parseDatabaseAddress(address, {})
    const line = new ReconnectingConnection({ address: parseDatabaseAddress(address, {}), clock: stillClock })
    onTestFinished(() => line.close())
    await initLedger(server.address(), {}, { clock: stillClock })
    await migrateSchema(line, schema, postgresMigrations.slice(0, 3))
    await ask(address, `INSERT INTO targets (address, company) VALUES ('https://example.test', 'default')`)
    await ask(
      address,
      `INSERT INTO runs (operation, done_word, target_id, file, account, started_at)
       SELECT 'assess', 'scored', id, '', 'ann', 0 FROM targets`,
    )
    await ask(
      address,
      `CREATE ROLE dora LOGIN IN ROLE rwa_user; GRANT USAGE ON SCHEMA ${schema} TO rwa_user;
       GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO rwa_user`,
    )
    const theirs = address.replace(/\/\/[^@]*@/, '//dora@')
    const refusal = { code: 'configuration', hint: expect.stringContaining('ledger init') }
    await expect(ledgerAt(theirs, {}).open(options)).rejects.toMatchObject(refusal)
    await ask(theirs, `UPDATE runs SET account = 'carol'`)
    await (await ledgerAt(address, {}).open(options)).close()
    expect(await line.query('SELECT account, login FROM runs')).toEqual([{ account: 'carol', login: null }])
    const forged = ask(theirs, `UPDATE runs SET account = 'bob'`)
    await expect(forged).rejects.toMatchObject({ cause: { code: '42501' } })
    await (await ledgerAt(theirs, {}).open(options)).close()
  })
})
