import { readdirSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ledgerAt } from '../../../src/ledger/open.ts'
import type { Ledger } from '../../../src/ledger/port.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { createProxy } from '../../support/postgres-proxy.ts'
import { attempt, claimOne, createFolder, load, settlementTo, stillClock, submissionsOf, trip } from '../workspace.ts'

describe.skipIf(!hasPostgres)('a ledger in a database that was away, or is not what it was', () => {
  const server = usePostgres()

  async function openWith(address: string, folder: string, spilled: unknown[] = []): Promise<Ledger> {
    const onSpill = (record: unknown): void => void spilled.push(record)
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill, folder })
    onTestFinished(() => ledger.close())
    return ledger
  }

  it('gets the outcomes that it could not take once it is back, each once', async () => {
    const folder = createFolder()
    const proxy = await createProxy(server.address())
    const spilled: unknown[] = []
    const ann = await openWith(proxy.address, folder, spilled)
    const run = await load(ann, [trip('E1 March Spain'), trip('E2 March Spain')])
    const [id = 0, other = 0] = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    const claims = [await claimOne(ann, id), await claimOne(ann, other)] as const
    proxy.part()
    const ends = await Promise.allSettled([
      ann.submissions.settle(claims[0], settlementTo('accepted', id), attempt),
      ann.submissions.settle(claims[1], settlementTo('ready', other), attempt),
    ])
    expect(ends).toMatchObject([{ reason: { code: 'surroundings' } }, { reason: { code: 'surroundings' } }])
    await ann.close()
    expect([spilled, readdirSync(folder).filter((name) => name.endsWith('.spill'))]).toEqual([[], [expect.any(String)]])

    proxy.join()
    const bob = await openWith(proxy.address, folder)
    expect(bob.replayedOutcomes).toBe(2)
    expect(await bob.submissions.get(id)).toMatchObject({ state: 'accepted', identifier: `R-${id}` })
    expect((await bob.submissions.get(other))?.state).toBe('ready')
    expect((await bob.attempts.of(id)).filter(({ outcome }) => outcome === 'test')).toHaveLength(1)
    await bob.close()
    expect((await openWith(proxy.address, folder)).replayedOutcomes).toBe(0)
  })

  it('spills what must not be lost where nothing can be kept', async () => {
    const proxy = await createProxy(server.address())
    const spilled: unknown[] = []
    const ann = await openWith(proxy.address, '/dev/null/nowhere', spilled)
    const [id = 0] = (await submissionsOf(ann, await load(ann, [trip('E1 March Spain')]))).map((each) => each ?? 0)
    const claim = await claimOne(ann, id)
    proxy.part()
    await expect(ann.submissions.settle(claim, settlementTo('accepted', id), attempt)).rejects.toThrow()
    expect(spilled).toMatchObject([{ submission: id, identifier: `R-${id}` }])
  })
})
