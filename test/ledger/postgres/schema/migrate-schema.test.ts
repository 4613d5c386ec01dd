import { describe, expect, it, onTestFinished } from 'vitest'
import {
  makeRoles,
  migrateSchema,
  postgresMigrations,
  ReconnectingConnection,
  readSchemaVersion,
} from '../../../rooms/ledger/postgres.ts'
import { ledgerAt, parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { stillClock } from '../../workspace.ts'
import { ask } from '../database.ts'

const options = { clock: stillClock, onSpill() {} }

describe.skipIf(!hasPostgres)('the schema of a ledger in a database', () => {
  const server = usePostgres()

  it('is made once, by one of those who open it at the same time', async () => {
    const address = server.address()
    const ledgers = await Promise.all([1, 2, 3].map(() => ledgerAt(address, {}).open(options)))
    onTestFinished(async () => {
      for (const ledger of ledgers) await ledger.close()
    })
    expect(ledgers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(ledgers.map(({ id }) => id)).size).toBe(1)
  })

  it('is brought to the newest of the versions that begin at the same time; an older one is refused from then on', async () => {
    const address = parseDatabaseAddress(server.address(), {})
    const newer = [...postgresMigrations, 'CREATE TABLE later (n integer)']
    const ends = await Promise.allSettled(
      [postgresMigrations, newer, postgresMigrations, newer].map(async (steps) => {
        const line = new ReconnectingConnection({ address, clock: stillClock })
        onTestFinished(() => line.close())
        return migrateSchema(line, address.schema, steps)
      }),
    )
    const made = ends.filter((end) => end.status === 'fulfilled' && end.value)
    expect(made).toHaveLength(1)
    for (const index of [1, 3]) expect(ends[index]).toMatchObject({ status: 'fulfilled' })
    // Whether they came in time or not; never is anything half done.
    for (const index of [0, 2]) {
      const end = ends[index]
      if (end?.status === 'rejected') expect(end.reason).toMatchObject({ code: 'ledger' })
    }
    const line = new ReconnectingConnection({ address, clock: stillClock })
    onTestFinished(() => line.close())
    expect(await readSchemaVersion(line, address.shown, address.schema, newer.length)).toBe(newer.length)
    await expect(migrateSchema(line, address.schema)).rejects.toMatchObject({ code: 'ledger' })
  })

  it('of the first version keeps its rows, and takes what is new in the second', async () => {
    const address = parseDatabaseAddress(server.address(), {})
    const line = new ReconnectingConnection({ address, clock: stillClock })
    onTestFinished(() => line.close())
    await makeRoles(line)
    await migrateSchema(line, address.schema, postgresMigrations.slice(0, 1))
    const add = (seq: number, held: string) =>
      line.query(
        `INSERT INTO rows (run_id, seq, sheet, row_number, is_hidden, cells, held) VALUES (1, $1, 0, 2, 0, '[]', $2)`,
        [seq, held],
      )
    await add(0, 'changed')
    await expect(add(1, 'kept')).rejects.toThrow()
    await migrateSchema(line, address.schema)
    await add(1, 'kept')
    expect(await line.query('SELECT held FROM rows ORDER BY seq')).toEqual([{ held: 'changed' }, { held: 'kept' }])
  })

  it('is refused when it is newer than this program, and nothing is changed', async () => {
    const address = server.address()
    await (await ledgerAt(address, {}).open(options)).close()
    await ask(address, `UPDATE meta SET value = '99' WHERE key = 'version'`)
    const refusal = {
      code: 'ledger',
      message: expect.stringContaining(`has version 99; this program knows up to ${postgresMigrations.length}`),
    }
    await expect(ledgerAt(address, {}).open(options)).rejects.toMatchObject(refusal)
    await expect(ledgerAt(address, {}).status({})).rejects.toMatchObject(refusal)
    expect(await ask(address, `SELECT value FROM meta WHERE key = 'version'`)).toEqual([{ value: '99' }])
  })

  it('refuses what the state diagram does not have, and to forget what was sent', async () => {
    const address = server.address()
    const ledger = await ledgerAt(address, {}).open(options)
    onTestFinished(() => ledger.close())
    await ledger.targets.find('https://example.test', 'default')
    await ask(
      address,
      `INSERT INTO submissions (id, operation, target_id, request_hash, ordinal, generation, request, state, identifier)
       VALUES (1, 'assess', 1, '\\x00', 0, 0, '{}', 'accepted', 'R-1')`,
    )
    for (const forbidden of [
      `UPDATE submissions SET state = 'ready'`,
      `UPDATE submissions SET identifier = 'R-2'`,
      'DELETE FROM submissions',
    ]) {
      await expect(ask(address, forbidden)).rejects.toMatchObject({ code: 'defect' })
    }
  })
})
