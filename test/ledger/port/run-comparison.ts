import { describe, expect, it } from 'vitest'
import { hashRequest, type LedgerStore } from '../../rooms/ledger.ts'
import { drive, load, sendAll, startOfTest, submissionsOf, trip } from '../workspace.ts'
import { workspaceOf } from './suite.ts'

function hashOf(text: string): Buffer {
  const content = trip(text)
  if (content.kind !== 'request') throw new Error('not a request')
  return hashRequest(content.request.identity)
}

const march = 'E1 March Spain'
const nothing = { submissions: 0, ofRun: 0, unnamed: 0, covered: 0, resends: 0 }

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRunComparison(name: string, createStore: () => LedgerStore): void {
  describe(`a comparison of ${name}`, () => {
    describe('the holdings of a run', () => {
      it('begin with the first run against the address, also of one that died', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await load(ledger, [trip(march)], { isCompleted: false, now: startOfTest })
        await load(ledger, [trip(march)], { company: 'other', now: startOfTest + 5 })
        const run = await load(ledger, [trip(march)], { now: startOfTest + 10 })
        const holdings = await workspace.store.compare(run)
        expect(holdings.since).toBe(startOfTest)
        await holdings.close()
      })

      it('say whose row an identifier is', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const other = await load(ledger, [trip('E2 March Spain')], { file: '/other.csv' })
        await sendAll(ledger, other)
        const run = await load(ledger, [trip(march)])
        await sendAll(ledger, run)
        const [ofOther] = await submissionsOf(ledger, other)
        const [ofRun] = await submissionsOf(ledger, run)
        const holdings = await workspace.store.compare(run)
        const owners = [`R-${ofRun}`, `R-${ofOther}`, 'nobody'].map(holdings.find)
        expect(await Promise.all(owners)).toEqual(['run', 'other', undefined])
        await holdings.close()
      })

      it.each([
        ['ready', { unnamed: 1, covered: 0 }, 0],
        ['sending', { unnamed: 1, covered: 1 }, 1],
        ['unknown', { unnamed: 1, covered: 1 }, 1],
        ['rejected', { unnamed: 1, covered: 0 }, 0],
        ['failed', { unnamed: 1, covered: 0 }, 0],
        ['accepted', { unnamed: 0, covered: 0 }, 0],
        ['done', { unnamed: 0, covered: 0 }, 0],
      ] as const)('of a content that is %s', async (state, counts, unknown) => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const run = await load(ledger, [trip(march)])
        for (const { id } of await ledger.submissions.readyPage(run, -1, 10)) await drive(ledger, id, state)
        const holdings = await workspace.store.compare(run)
        expect(await holdings.ofContent(hashOf(march))).toEqual({ ...nothing, submissions: 1, ofRun: 1, ...counts })
        expect(await holdings.ofContent(hashOf('E9 May Peru'))).toEqual(nothing)
        expect(holdings.unknown).toBe(unknown)
        await holdings.close()
      })

      it('count what somebody had sent again although it was unknown', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [trip(march)]), 'unknown')
        const run = await load(ledger, [trip(march)], { retryUnknown: true })
        await sendAll(ledger, run)
        const holdings = await workspace.store.compare(run)
        expect(await holdings.ofContent(hashOf(march))).toEqual({ ...nothing, submissions: 1, ofRun: 1, resends: 1 })
        await holdings.close()
      })

      it('know contents that are no longer in the sheet', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [trip(march)]), 'unknown')
        const run = await load(ledger, [trip('E2 March Spain')])
        const holdings = await workspace.store.compare(run)
        expect(await holdings.ofContent(hashOf(march))).toEqual({ ...nothing, submissions: 1, unnamed: 1, covered: 1 })
        expect(holdings.unknown).toBe(0)
        await holdings.close()
      })
    })
  })
}
