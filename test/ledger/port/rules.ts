import { describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { load, startOfTest, submissionsOf, trip } from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

const now = startOfTest
const until = now + 14 * 24 * 3_600_000
const address = 'https://example.test/version-test'
const one = { id: 'C-001', key: 'c001' }
const second = { by: { id: 'M-2', key: 'm2' }, statement: '' }
const toTwo = { name: 'fourEyes', from: undefined, to: true } as const
const toOne = { name: 'fourEyes', from: true, to: false } as const

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRules(kind: string, createStore: () => LedgerStore): void {
  describe(`rules of companies in ${kind}`, () => {
    it('are kept for all who open it, each company for itself; the latest of a name counts', async () => {
      const { store, open } = workspaceOf(createStore)
      const ledger = await open()
      const target = await ledger.targets.find(address, 'default')
      expect(await ledger.rules.of(target)).toEqual({})
      const set = (name: 'retention' | 'waiting', from: unknown, to: unknown) =>
        ledger.rules.change(target, { name, from, to }, { now })
      expect(await set('retention', undefined, { trips: 'P7Y' })).toBe(true)
      expect(await set('retention', { trips: 'P7Y' }, { trips: 'P7Y', answers: 'P90D' })).toBe(true)
      expect(await set('waiting', undefined, 'P30D')).toBe(true)
      // Another process was faster.
      expect(await set('retention', { trips: 'P7Y' }, {})).toBe(false)
      const rules = { retention: { trips: 'P7Y', answers: 'P90D' }, waiting: 'P30D' }
      await ledger.close()
      const later = await open()
      expect(await later.rules.of(target)).toEqual(rules)
      const other = await later.targets.find(address, 'acme')
      expect(await later.rules.of(other)).toEqual({})
      expect(await later.rules.all()).toEqual([
        { target, rules },
        { target: other, rules: {} },
      ])
      expect(await store.view(async (view) => view.rules.of(target))).toEqual(rules)
    })

    it('changed by two at a time: one of them is told', async () => {
      const ledger = await openNew(createStore)
      const target = await ledger.targets.find(address, 'default')
      const change = { name: 'noteFor', from: undefined, to: ['Rejected'] } as const
      const done = await Promise.all([1, 2].map(() => ledger.rules.change(target, change, { now })))
      expect(done.toSorted()).toEqual([false, true])
    })

    it('each change is a line of the log; of people on hold only their number', async () => {
      const { store, open } = workspaceOf(createStore)
      const ledger = await open()
      const target = await ledger.targets.find(address, 'default')
      await ledger.rules.change(target, toTwo, { now, by: 'C-001' })
      await ledger.rules.change(target, { name: 'holds', from: undefined, to: ['E-77', 'E-78'] }, { now })
      await ledger.close()
      const details: string[] = []
      for await (const page of store.audit())
        for (const { operation, detail } of page) if (operation === 'rule') details.push(detail)
      expect(details.map((detail) => JSON.parse(detail))).toEqual([
        {
          name: 'fourEyes',
          from: null,
          to: true,
          by: 'C-001',
          account: expect.any(String),
          machine: expect.any(String),
        },
        { name: 'holds', from: null, to: 2, account: expect.any(String), machine: expect.any(String) },
      ])
    })

    it('four eyes end only with a run that a second person releases', async () => {
      const ledger = await openNew(createStore)
      const target = await ledger.targets.find(address, 'default')
      await ledger.rules.change(target, toTwo, { now })
      await expect(ledger.rules.change(target, toOne, { now })).rejects.toThrow(/second person/)
      const run = (await ledger.rules.propose(target, toOne, { by: one, now, until })) ?? 0
      expect(await ledger.rules.of(target)).toEqual({ fourEyes: true })
      expect(await ledger.rules.proposed(run)).toEqual({ ...toOne, target, by: 'C-001' })
      expect((await ledger.waiting.list()).map(({ id, operation }) => [id, operation])).toEqual([[run, 'rule']])
      expect(await ledger.waiting.release(run, { now })).toBe('no second person')
      expect(await ledger.waiting.release(run, { now, second: { ...second, by: one } })).toBe('same person')
      expect(await ledger.waiting.release(run, { now: until + 1, second })).toBe('expired')
      expect(await ledger.waiting.release(run, { now, second })).toBeUndefined()
      expect(await ledger.rules.of(target)).toEqual({ fourEyes: false })
      expect(await ledger.waiting.release(run, { now, second })).toBe('over')
    })

    it('a dropped proposal, and one that a later change has overtaken, changes nothing', async () => {
      const ledger = await openNew(createStore)
      const target = await ledger.targets.find(address, 'default')
      await ledger.rules.change(target, toTwo, { now })
      const propose = async () => (await ledger.rules.propose(target, toOne, { by: one, now, until })) ?? 0
      const [dropped, overtaken] = [await propose(), await propose()]
      expect(await ledger.waiting.drop(dropped, { now, ending: 'dropped' })).toBe(true)
      expect(await ledger.waiting.release(dropped, { now, second })).toBe('over')
      await ledger.rules.change(target, { name: 'fourEyes', from: true, to: true }, { now })
      expect(await ledger.waiting.release(overtaken, { now, second })).toBe('overtaken')
      expect(await ledger.rules.of(target)).toEqual({ fourEyes: true })
    })

    it('where two people must decide, one alone releases nothing', async () => {
      const ledger = await openNew(createStore)
      const target = await ledger.targets.find(address, 'default')
      await ledger.rules.change(target, toTwo, { now })
      const decisions = { waits: true, operation: 'decide', orderKeys: ['A'] } as const
      const decided = await load(ledger, [trip('E1 March Spain')], decisions)
      expect(await ledger.waiting.release(decided, { now })).toBe('needs two people')
      const assessed = await load(ledger, [trip('E1 March Spain')], { waits: true })
      expect(await ledger.waiting.release(assessed, { now })).toBeUndefined()
      const run = (await ledger.rules.propose(target, toOne, { by: one, now, until })) ?? 0
      await ledger.waiting.release(run, { now, second })
      const alone = await load(ledger, [trip('E2 March Spain')], { ...decisions, orderKeys: ['B'] })
      expect(await ledger.waiting.release(alone, { now })).toBeUndefined()
      expect(await submissionsOf(ledger, alone)).toHaveLength(1)
    })
  })
}
