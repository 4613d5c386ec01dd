import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import {
  createFolder,
  type LoadChoices,
  load,
  readCells,
  releaseRun,
  type SentTo,
  sendAll,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { keyedWorkspace, sent } from './forgetting.ts'
import { openNew } from './suite.ts'

/** A row as a later version reads it: with a value in a field that came since. */
function later(text: string, manager: string): RowContent {
  const before = trip(text)
  if (before.kind !== 'request') throw new Error('a trip is a request')
  const { identity } = before.request
  const request = { ...before.request, identity: { ...identity, manager }, earlier: [identity] }
  return { kind: 'request', request: { ...request, json: JSON.stringify({ text: `${text} by ${manager}` }) } }
}

const march = 'E1 March Spain'
const [plain, byAnn, byBob] = [trip(march), later(march, 'Ann'), later(march, 'Bob')]

async function loadDecisions(ledger: Ledger, rows: readonly RowContent[], choices: LoadChoices = {}): Promise<number> {
  return await load(ledger, rows, { operation: 'decide', ...choices, orderKeys: rows.map(() => 'X') })
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeLaterFields(name: string, createStore: () => LedgerStore): void {
  describe(`a field that came later, in ${name}`, () => {
    async function sentBefore(state: SentTo, rows: readonly RowContent[] = [plain]) {
      const store = createStore()
      const ledger = await store.open({ clock: stillClock, onSpill() {} })
      const run = await load(ledger, rows)
      const [id] = await submissionsOf(ledger, run)
      await sendAll(ledger, run, state)
      return { store, ledger, id }
    }

    it.each<[SentTo, string]>([
      ['accepted', 'accepted'],
      ['pending', 'accepted'],
      ['done', 'done'],
      ['unknown', 'unknown'],
      ['sending', 'sending'],
    ])('makes no other request of what was %s, and holds it as none that has changed', async (before, after) => {
      const { ledger, id } = await sentBefore(before)
      const run = await load(ledger, [byAnn])
      expect(await submissionsOf(ledger, run)).toEqual([id])
      expect(await statesOf(ledger, run)).toEqual([after])
      expect(await ledger.runs.orphanPage(run, 0, 9)).toEqual([])
      expect(await sendAll(ledger, run)).toEqual([])
      await ledger.close()
    })

    it.each<SentTo>(['ready', 'rejected', 'failed'])(
      'goes with what was %s, and surely is not there',
      async (before) => {
        const { ledger, id } = await sentBefore(before)
        const run = await load(ledger, [byAnn])
        expect(await submissionsOf(ledger, run)).toEqual([id])
        expect(await sendAll(ledger, run)).toEqual([`${march} by Ann`])
        expect(await sendAll(ledger, await load(ledger, [byAnn]))).toEqual([])
        await ledger.close()
      },
    )

    it('does not go with what is unknown: what is sent again is what was sent', async () => {
      const { ledger } = await sentBefore('unknown')
      expect(await sendAll(ledger, await load(ledger, [byAnn], { retryUnknown: true }))).toEqual([march])
      await ledger.close()
    })

    it.each([
      ['with the row that has none first', [plain, byAnn]],
      ['with it last', [byAnn, plain]],
      ['of two values', [byAnn, byBob]],
    ])('makes two requests of two rows that were never sent, %s, and none of them twice', async (_title, rows) => {
      for (const pageSize of [1, 2]) {
        const ledger = await openNew(createStore)
        expect(await sendAll(ledger, await load(ledger, rows, { pageSize }))).toHaveLength(2)
        for (const sheet of [rows, rows.toReversed()]) {
          expect(await statesOf(ledger, await load(ledger, sheet, { pageSize }))).toEqual(['done', 'done'])
        }
      }
    })

    it('is edited like any other where the request had it', async () => {
      const { ledger } = await sentBefore('done', [byAnn])
      expect(await statesOf(ledger, await load(ledger, [byBob]))).toEqual(['changed'])
      await ledger.close()
    })

    it('alone tells no row from what was sent without it: a second one is a duplicate, in any order', async () => {
      for (const pageSize of [1, 2]) {
        const { ledger } = await sentBefore('done')
        for (const rows of [
          [byAnn, byBob],
          [byBob, byAnn],
          [plain, byAnn],
          [byAnn, plain],
        ]) {
          expect(await statesOf(ledger, await load(ledger, rows, { pageSize }))).toEqual(['done', 'duplicate'])
        }
        const run = await load(ledger, [byBob, byAnn], { pageSize, allowDuplicates: true })
        expect(await sendAll(ledger, run)).toEqual([`${march} by Ann`])
        await ledger.close()
      }
    })

    it('makes two requests of two rows beside one that was not sent', async () => {
      for (const pageSize of [1, 2]) {
        const { ledger } = await sentBefore('ready')
        const sending = await sendAll(ledger, await load(ledger, [byAnn, byBob], { pageSize }))
        expect(sending).toEqual([`${march} by Ann`, `${march} by Bob`])
        expect(await statesOf(ledger, await load(ledger, [byBob, byAnn]))).toEqual(['done', 'done'])
        await ledger.close()
      }
    })

    it('creates nothing beside a run that was detached without it', async () => {
      const ledger = await openNew(createStore)
      const detached = await load(ledger, [plain])
      const run = await load(ledger, [byAnn], { file: '/other.csv', waits: true })
      const ids = await submissionsOf(ledger, detached)
      expect(await sendAll(ledger, detached)).toEqual([march])
      await releaseRun(ledger, run)
      expect(await sendAll(ledger, run)).toEqual([])
      expect(await submissionsOf(ledger, run)).toEqual(ids)
    })

    it('is seen in a plan as it is in a run', async () => {
      const { store, ledger } = await sentBefore('done')
      await ledger.close()
      const plan = await store.openExcerpt(createFolder(), stillClock, () => undefined)
      expect(await statesOf(plan, await load(plan, [byAnn, trip('E2 May Japan')]))).toEqual(['done', 'ready'])
      await plan.close()
    })

    it('makes no other decision of what was decided, and another where it is edited since', async () => {
      const ledger = await openNew(createStore)
      const recorded = async (rows: readonly RowContent[]) =>
        await sendAll(ledger, await loadDecisions(ledger, rows, { sendChanged: true }))
      expect(await recorded([plain])).toEqual([march])
      expect(await recorded([byAnn])).toEqual([])
      expect(await statesOf(ledger, await loadDecisions(ledger, [byAnn, byBob]))).toEqual(['done', 'duplicate'])
      expect(await recorded([trip('E1 May Japan')])).toEqual(['E1 May Japan'])
      expect(await recorded([byAnn])).toEqual([`${march} by Ann`])
      expect(await recorded([byAnn])).toEqual([])
      expect(await recorded([byBob])).toEqual([`${march} by Bob`])
    })

    it.each<SentTo>(['ready', 'rejected'])('goes with a decision that was %s', async (before) => {
      const ledger = await openNew(createStore)
      await sendAll(ledger, await loadDecisions(ledger, [plain]), before)
      const run = await loadDecisions(ledger, [byAnn])
      expect(await sendAll(ledger, run)).toEqual([`${march} by Ann`])
      expect(await statesOf(ledger, await loadDecisions(ledger, [byAnn]))).toEqual(['done'])
    })
  })
}

/** The same for who may forget. */
export function describeLaterFieldsOfForgotten(name: string, createStore: () => LedgerStore): void {
  it(`a forgotten trip is not created again with a field that came later, in ${name}`, async () => {
    const ledger = await keyedWorkspace(createStore).open()
    await sent(ledger, [plain])
    const of = { people: ['E1'], readCells }
    const erasure = { reason: 'she asked', by: 'ann@laptop', now: startOfTest }
    expect(await ledger.forgetting.erase(of, erasure)).toMatchObject({ submissions: 1 })
    const run = await load(ledger, [byAnn])
    expect(await statesOf(ledger, run)).toEqual(['done'])
    expect(await sendAll(ledger, run)).toEqual([])
  })
}
