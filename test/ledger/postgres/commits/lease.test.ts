import { describe, expect, it, onTestFinished } from 'vitest'
import { expireLeases, Lease, ReconnectingConnection } from '../../../rooms/ledger/postgres.ts'
import { leaseMs } from '../../../rooms/ledger/store.ts'
import { formatOperator, type Ledger, ledgerAt, parseDatabaseAddress } from '../../../rooms/ledger.ts'
import { hasPostgres, usePostgres } from '../../../support/postgres.ts'
import { createProxy } from '../../../support/postgres-proxy.ts'
import {
  attempt,
  claimOne,
  lastRun,
  load,
  settlementTo,
  startOfTest,
  stillClock,
  submissionsOf,
  trip,
} from '../../workspace.ts'
import { ask } from '../database.ts'

describe('the lease of a holding', () => {
  it('is trusted for less than it lasts, from before it was asked for', () => {
    let now = 1_000
    const holding = new Lease(1, { now: () => now, sleep: () => Promise.resolve() }, 1_000)
    now += leaseMs * 0.8 - 1
    expect(holding.isValid()).toBe(true)
    now += 1
    expect(holding.isValid()).toBe(false)
    holding.renew(1_001)
    expect(holding.isValid()).toBe(true)
  })
})

describe.skipIf(!hasPostgres)('holders of one ledger', () => {
  const server = usePostgres()

  async function open(address: string): Promise<Ledger> {
    const ledger = await ledgerAt(address, {}).open({ clock: stillClock, onSpill() {} })
    onTestFinished(() => ledger.close())
    return ledger
  }

  /** As time does to one that is frozen. */
  function endLeases(address: string): Promise<unknown> {
    return ask(address, 'UPDATE holders SET lease_until = clock_timestamp()')
  }

  async function openWithClaim() {
    const address = server.address()
    const ann = await open(address)
    const run = await load(ann, [trip('E1 March Spain'), trip('E2 March Spain')])
    const [id = 0, other = 0] = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    return { address, ann, run, id, other, claim: await claimOne(ann, id) }
  }

  it('leave alone what another one sends, and say who they are', async () => {
    const { address, ann, run, id } = await openWithClaim()
    const bob = await open(address)
    expect([bob.recovered, (await bob.submissions.get(id))?.state]).toEqual([0, 'sending'])
    expect(await bob.submissions.claim(id, run, 0)).toBeUndefined()
    const { isReady, senders } = await ann.submissions.openRows(run)
    expect([isReady, senders]).toMatchObject([true, [{ name: formatOperator(), rows: 1 }]])
    expect(senders[0]?.heardMs).toBeLessThan(leaseMs)
    expect((await ledgerAt(address, {}).status({})).holder?.split(', ')).toHaveLength(2)
  })

  it('each of them ask at once for the same rows: every row is given to one', async () => {
    const address = server.address()
    const [ann, bob] = [await open(address), await open(address)]
    const trips = Array.from({ length: 40 }, (_, index) => trip(`E${index} March Spain`))
    const ids = (await submissionsOf(ann, await load(ann, trips))).map((id) => id ?? 0)
    await load(bob, trips.toReversed(), { file: '/bob.csv' })
    const given = await Promise.all(
      ids.map(async (id) => [
        await ann.submissions.claim(id, lastRun(ann), 1),
        await bob.submissions.claim(id, lastRun(bob), 1),
      ]),
    )
    expect(given.every((claims) => claims.filter((claim) => claim !== undefined).length === 1)).toBe(true)
  })

  it('whose lease has ended leave unknown what they were sending, never ready, and the log says so', async () => {
    const { address, id, other } = await openWithClaim()
    await endLeases(address)
    const bob = await open(address)
    expect(bob.recovered).toBe(1)
    expect(await bob.submissions.get(id)).toMatchObject({ state: 'unknown' })
    expect(await bob.attempts.of(id)).toMatchObject([{ operation: 'recover', outcome: 'unknown' }])
    expect((await bob.submissions.get(other))?.state).toBe('ready')
  })

  it('are given up by one at a time, and nobody waits for it', async () => {
    const { address, id } = await openWithClaim()
    await endLeases(address)
    const reaper = new ReconnectingConnection({ address: parseDatabaseAddress(address, {}), clock: stillClock })
    onTestFinished(() => reaper.close())
    await reaper.transaction(async (statements) => {
      expect(await expireLeases(statements)).toBe(1)
      const bob = await open(address)
      expect([bob.recovered, (await bob.submissions.get(id))?.state]).toEqual([0, 'sending'])
    })
    expect((await open(address)).recovered).toBe(0)
  })

  it('that were given up may still say what was answered, as long as nobody has moved the row on', async () => {
    const { address, ann, id, claim } = await openWithClaim()
    await endLeases(address)
    await open(address)
    expect(await ann.submissions.settle(claim, settlementTo('accepted', id), attempt)).toMatchObject({ to: 'accepted' })
    expect(await ann.submissions.get(id)).toMatchObject({ state: 'accepted', identifier: `R-${id}` })
  })

  it('that answer too late change nothing; what they were told is in the log', async () => {
    const { address, ann, run, id, claim } = await openWithClaim()
    await endLeases(address)
    const bob = await open(address)
    // A person says that it was not created, and it is sent once more.
    await ask(address, `UPDATE submissions SET state = 'ready' WHERE id = $1`, [id])
    const later = await claimOne(bob, id, startOfTest, run)
    expect(await ann.submissions.settle(claim, settlementTo('accepted', id), attempt)).toBeUndefined()
    expect(await bob.submissions.get(id)).toMatchObject({ state: 'sending', identifier: undefined })
    expect((await bob.attempts.of(id)).map(({ outcome }) => outcome)).toEqual(['unknown', 'late: test'])
    expect(await bob.submissions.settle(later, settlementTo('done', id), attempt)).toMatchObject({ to: 'done' })
  })

  it('that answer after a person has answered for them change nothing, also before it is sent once more', async () => {
    const { address, ann, id, claim } = await openWithClaim()
    await endLeases(address)
    const bob = await open(address)
    await ask(address, `UPDATE submissions SET state = 'ready' WHERE id = $1`, [id])
    expect(await ann.submissions.settle(claim, settlementTo('accepted', id), attempt)).toBeUndefined()
    expect(await bob.submissions.get(id)).toMatchObject({ state: 'ready', identifier: undefined })
    expect((await bob.attempts.of(id)).map(({ outcome }) => outcome)).toEqual(['unknown', 'late: test'])
  })

  it('of somebody else are named at what they have sent, in the row and in the run', async () => {
    const { address, ann, run, id, other, claim } = await openWithClaim()
    await ann.submissions.settle(claim, settlementTo('accepted', id), attempt)
    await ask(
      address,
      `SET session_replication_role = replica; UPDATE holders SET account = 'ben', machine = 'laptop' WHERE id = ${claim.holder}`,
    )
    expect((await ann.submissions.get(id))?.sender).toBe('ben@laptop')
    expect((await ann.submissions.get(other))?.sender).toBeUndefined()
    expect(await ann.runs.othersOf(run)).toEqual([{ sender: 'ben@laptop', rows: 1 }])
  })

  it('go on under a new lease when they lost theirs, with their runs', async () => {
    const { address, ann, run, id, other, claim } = await openWithClaim()
    await endLeases(address)
    await open(address)
    const next = await claimOne(ann, other)
    expect(next.holder).not.toBe(claim.holder)
    expect((await ledgerAt(address, {}).status({})).runs).toMatchObject([{ id: run, isRunning: true }])
    await ann.submissions.settle(next, settlementTo('done', other), attempt)
    expect((await ann.submissions.get(id))?.state).toBe('unknown')
  })

  it('go on with their runs also when the answer to taking the new lease is lost', async () => {
    const proxy = await createProxy(server.address())
    const ann = await open(proxy.address)
    const run = await load(ann, [trip('E1 March Spain')])
    const [id = 0] = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    await endLeases(proxy.address)
    await open(proxy.address)
    const lost = proxy.loseAnswerTo('COMMIT')
    const { holder } = await claimOne(ann, id)
    await lost
    expect(await ask(proxy.address, 'SELECT holder_id AS holder FROM runs WHERE id = $1', [run])).toEqual([{ holder }])
  })

  it('go on waiting for their scores, also when they lost theirs between two looks for them', async () => {
    const address = server.address()
    let now = startOfTest
    const ann = await ledgerAt(address, {}).open({ clock: { ...stillClock, now: () => now }, onSpill() {} })
    onTestFinished(() => ann.close())
    const run = await load(ann, [trip('E1 March Spain')])
    const [id = 0] = (await submissionsOf(ann, run)).map((each) => each ?? 0)
    await ann.submissions.settle(await claimOne(ann, id), settlementTo('accepted', id), attempt)
    expect(await ann.submissions.nextPollAt(run, 0)).toBeDefined()
    await endLeases(address)
    await load(await open(address), [trip('E2 May Peru')], { file: '/bob.csv' })
    expect(await ann.submissions.nextPollAt(run, 0)).toBeUndefined()
    now += leaseMs
    expect(await ann.submissions.nextPollAt(run, 0)).toBe(now)
  })

  it('that end with something on its way leave it to be found at once', async () => {
    const { address, ann, id } = await openWithClaim()
    await ann.close()
    const bob = await open(address)
    expect([bob.recovered, (await bob.submissions.get(id))?.state]).toEqual([1, 'unknown'])
  })
})
