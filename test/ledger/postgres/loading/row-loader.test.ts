import { describe, expect, it, onTestFinished } from 'vitest'
import { type Ledger, ledgerAt } from '../../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { load, sendAll, stillClock, submissionsOf, trip } from '../../workspace.ts'

describe.skipIf(!hasPostgres)('sheets that colleagues load at once', () => {
  const server = usePostgres()

  async function openTwo(): Promise<[Ledger, Ledger]> {
    const address = server.address()
    const open = async (): Promise<Ledger> => {
      const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
      onTestFinished(() => ledger.close())
      return ledger
    }
    return [await open(), await open()]
  }

  const trips = Array.from({ length: 120 }, (_, index) => trip(`E${index} March Spain`))

  it('in opposite order stand for the same submissions, and neither waits for the other for ever', async () => {
    const [ann, bob] = await openTwo()
    const [one, other] = await Promise.all([
      load(ann, trips, { pageSize: 20 }),
      load(bob, trips.toReversed(), { file: '/bob.csv', pageSize: 20 }),
    ])
    const ids = await submissionsOf(ann, one)
    expect(new Set(ids).size).toBe(trips.length)
    expect((await submissionsOf(bob, other)).toReversed()).toEqual(ids)
  })

  it('move on together what was refused before: it is sent once more, by one of them', async () => {
    const [ann, bob] = await openTwo()
    await sendAll(ann, await load(ann, trips), 'rejected')
    const [one, other] = await Promise.all([
      load(ann, trips, { pageSize: 20 }),
      load(bob, trips.toReversed(), { file: '/bob.csv', pageSize: 20 }),
    ])
    expect(await sendAll(ann, one)).toHaveLength(trips.length)
    expect(await sendAll(bob, other)).toEqual([])
  })

  it('and say anew with one another share the generation', async () => {
    const [ann, bob] = await openTwo()
    await sendAll(ann, await load(ann, trips))
    const [one, other] = await Promise.all([
      load(ann, trips, { isAgain: true, pageSize: 20 }),
      load(bob, trips.toReversed(), { file: '/bob.csv', isAgain: true, pageSize: 20 }),
    ])
    expect((await submissionsOf(bob, other)).toReversed()).toEqual(await submissionsOf(ann, one))
  })
})
