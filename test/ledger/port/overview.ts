import { describe, expect, it } from 'vitest'
import { formatOperator, type LedgerStore } from '../../rooms/ledger.ts'
import { attempt, claimOne, load, settlementTo, submissionsOf, trip } from '../workspace.ts'
import { workspaceOf } from './suite.ts'

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOverview(name: string, createStore: () => LedgerStore): void {
  describe(`who sends, as ${name} tells it`, () => {
    async function openWithRun() {
      const { store, open } = workspaceOf(createStore)
      const ledger = await open()
      const run = await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain'), trip('E3 March Spain')])
      const ids = (await submissionsOf(ledger, run)).map((id) => id ?? Number.NaN)
      return { store, ledger, run, ids }
    }

    it('of a run what is ready and what is on its way is told at once, with who sends it', async () => {
      const { ledger, run, ids } = await openWithRun()
      expect(await ledger.submissions.openRows(run)).toEqual({ isReady: true, senders: [] })
      const claims = await Promise.all(ids.map((id) => claimOne(ledger, id)))
      expect(await ledger.submissions.openRows(run)).toMatchObject({
        isReady: false,
        senders: [{ name: formatOperator(), rows: 3 }],
      })
      for (const claim of claims) await ledger.submissions.settle(claim, settlementTo('accepted', claim.id), attempt)
      expect(await ledger.submissions.openRows(run)).toEqual({ isReady: false, senders: [] })
    })

    it('what this user has sent is nobody else’s', async () => {
      const { ledger, run, ids } = await openWithRun()
      const claim = await claimOne(ledger, ids[0] ?? Number.NaN)
      await ledger.submissions.settle(claim, settlementTo('accepted', claim.id), attempt)
      expect((await ledger.submissions.get(claim.id))?.sender).toBeUndefined()
      expect(await ledger.runs.othersOf(run)).toEqual([])
    })

    it('the whole is seen while somebody writes it, and when nobody does', async () => {
      const { store, ledger, run, ids } = await openWithRun()
      await claimOne(ledger, ids[0] ?? Number.NaN)
      const used = await store.overview()
      expect(used).toMatchObject({
        id: ledger.id,
        holders: [{ name: formatOperator(), process: process.pid }],
        runs: [{ id: run, rows: 3, open: 3 }],
        states: { ready: 2, sending: 1 },
      })
      expect(used.bytes).toBeGreaterThan(1_000)
      await ledger.close()
      expect(await store.overview()).toMatchObject({ holders: [], runs: [], trusted: {} })
    })

    it('requests that were taken for not processed are counted by the status of their answer', async () => {
      const { store, ledger, ids } = await openWithRun()
      const settle = async (id: number | undefined, httpStatus: number | undefined, outcome: string) => {
        const claim = await claimOne(ledger, id ?? Number.NaN)
        await ledger.submissions.settle(claim, { to: 'ready', reason: 'busy' }, { ...attempt, httpStatus, outcome })
      }
      await settle(ids[0], 429, 'not-processed')
      await settle(ids[0], 429, 'not-processed')
      await settle(ids[1], 503, 'failed')
      await settle(ids[2], undefined, 'not-sent')
      expect((await store.overview()).trusted).toEqual({ 429: 2, 503: 1 })
    })
  })
}
