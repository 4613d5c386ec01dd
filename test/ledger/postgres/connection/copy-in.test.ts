import { describe, expect, it, onTestFinished } from 'vitest'
import { ReconnectingConnection, toField } from '../../../rooms/ledger/postgres.ts'
import { parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { stillClock } from '../../workspace.ts'

describe('a value for COPY', () => {
  it.each([
    [undefined, '\\N'],
    [null, '\\N'],
    ['', ''],
    [0, '0'],
    ['\\N', '\\\\N'],
    ['a\tb\r\nc\\d', 'a\\tb\\r\\nc\\\\d'],
    ['a\0b\uD800c', 'a\uFFFDb\uFFFDc'],
  ])('%j is %j', (value, field) => {
    expect(toField(value)).toBe(field)
  })
})

describe.skipIf(!hasPostgres)('records that are copied into a table', () => {
  const server = usePostgres()

  it('are there as they were, or none of them is', async () => {
    const line = new ReconnectingConnection({ address: parseDatabaseAddress(server.admin, {}), clock: stillClock })
    onTestFinished(() => line.close())
    await line.query('CREATE TABLE public.copied (id integer PRIMARY KEY, said text, bytes bytea)')
    onTestFinished(async () => void (await line.query('DROP TABLE public.copied')))
    const records = [
      { id: 1, said: 'tab\tline\n"quote" \\N \\', bytes: '\\x00ff' },
      { id: 2, said: undefined, bytes: null },
    ]
    await line.transaction(({ copy }) => copy('public.copied', records))
    const kept = [
      { id: 1, said: records[0]?.said, bytes: Buffer.from([0, 255]) },
      { id: 2, said: null, bytes: null },
    ]
    expect(await line.query('SELECT * FROM public.copied ORDER BY id')).toEqual(kept)
    let tries = 0
    const again = line.transaction(async ({ copy }) => {
      tries += 1
      await copy('public.copied', [{ id: tries === 3 ? 4 : 3 }, { id: 3 }, ...(tries < 3 ? [{ id: 3 }] : [])])
    })
    await again
    expect([tries, await line.query('SELECT id FROM public.copied ORDER BY id')]).toEqual([
      3,
      [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
    ])
  })
  it('come in more pieces than one, and who is refused in the middle of them can go on', async () => {
    const line = new ReconnectingConnection({ address: parseDatabaseAddress(server.admin, {}), clock: stillClock })
    onTestFinished(() => line.close())
    await line.query('CREATE TABLE public.copied (id integer PRIMARY KEY, said text NOT NULL)')
    onTestFinished(async () => void (await line.query('DROP TABLE public.copied')))
    const records = Array.from({ length: 2_000 }, (_, id) => ({ id, said: 'x'.repeat(1_000) }))
    const nowhere = line.transaction(({ copy }) => copy('public.not_there', records))
    await expect(nowhere).rejects.toThrow('not_there')
    const holed = line.transaction(({ copy }) =>
      copy(
        'public.copied',
        records.map((record) => (record.id === 70 ? { ...record, said: undefined } : record)),
      ),
    )
    await expect(holed).rejects.toThrow('null value')
    await line.transaction(({ copy }) => copy('public.copied', records))
    const [counted] = await line.query('SELECT COUNT(*) AS count, SUM(LENGTH(said)) AS length FROM public.copied')
    expect(counted).toEqual({ count: 2_000, length: 2_000_000 })
  })
})
