import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openOutcomeSpool } from '../../rooms/ledger/postgres.ts'
import { type Ledger, ledgerAt, type OpeningOptions } from '../../rooms/ledger.ts'
import { hurryClock } from '../../support/hurry-clock.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { createProxy, type PostgresProxy } from '../../support/postgres-proxy.ts'
import { attempt, claimOne, createFolder, load, settlementTo, stillClock, submissionsOf, trip } from '../workspace.ts'

describe.skipIf(!hasPostgres)('a ledger in a database that was away, or is not what it was', () => {
  const server = usePostgres()

  async function openWith(
    address: string,
    folder: string,
    spilled: unknown[] = [],
    options: Partial<OpeningOptions> = {},
  ): Promise<Ledger> {
    const onSpill = (record: unknown): void => void spilled.push(record)
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill, folder, ...options })
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

  /** Two claims whose outcomes have come; the database is away or silent by then. */
  async function settleTwo(end: (proxy: PostgresProxy) => void, options: Partial<OpeningOptions>) {
    const folder = createFolder()
    const proxy = await createProxy(server.address())
    const ann = await openWith(proxy.address, folder, [], { clock: hurryClock(10), ...options })
    const run = await load(ann, [trip('E1 March Spain'), trip('E2 March Spain')])
    const ids = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    const claims = [await claimOne(ann, ids[0] ?? 0), await claimOne(ann, ids[1] ?? 0)]
    end(proxy)
    const settled = claims.map((claim) => ann.submissions.settle(claim, settlementTo('accepted', claim.id), attempt))
    return { folder, proxy, ann, ids, settled: Promise.allSettled(settled) }
  }

  function spooled(folder: string): number[] {
    const files = readdirSync(folder).filter((name) => name.endsWith('.spill'))
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    return lines.flatMap((line) => (line === '' ? [] : [Number(JSON.parse(line).id)])).toSorted((a, b) => a - b)
  }

  it.each([
    ['is away', (proxy: PostgresProxy) => proxy.part(), (proxy: PostgresProxy) => proxy.join()],
    ['is silent', (proxy: PostgresProxy) => proxy.swallow(), (proxy: PostgresProxy) => proxy.heal('late')],
  ])('has outcomes on disk while it %s, and they are deleted once it has confirmed them', async (_, leave, back) => {
    const { folder, proxy, ann, ids, settled } = await settleTwo(leave, {})
    await vi.waitUntil(() => spooled(folder).length === 2, { timeout: 10_000 })
    expect(spooled(folder)).toEqual(ids)
    back(proxy)
    expect(await settled).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    expect([spooled(folder), (await ann.attempts.of(ids[0] ?? 0)).length]).toEqual([[], 1])
  })

  it('is waited for only briefly by a process that is told to stop, whose outcomes are on disk at once', async () => {
    const stop = new AbortController()
    const { folder, proxy, settled, ids, ann } = await settleTwo(
      (behind) => {
        behind.swallow()
        stop.abort()
      },
      { interrupt: stop.signal },
    )
    expect(spooled(folder)).toEqual(ids)
    proxy.part()
    expect(await settled).toMatchObject([{ reason: { code: 'surroundings' } }, { reason: { code: 'surroundings' } }])
    await ann.close()
    expect(spooled(folder)).toEqual(ids)
  })

  it('gets an outcome once that it has, and one that it refuses stands in no later opening in the way', async () => {
    const folder = createFolder()
    const address = server.address()
    const spilled: unknown[] = []
    const ann = await openWith(address, folder)
    const [id = 0] = (await submissionsOf(ann, await load(ann, [trip('E1 March Spain')]))).map((each) => each ?? 0)
    const claim = await claimOne(ann, id)
    await ann.submissions.settle(claim, settlementTo('accepted', id), attempt)
    await ann.close()
    const { holder, number } = claim
    const change = { id, claim: { holder, number }, to: 'accepted', identifier: `R-${id}`, attempt } as const
    const spool = openOutcomeSpool(folder, ann.id)
    spool.append([change, { ...change, id: id + 1, identifier: 'R-x', attempt: { ...attempt, httpStatus: 1e12 } }])
    const bob = await openWith(address, folder, spilled)
    expect([bob.replayedOutcomes, (await bob.attempts.of(id)).map(({ outcome }) => outcome)]).toEqual([0, ['test']])
    expect([spilled, spooled(folder)]).toEqual([[expect.objectContaining({ identifier: 'R-x' })], []])
  })
})
