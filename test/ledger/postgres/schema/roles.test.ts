import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresMigrations, senderRights } from '../../../rooms/ledger/postgres.ts'
import { initLedger, type Ledger, ledgerAt } from '../../../rooms/ledger.ts'
import { hasPostgres, useOwnPostgres } from '../../../support/postgres.ts'
import {
  attempt,
  claimOne,
  createFolder,
  listAudit,
  load,
  settlementTo,
  stillClock,
  submissionsOf,
  trip,
} from '../../workspace.ts'
import { ask } from '../database.ts'

const options = { clock: stillClock, onSpill() {} }

describe.skipIf(!hasPostgres)('roles of a team', () => {
  const server = useOwnPostgres()

  /** A ledger of this server's owner, and its address for a user with that role, or with none. */
  async function initFor(role: string | undefined) {
    const address = server.address()
    const made = await initLedger(address, {}, { clock: stillClock })
    const schema = new URL(address).searchParams.get('schema')
    const user = `user_of_${schema}`
    await ask(address, `CREATE ROLE ${user} LOGIN`)
    if (role !== undefined) await ask(address, `GRANT ${role} TO ${user}`)
    onTestFinished(async () => {
      await ask(address, `DROP OWNED BY ${user}`)
      await ask(address, `DROP ROLE ${user}`)
    })
    return { address, made, schema, theirs: address.replace(/\/\/[^@]*@/, `//${user}@`) }
  }

  async function open(address: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open(options)
    onTestFinished(() => ledger.close())
    return ledger
  }

  it('are made with the ledger, and are said to be there however often it is made', async () => {
    const { address, made } = await initFor(undefined)
    expect(made).toMatchObject({ isNew: true, roles: { names: ['rwa_user', 'rwa_reader'], areThere: true } })
    expect(await initLedger(address, {}, { clock: stillClock })).toMatchObject({ isNew: false, id: made.id })
  })

  it('who sends does all that a run does, and cannot change the log, the version, or what was sent', async () => {
    const { address, theirs, schema } = await initFor('rwa_user')
    const ann = await open(theirs)
    const run = await load(ann, [trip('E1 March Spain'), trip('E2 March Spain')])
    const [id = 0] = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    await ann.submissions.settle(await claimOne(ann, id), settlementTo('accepted', id), attempt)
    const pace = ann.paceOf?.(await ann.targets.find('https://service.example', 'default'))
    await pace?.reserve({ started: 0, wanted: 1, growth: 1, cuts: 0, initial: 5 })
    // Once more without the second row: what was never sent is forgotten.
    await load(ann, [trip('E1 March Spain')])
    await ann.runs.end(run, { now: 1, ending: 'done', output: undefined })
    for (const forbidden of [
      `UPDATE ${schema}.attempts SET detail = ''`,
      `DELETE FROM ${schema}.attempts`,
      `TRUNCATE ${schema}.attempts`,
      `UPDATE ${schema}.meta SET value = '99'`,
      `CREATE TABLE ${schema}.mine (n integer)`,
      `DROP TABLE ${schema}.attempts`,
    ]) {
      await expect(ask(theirs, forbidden), forbidden).rejects.toMatchObject({
        code: expect.stringMatching(/configuration|defect/),
      })
    }
    await expect(ask(theirs, `DELETE FROM ${schema}.submissions WHERE id = ${id}`)).rejects.toMatchObject({})
    expect(await ask(address, 'SELECT outcome FROM attempts')).toEqual([{ outcome: 'test' }])
  })

  it('who only looks sees all, and can change nothing', async () => {
    const { address, theirs, schema } = await initFor('rwa_reader')
    const ann = await open(address)
    await load(ann, [trip('E1 March Spain')])
    const store = ledgerAt(theirs, {})
    expect((await store.status({})).runs).toHaveLength(1)
    expect(await listAudit(store)).toEqual([])
    expect(await store.overview()).toMatchObject({
      version: postgresMigrations.length,
      states: { ready: 1 },
      holders: [{}],
      runs: [{ rows: 1, open: 1 }],
    })
    await expect(store.open(options)).rejects.toMatchObject({ code: 'configuration' })
    for (const forbidden of [`DELETE FROM ${schema}.rows`, `SELECT token_hash FROM ${schema}.targets`]) {
      await expect(ask(theirs, forbidden), forbidden).rejects.toMatchObject({ code: 'configuration' })
    }
    const copy = await store.openExcerpt(createFolder(), stillClock)
    expect(await copy.targets.find('https://example.test/version-test', 'default')).toMatchObject({ id: 1 })
    await copy.close()
  })

  it('are listed for every table and column of the schema that is written by column', async () => {
    const { address, schema } = await initFor(undefined)
    const columns = await ask<{ table: string; column: string }>(
      address,
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = '${schema}'`,
    )
    expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(Object.keys(senderRights)))
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    for (const [table, { insert = '', update = '' }] of Object.entries(senderRights)) {
      for (const column of `${insert},${update}`.split(',').filter((name) => name.trim() !== '')) {
        expect(known).toContain(`${table}.${column.trim()}`)
      }
    }
  })

  it('without one nothing is seen, and it is said why', async () => {
    const { theirs } = await initFor(undefined)
    const refusal = { code: 'configuration', message: expect.stringContaining('this user has no right to it') }
    await expect(ledgerAt(theirs, {}).status({})).rejects.toMatchObject(refusal)
  })

  it('who may not make them is told so, and makes the ledger without', async () => {
    const { address, theirs } = await initFor('rwa_user')
    // Of somebody who owns a schema of their own, but is nobody's administrator.
    const own = theirs.replace('schema=', 'schema=own_')
    const database = new URL(address).pathname.slice(1)
    await ask(address, `GRANT CREATE ON DATABASE ${database} TO ${new URL(theirs).username}`)
    expect(await initLedger(own, {}, { clock: stillClock })).toMatchObject({ isNew: true, roles: { areThere: true } })
  })
})
