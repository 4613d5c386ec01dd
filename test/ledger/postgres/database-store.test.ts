import { describe, expect, it, onTestFinished } from 'vitest'
import { ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { createFolder, drive, identified, load, statesOf, stillClock, submissionsOf, trip } from '../workspace.ts'

describe.skipIf(!hasPostgres)('a ledger in a database', () => {
  const server = usePostgres()

  it('can be tried out in a copy that knows all it knows, and nobody else sees', async () => {
    const store = ledgerAt(server.address(), {})
    const ledger = await store.open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    const trips = ['done', 'unknown', 'rejected', 'ready'].map((state) => trip(`E-${state} March Spain`))
    const run = await load(ledger, [...trips, identified('R-9')])
    const ids = (await submissionsOf(ledger, run)).map((id) => id ?? 0)
    await drive(ledger, ids[0] ?? 0, 'done')
    await drive(ledger, ids[1] ?? 0, 'unknown')
    await drive(ledger, ids[2] ?? 0, 'rejected')
    await ledger.outputs.announce(run, { file: '/out.xlsx', asked: '/out.xlsx', digest: 'd' })
    const target = await ledger.targets.find('https://example.test/version-test', 'default')
    await ledger.targets.rememberToken(target, { salt: '0a', hash: '1b' })

    const copy = await store.openExcerpt(createFolder(), stillClock)
    onTestFinished(() => copy.close())
    expect(copy.id).toBe(ledger.id)
    expect(await copy.targets.fingerprint(target)).toEqual({ salt: '0a', hash: '1b' })
    expect(await copy.outputs.digestsOf('/out.xlsx')).toEqual(['d'])
    const tried = await load(copy, [trip('E-done March Portugal'), ...trips.slice(1)])
    expect(await statesOf(copy, tried)).toEqual(['changed', 'unknown', 'ready', 'ready'])
    expect(await statesOf(ledger, run)).toEqual(['done', 'unknown', 'rejected', 'ready', 'accepted'])
  })

  it('that is not there yet gives an empty copy', async () => {
    const store = ledgerAt(server.address(), {})
    const copy = await store.openExcerpt(createFolder(), stillClock)
    onTestFinished(() => copy.close())
    expect(await statesOf(copy, await load(copy, [trip('E1 March Spain')]))).toEqual(['ready'])
    expect(await store.exists()).toBe(false)
  })

  it('names itself without a password', () => {
    const address = 'postgres://ann:not-to-be-seen@localhost/rwa'
    expect(ledgerAt(address, {}).name).toBe('postgres://ann@localhost/rwa')
  })
})
