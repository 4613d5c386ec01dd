import { describe, expect, it, onTestFinished } from 'vitest'
import { type Durability, requireDurable } from '../../../rooms/ledger/postgres.ts'
import { ledgerAt } from '../../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { stillClock } from '../../workspace.ts'
import { ask } from '../database.ts'

const safe: Durability = { fsync: 'on', fullPageWrites: 'on', synchronousCommit: 'on', isStandby: false }

describe('a database', () => {
  it.each<[Partial<Durability>, string | undefined]>([
    [{}, undefined],
    [{ synchronousCommit: 'remote_apply' }, undefined],
    [{ fsync: 'off' }, 'fsync is off'],
    [{ fullPageWrites: 'off' }, 'full_page_writes is off'],
    [{ synchronousCommit: 'off' }, 'synchronous_commit is off'],
    [{ synchronousCommit: 'local' }, 'synchronous_commit is local'],
    [{ isStandby: true }, 'a copy that only follows another one'],
  ])('with %o is taken or refused', (difference, reason) => {
    const require = () => requireDurable('postgres://db/rwa', { ...safe, ...difference })
    if (reason === undefined) expect(require).not.toThrow()
    else expect(require).toThrow(expect.objectContaining({ code: 'ledger', message: expect.stringContaining(reason) }))
  })
})

describe.skipIf(!hasPostgres)('a real database that would lose commits', () => {
  const server = usePostgres()

  it('is refused when the ledger is opened, and when it is looked at', async () => {
    const address = server.address()
    await ask(address, 'CREATE ROLE careless LOGIN')
    await ask(address, 'ALTER ROLE careless SET synchronous_commit = off')
    onTestFinished(async () => void (await ask(address, 'DROP ROLE careless')))
    const store = ledgerAt(address.replace(/\/\/[^@]*@/, '//careless@'), {})
    const refusal = { code: 'ledger', message: expect.stringContaining('synchronous_commit is off') }
    await expect(store.open({ clock: stillClock, onSpill() {} })).rejects.toMatchObject(refusal)
    await expect(store.status({})).rejects.toMatchObject(refusal)
  })
})
