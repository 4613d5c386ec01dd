import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt } from '../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { drive, load, sendAll, startOfTest, statesOf, stillClock, submissionsOf, trip } from '../workspace.ts'

const now = startOfTest
const sealing = { by: { id: 'C-001', key: 'c001' }, now, until: now + 1e9, how: '{}', statement: '{}', lines: [] }
const second = { by: { id: 'M-2', key: 'm2' }, statement: '{}' }
const sheet = ['E1 March Spain', 'E2 May Peru', 'E3 June Chad'].map(trip)

describe.skipIf(!hasPostgres)('beside runs of a colleague that wait', () => {
  const server = usePostgres()

  async function open(address: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    return ledger
  }

  it('the same trips are loaded, released and sent without waiting for them, and once', async () => {
    const address = server.address()
    const [ann, bob] = [await open(address), await open(address)]
    const [id = 0] = await submissionsOf(ann, await load(ann, sheet.slice(0, 2)))
    await drive(ann, id, 'rejected')
    const sealed = await load(ann, sheet, { waits: true, file: '/sealed.csv' })
    await ann.waiting.seal(sealed, sealing)
    const unconfirmed = await load(ann, sheet, { waits: true, file: '/unconfirmed.csv' })
    // With a lock of a run that waits this would not end.
    const sent = await load(bob, sheet, { file: '/bob.csv' })
    expect(await sendAll(bob, sent)).toEqual(['E1 March Spain', 'E2 May Peru', 'E3 June Chad'])
    expect(await statesOf(ann, unconfirmed)).toEqual(['done', 'done', 'done'])
    expect(await ann.waiting.release(sealed, { now, second })).toBeUndefined()
    expect(await ann.waiting.release(unconfirmed, { now })).toBeUndefined()
    expect([await sendAll(ann, sealed), await sendAll(ann, unconfirmed)]).toEqual([[], []])
  })
})
