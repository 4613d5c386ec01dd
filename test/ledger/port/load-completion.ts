import { describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../rooms/ledger.ts'
import {
  attempt,
  claimOne,
  drive,
  identified,
  load,
  sendAll,
  startOfTest,
  statesOf,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

const notes = ['a', 'b', 'c', 'd', 'e', 'f']
const trips = notes.map((note) => trip(`E-${note} March-${note} Spain-${note}`))

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeLoadCompletion(name: string, createStore: () => LedgerStore): void {
  describe(`a completed load of ${name}`, () => {
    describe('the same input', () => {
      it('is the same file, whatever is in it: what is no longer in it is listed as orphans', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, trips)
        await sendAll(ledger, first)
        const ids = await submissionsOf(ledger, first)
        const second = await load(ledger, [trip('E9 May Peru')])
        expect((await ledger.runs.orphanPage(second, 0, 99)).map(({ id }) => id)).toEqual(ids)
        expect((await ledger.runs.orphanPage(second, ids[3] ?? 0, 1)).map(({ id }) => id)).toEqual([ids[4]])
      })

      it.each([
        ['half of its rows', 3, ['a', 'b', 'c']],
        ['fewer than half of its rows', 2, []],
      ])('under another name is the one that shares %s', async (_title, shared, orphans) => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, trips))
        const others = ['x', 'y', 'z', 'q'].slice(0, 6 - shared).map((note) => trip(`E-${note} May Peru`))
        const renamed = await load(ledger, [...trips.slice(6 - shared), ...others], { file: '/renamed.xlsx' })
        const listed = (await ledger.runs.orphanPage(renamed, 0, 99)).map(({ request }) => request.slice(-3, -2))
        expect(listed).toEqual(orphans)
      })

      it('of another operation or company is another one', async () => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, trips))
        const theirs = await load(ledger, [trip('E9 May Peru')], { company: 'acme' })
        expect(await ledger.runs.orphanPage(theirs, 0, 9)).toEqual([])
      })
    })

    describe('when a sheet is loaded', () => {
      it('only its latest run keeps its rows, other inputs keep theirs', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, trips)
        const other = await load(ledger, [trip('E9 May Peru')], { file: '/other.csv' })
        const second = await load(ledger, trips)
        expect(await Promise.all([first, other, second].map(ledger.runs.countRows))).toEqual([0, 1, 6])
      })

      it('what was never sent and is in no sheet any more is forgotten, but nothing that was', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const first = await load(ledger, trips)
        const ids = (await submissionsOf(ledger, first)).map((id) => id ?? Number.NaN)
        const [never = 0, released = 0, rejected = 0, unknown = 0, scored = 0, kept = 0] = ids
        await ledger.submissions.settle(await claimOne(ledger, released), { to: 'ready', reason: 'not sent' }, attempt)
        await drive(ledger, rejected, 'rejected')
        await drive(ledger, unknown, 'unknown')
        await drive(ledger, scored, 'done')
        await load(ledger, trips.slice(5))
        expect(await ledger.submissions.get(never)).toBeUndefined()
        const left = await Promise.all(
          [released, rejected, unknown, scored, kept].map(async (id) => (await ledger.submissions.get(id))?.state),
        )
        expect(left).toEqual(['ready', 'rejected', 'unknown', 'done', 'ready'])
      })

      it('what a run that died while loading had written is forgotten, and sends nothing', async () => {
        const ledger = await openNew(createStore)
        const dead = await load(ledger, trips, { isCompleted: false })
        const ids = (await submissionsOf(ledger, dead)).map((id) => id ?? Number.NaN)
        const run = await load(ledger, trips.slice(0, 2), { file: '/other.csv' })
        expect(await ledger.runs.countRows(dead)).toBe(0)
        const left = ids.slice(2).map(async (id) => (await ledger.submissions.get(id))?.state)
        expect(await Promise.all(left)).toEqual(Array(4).fill(undefined))
        expect(await sendAll(ledger, run)).toHaveLength(2)
      })

      it('what another input still names is not forgotten', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, trips.slice(0, 2))
        const [shared] = await submissionsOf(ledger, first)
        const other = await load(ledger, [trips[0] ?? trip(''), ...trips.slice(2)], { file: '/other.csv' })
        await load(ledger, trips.slice(1, 2))
        expect((await submissionsOf(ledger, other))[0]).toBe(shared)
        expect((await ledger.submissions.get(shared ?? 0))?.state).toBe('ready')
      })

      it('the polls are those of its rows, at once, and no others', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, trips.slice(0, 3))
        const ids = (await submissionsOf(ledger, first)).map((id) => id ?? Number.NaN)
        await sendAll(ledger, first, 'accepted')
        for (const id of ids) await ledger.submissions.postpone(id, startOfTest + 60_000)
        await ledger.submissions.keepWithMessage(ids[1] ?? 0, 'Not Found', attempt)
        const now = startOfTest + 10_000
        const run = await load(ledger, [...trips.slice(0, 2), identified('R-9', 'E9 May Peru')], { now })
        const due = (await ledger.submissions.duePolls(run, now, 9)).map(({ identifier }) => identifier)
        expect(due.toSorted()).toEqual(['R-9', `R-${ids[0]}`, `R-${ids[1]}`].toSorted())
        expect(await ledger.submissions.nextPollAt(run, now)).toBeUndefined()
      })

      it('a pending row keeps the time of its creation when it is polled again', async () => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, trips.slice(0, 1)), 'pending')
        const run = await load(ledger, trips.slice(0, 1), { now: startOfTest + 3_600_000 })
        expect(await statesOf(ledger, run)).toEqual(['accepted'])
        expect(await ledger.submissions.duePolls(run, startOfTest + 3_600_000, 9)).toMatchObject([
          { acceptedAt: attempt.answeredAt },
        ])
      })

      it.each(['accepted', 'pending'] as const)(
        'a row that is %s is not waited for any longer because the clock was set back since',
        async (state) => {
          const ledger = await openNew(createStore)
          await sendAll(ledger, await load(ledger, trips.slice(0, 1)), state)
          const now = startOfTest - 48 * 3_600_000
          const run = await load(ledger, trips.slice(0, 1), { now })
          expect(await ledger.submissions.duePolls(run, now, 9)).toMatchObject([{ acceptedAt: now }])
        },
      )
    })
  })
}
