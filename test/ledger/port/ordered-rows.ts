import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import { type Ledger, type LedgerStore, referToSending } from '../../rooms/ledger.ts'
import { attempt, claimOne, drive, invalid, load, type SentTo, startOfTest, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

const march = trip('E1 March Spain')
const may = trip('E1 May Spain')
const june = trip('E1 June Spain')
const skipped: RowContent = { kind: 'held', state: 'skipped', detail: '{}' }

async function loadInOrder(
  ledger: Ledger,
  contents: readonly RowContent[],
  orderKeys = contents.map(() => 'A'),
): Promise<number> {
  return await load(ledger, contents, { orderKeys })
}

async function driveRow(ledger: Ledger, runId: number, row: number, state: SentTo): Promise<void> {
  const id = (await submissionsOf(ledger, runId))[row] ?? Number.NaN
  if (state !== 'done') return drive(ledger, id, state)
  await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, attempt)
}

/** A person says that the first row, which is unknown, was recorded. */
async function answer(ledger: Ledger, runId: number): Promise<void> {
  const id = (await submissionsOf(ledger, runId))[0] ?? Number.NaN
  const reference = referToSending(ledger.id, { id, sentAt: startOfTest })
  const recorded = { kind: 'created', state: 'done', identifier: undefined } as const
  expect(await ledger.resolutions.apply('assess', reference, recorded, startOfTest)).toBe('applied')
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOrderedRows(name: string, createStore: () => LedgerStore): void {
  describe(`the order of rows of ${name}`, () => {
    describe('a row waits for an earlier one of the same order', () => {
      it.each(['ready', 'sending', 'accepted', 'pending', 'rejected', 'failed', 'unknown'] as const)(
        'that is %s',
        async (state) => {
          const ledger = await openNew(createStore)
          const run = await loadInOrder(ledger, [march, may])
          await driveRow(ledger, run, 0, state)
          expect(await ledger.order.findBlocker(run, 1)).toEqual({ sheet: 0, rowNumber: 2, state })
        },
      )

      it('that is invalid', async () => {
        const ledger = await openNew(createStore)
        expect(await ledger.order.findBlocker(await loadInOrder(ledger, [invalid, may]), 1)).toEqual({
          sheet: 0,
          rowNumber: 2,
          state: 'invalid',
        })
      })

      it('that is held as changed', async () => {
        const ledger = await openNew(createStore)
        await driveRow(ledger, await load(ledger, [march]), 0, 'done')
        const run = await loadInOrder(ledger, [may, june])
        expect(await ledger.order.findBlocker(run, 1)).toEqual({ sheet: 0, rowNumber: 2, state: 'changed' })
      })
    })

    describe('a row does not wait', () => {
      it('for one that is done', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, may])
        await driveRow(ledger, run, 0, 'done')
        expect(await ledger.order.findBlocker(run, 1)).toBeUndefined()
      })

      it('for a duplicate', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, march, may])
        await driveRow(ledger, run, 0, 'done')
        expect(await ledger.order.findBlocker(run, 2)).toBeUndefined()
      })

      it.each<[string, RowContent[], (string | undefined)[] | undefined, number]>([
        ['for one with nothing to do', [skipped, may], undefined, 1],
        ['for a later one', [march, may], undefined, 0],
        ['for one of another order', [march, may], ['A', 'B'], 1],
        ['where there is no order', [march, may], [undefined, undefined], 1],
      ])('%s', async (_, contents, orderKeys, seq) => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, contents, { orderKeys: orderKeys ?? contents.map(() => 'A') })
        expect(await ledger.order.findBlocker(run, seq)).toBeUndefined()
      })
    })

    it('of several, the first that nothing is sent for is named, not one that is only ready', async () => {
      const ledger = await openNew(createStore)
      const run = await loadInOrder(ledger, [march, invalid, may, june])
      expect(await ledger.order.findBlocker(run, 2)).toEqual({ sheet: 0, rowNumber: 3, state: 'invalid' })
      await driveRow(ledger, run, 2, 'unknown')
      expect(await ledger.order.findBlocker(run, 3)).toEqual({ sheet: 0, rowNumber: 3, state: 'invalid' })
    })

    it('what was recorded last of a thing is found by its key, for the company of the run only', async () => {
      const ledger = await openNew(createStore)
      const run = await loadInOrder(ledger, [march, may, june], ['A', 'B', 'C'])
      for (const row of [0, 1]) await driveRow(ledger, run, row, 'done')
      const later = ['A', 'B', 'C'].map((key) => trip(`E1 June Spain ${key}`))
      const next = await loadInOrder(ledger, later, ['A', 'B', 'C'])
      await driveRow(ledger, next, 0, 'unknown')
      await driveRow(ledger, next, 1, 'rejected')
      const found = await ledger.order.findLatest(next, ['A', 'B', 'C', 'D'])
      const shown = [...found].map(([key, { request, state }]) => [key, JSON.parse(request).text, state])
      expect(shown.toSorted()).toEqual([
        ['A', 'E1 June Spain A', 'unknown'],
        ['B', 'E1 May Spain', 'done'],
      ])
      const elsewhere = await load(ledger, [march], { company: 'globex', orderKeys: ['A'] })
      expect(await ledger.order.findLatest(elsewhere, ['A'])).toEqual(new Map())
      expect(await ledger.order.findLatest(next, [])).toEqual(new Map())
    })

    it.each([
      ['two people released', 'release' as const, true],
      ['somebody only sealed', 'seal' as const, false],
    ])('a row that replaces what %s says so', async (_, operation, wasReleased) => {
      const ledger = await openNew(createStore)
      const run = await loadInOrder(ledger, [march])
      await ledger.attempts.state({ runId: run, operation, at: startOfTest, outcome: 'said', detail: '{}' })
      const id = (await submissionsOf(ledger, run))[0] ?? Number.NaN
      const settled = { ...attempt, runId: run }
      await ledger.submissions.settle(await claimOne(ledger, id), { to: 'done', identifier: '' }, settled)
      const next = await loadInOrder(ledger, [may])
      expect(await ledger.order.findReplaced(next, 0)).toMatchObject({ state: 'done', wasReleased })
    })

    describe('a row that is held back', () => {
      it('is skipped with the reason, is not sent in this run, and is looked at anew in the next', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, may])
        await ledger.order.holdBack(run, 1, '{"reason":"waits"}')
        expect(await ledger.runs.rowPage(run, 0, 1)).toMatchObject([{ state: 'skipped', detail: '{"reason":"waits"}' }])
        expect((await ledger.submissions.readyPage(run, -1, 10)).map(({ seq }) => seq)).toEqual([0])
        const next = await loadInOrder(ledger, [march, may])
        expect(await ledger.submissions.readyPage(next, -1, 10)).toMatchObject([
          { seq: 0, orderKey: 'A' },
          { seq: 1, orderKey: 'A' },
        ])
      })

      it.each<[string, SentTo[], string | undefined]>([
        ['behind one that is unknown, as held back itself', ['unknown', 'ready'], 'unknown'],
        ['as one that is ready once the one before it is done', ['done', 'ready'], 'ready'],
        ['no longer once it is done too', ['done', 'done'], undefined],
      ])('keeps back those after it: %s', async (_, [first = 'ready', second = 'ready'], state) => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, may, june])
        await driveRow(ledger, run, 0, 'unknown')
        await ledger.order.holdBack(run, 1, '{"reason":"waits"}')
        if (first === 'done') await answer(ledger, run)
        if (second === 'done') await driveRow(ledger, run, 1, 'done')
        expect((await ledger.order.findBlocker(run, 2))?.state).toBe(state)
      })

      it('is let go when nothing is in its way any more, in this run, and still says what else was said of it', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, may, june])
        await driveRow(ledger, run, 0, 'unknown')
        await ledger.order.holdBack(run, 1, '{"reason":"waits","isWaiting":true}')
        await ledger.order.holdBack(run, 2, '{"reason":"waits","isWaiting":true,"mayBeInForce":true}')
        expect(await ledger.order.release(run)).toEqual([])
        await answer(ledger, run)
        expect((await ledger.order.release(run)).map(({ rowNumber, state }) => [rowNumber, state]).toSorted()).toEqual([
          [3, 'ready'],
          [4, 'ready'],
        ])
        expect(
          (await ledger.runs.rowPage(run, 0, 2)).map(({ state, detail }) => [state, detail && JSON.parse(detail)]),
        ).toEqual([
          ['ready', undefined],
          ['ready', { mayBeInForce: true }],
        ])
        expect(await ledger.order.release(run)).toEqual([])
      })

      it('is let go when another run has sent it', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [march, may])
        await driveRow(ledger, run, 0, 'unknown')
        await ledger.order.holdBack(run, 1, '{"reason":"waits"}')
        await driveRow(ledger, run, 1, 'done')
        expect(await ledger.order.release(run)).toMatchObject([{ sheet: 0, rowNumber: 3, state: 'done' }])
        // Not by this run.
        expect(await ledger.runs.rowPage(run, 0, 1)).toMatchObject([{ state: 'done', wasDone: true }])
      })

      it('is not let go for what another run holds back', async () => {
        const ledger = await openNew(createStore)
        const [one, other] = [await loadInOrder(ledger, [march, may]), await loadInOrder(ledger, [march, june])]
        await ledger.order.holdBack(other, 1, '{"reason":"waits"}')
        expect(await ledger.order.release(one)).toEqual([])
      })

      it('stays what it was when it was held already', async () => {
        const ledger = await openNew(createStore)
        const run = await loadInOrder(ledger, [invalid])
        await ledger.order.holdBack(run, 0, '{"reason":"waits"}')
        expect(await ledger.runs.rowPage(run, -1, 1)).toMatchObject([{ state: 'invalid', detail: '{"problems":[]}' }])
      })
    })
  })
}
