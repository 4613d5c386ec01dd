import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import { type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  drive,
  type LoadChoices,
  load,
  settlementTo,
  startOfTest,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

const march = trip('E1 March Spain')
const may = trip('E1 May Spain')
const june = trip('E2 June Chile')
const mine = trip('E9 July Peru')
const yours = trip('E9 August Peru')

const address = 'https://example.test/version-test'

async function targetOf(ledger: Ledger) {
  return ledger.targets.find(address, 'default')
}

/** As a run logs it. */
async function settle(
  ledger: Ledger,
  run: number,
  row: number,
  to: 'accepted' | 'rejected' | 'unknown',
): Promise<void> {
  const id = (await submissionsOf(ledger, run))[row] ?? Number.NaN
  const claim = await claimOne(ledger, id, startOfTest, run)
  await ledger.submissions.settle(claim, settlementTo(to, id), { ...attempt, runId: run, outcome: to })
}

/** What an undo reads of a run: state, outcome, and what speaks against it. */
async function sentIn(ledger: Ledger, run: number) {
  const found = await ledger.undo.sentIn(run, { operation: 'assess', target: await targetOf(ledger) }, 'create')
  return found.map(({ state, outcome, isLast, isShared, isDoubted }) => {
    const flags = { isLast, isShared, isDoubted }
    return [state, outcome, ...Object.entries(flags).flatMap(([name, is]) => (is ? name : []))]
  })
}

const loadOther = (ledger: Ledger, contents: readonly RowContent[], choices: LoadChoices = {}): Promise<number> =>
  load(ledger, contents, { file: '/other.csv', ...choices })

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeUndo(name: string, createStore: () => LedgerStore): void {
  describe(`what an undo reads of ${name}`, () => {
    it('is what the run sent, and not what others sent or it only read', async () => {
      const ledger = await openNew(createStore)
      const first = await load(ledger, [march])
      await settle(ledger, first, 0, 'accepted')
      const second = await load(ledger, [march, may, june])
      await settle(ledger, second, 1, 'accepted')
      await settle(ledger, second, 2, 'rejected')
      expect(await sentIn(ledger, first)).toEqual([['accepted', 'accepted', 'isLast']])
      expect(await sentIn(ledger, second)).toEqual([
        ['accepted', 'accepted', 'isLast'],
        ['rejected', 'rejected', 'isLast'],
      ])
    })

    it('knows what a crash left, by the run that sent it', async () => {
      const { store } = workspaceOf(createStore)
      const ledger = await store.open({ clock: { now: () => startOfTest, sleep: async () => {} }, onSpill() {} })
      const run = await load(ledger, [march])
      await drive(ledger, (await submissionsOf(ledger, run))[0] ?? Number.NaN, 'sending')
      expect(await sentIn(ledger, run)).toEqual([['sending', undefined, 'isLast']])
      await ledger.close()
    })

    it('knows that a later run has sent again what was unknown, and whether that is in doubt', async () => {
      const ledger = await openNew(createStore)
      const first = await load(ledger, [march, may])
      await settle(ledger, first, 0, 'unknown')
      await settle(ledger, first, 1, 'unknown')
      const reference = referToSending(ledger.id, {
        id: (await submissionsOf(ledger, first))[1] ?? 0,
        sentAt: startOfTest,
      })
      await ledger.resolutions.apply('assess', reference, { kind: 'not-created' }, startOfTest)
      const second = await load(ledger, [march, may], { retryUnknown: true })
      await settle(ledger, second, 0, 'accepted')
      await settle(ledger, second, 1, 'accepted')
      expect(await sentIn(ledger, first)).toEqual([
        ['accepted', 'unknown', 'isDoubted'],
        ['accepted', 'unknown'],
      ])
      expect(await sentIn(ledger, second)).toEqual([
        ['accepted', 'accepted', 'isLast', 'isDoubted'],
        ['accepted', 'accepted', 'isLast'],
      ])
    })

    it('says what another sheet stands for, by its latest released run', async () => {
      const ledger = await openNew(createStore)
      const run = await load(ledger, [march, may])
      await settle(ledger, run, 0, 'accepted')
      await settle(ledger, run, 1, 'accepted')
      const isShared = async () => (await sentIn(ledger, run)).map((each) => each.includes('isShared'))
      expect(await isShared()).toEqual([false, false])
      await loadOther(ledger, [march, mine, yours])
      expect(await isShared()).toEqual([true, false])
      // The same sheet again, as it was or edited, is no other one.
      await load(ledger, [may, june])
      expect(await isShared()).toEqual([true, false])
      // One that only waits, or was refused, has not taken it out.
      const waiting = await loadOther(ledger, [mine, yours], { waits: true })
      expect(await isShared()).toEqual([true, false])
      await ledger.waiting.drop(waiting, { now: startOfTest, ending: 'refused' })
      expect(await isShared()).toEqual([true, false])
      await loadOther(ledger, [mine, yours, may])
      expect(await isShared()).toEqual([false, true])
    })

    it('finds a run of this target alone, by number or output; an output names the last that sent anything', async () => {
      const ledger = await openNew(createStore)
      const target = await targetOf(ledger)
      const run = await load(ledger, [march])
      await settle(ledger, run, 0, 'accepted')
      const again = await load(ledger, [march])
      await ledger.outputs.announce(again, { file: '/out.xlsx', asked: '/out.xlsx', digest: 'd' })
      expect(await ledger.undo.findRun(target, { run })).toMatchObject({
        id: run,
        operation: 'assess',
        file: '/trips.csv',
      })
      expect(await ledger.undo.findRun(target, { output: '/out.xlsx' })).toMatchObject({ id: run })
      expect(await ledger.undo.findRun(target, { output: '/none.xlsx' })).toBeUndefined()
      const other = await ledger.targets.find(address, 'other')
      expect(await ledger.undo.findRun(other, { run })).toBeUndefined()
      expect(await ledger.undo.findRun(target, { run: 99 })).toBeUndefined()
    })

    it('has what was recorded of each thing in its order, also what is on its way', async () => {
      const ledger = await openNew(createStore)
      const target = await targetOf(ledger)
      const one = await load(ledger, [march, may, june], { orderKeys: ['A', 'A', 'B'] })
      const [first = 0, second = 0] = await submissionsOf(ledger, one)
      for (const id of [first, second]) {
        const claim = await claimOne(ledger, id, startOfTest, one)
        if (id === first) await ledger.submissions.settle(claim, { to: 'done', identifier: '' }, attempt)
      }
      const records = await ledger.undo.recordedOf(target, ['A', 'B', 'C'])
      expect([...records].map(([key, all]) => [key, all.map(({ id, state }) => [id, state])])).toEqual([
        [
          'A',
          [
            [first, 'done'],
            [second, 'sending'],
          ],
        ],
      ])
    })
  })
}
