import { describe, expect, it, onTestFinished } from 'vitest'
import { ReconnectingConnection } from '../../../rooms/ledger/postgres.ts'
import { parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { BatchError } from '../../../rooms/support.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { createProxy } from '../../../support/postgres-proxy.ts'
import { stillClock } from '../../workspace.ts'

describe.skipIf(!hasPostgres)('a line to a database', () => {
  const server = usePostgres()

  async function openBehindProxy() {
    const address = server.address()
    const proxy = await createProxy(address)
    const line = new ReconnectingConnection({ address: parseDatabaseAddress(proxy.address, {}), clock: stillClock })
    onTestFinished(() => line.close())
    const table = `public.of_${new URL(address).searchParams.get('schema')}`
    await line.query(`CREATE TABLE ${table} (n integer)`)
    onTestFinished(async () => void (await line.query(`DROP TABLE ${table}`)))
    /** Says how often it was begun. */
    let begun = 0
    const insert = () =>
      line.transaction(async (statements) => {
        begun += 1
        await statements.query(`INSERT INTO ${table} VALUES ($1)`, [begun])
        return begun
      })
    const kept = async (): Promise<unknown[]> => await line.query(`SELECT n FROM ${table} ORDER BY n`)
    return { proxy, line, table, insert, kept }
  }

  it('does a transaction once when the answer to its commit is lost: the database is asked what became of it', async () => {
    const { proxy, insert, kept } = await openBehindProxy()
    const lost = proxy.loseAnswerTo('COMMIT')
    expect(await insert()).toBe(1)
    await lost
    expect(await kept()).toEqual([{ n: 1 }])
  })

  it.each(['COMMIT', 'INSERT'])('does it anew when %s never got there', async (text) => {
    const { proxy, insert, kept } = await openBehindProxy()
    const lost = proxy.loseQuestion(text)
    expect(await insert()).toBe(2)
    await lost
    expect(await kept()).toEqual([{ n: 2 }])
  })

  it('does it anew when it was in the way of another one, and gives up on what can never be', async () => {
    const { line, table, kept } = await openBehindProxy()
    await line.query(`CREATE UNIQUE INDEX ON ${table} (n)`)
    let tries = 0
    await line.transaction(async ({ query }) => {
      tries += 1
      await query(`INSERT INTO ${table} VALUES (7)`)
      if (tries < 3) await query(`INSERT INTO ${table} VALUES (7)`)
    })
    expect([tries, await kept()]).toEqual([3, [{ n: 7 }]])
    const never = line.transaction(({ query }) => query(`INSERT INTO ${table} VALUES (7)`))
    await expect(never).rejects.toMatchObject({ code: 'defect' })
    const own = new BatchError('ledger', 'no')
    await expect(line.transaction(() => Promise.reject(own))).rejects.toBe(own)
    expect(await kept()).toEqual([{ n: 7 }])
  })

  it('asks again what was asked when the server went away, and says so in words when it stays away', async () => {
    const { proxy, line } = await openBehindProxy()
    const lost = proxy.loseAnswerTo('SELECT 42')
    expect(await line.query('SELECT 42 AS n')).toEqual([{ n: 42 }])
    await lost
    const address = parseDatabaseAddress('postgres://localhost/rwa?host=/nowhere', {})
    const nowhere = new ReconnectingConnection({ address, clock: stillClock })
    const failure = { code: 'surroundings', message: expect.stringContaining('cannot be reached') }
    await expect(nowhere.connect()).rejects.toMatchObject(failure)
    await expect(nowhere.query('SELECT 1')).rejects.toMatchObject(failure)
    await nowhere.close()
  })

  it('reads in pages what stood there at one moment, from the beginning when the first page is lost', async () => {
    const { proxy, line, table } = await openBehindProxy()
    const lost = proxy.loseAnswerTo('FETCH')
    await line.query(`INSERT INTO ${table} SELECT generate_series(1, 2500)`)
    const pages: number[] = []
    for await (const rows of line.stream(`SELECT n FROM ${table} WHERE n > $1`, [100])) {
      pages.push(rows.length)
      await line.query(`DELETE FROM ${table}`)
    }
    await lost
    expect(pages).toEqual([1_000, 1_000, 400])
  })
})
