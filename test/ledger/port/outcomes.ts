import { describe, expect, it } from 'vitest'
import type { BalanceLine } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { attempt, drive, identified, invalid, load, type SentTo, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

const states: readonly SentTo[] = ['ready', 'accepted', 'pending', 'done', 'rejected', 'failed', 'unknown']

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeOutcomes(name: string, createStore: () => LedgerStore): void {
  describe(`outcomes of ${name}`, () => {
    async function loadOneOfEach() {
      const ledger = await openNew(createStore)
      const earlier = await load(ledger, [
        trip('E-before March Spain'),
        trip('E-gone March Spain'),
        trip('E-out March Spain'),
      ])
      for (const { id } of await ledger.submissions.readyPage(earlier, -1, 9)) await drive(ledger, id, 'done')
      const run = await load(ledger, [
        ...states.map((state) => trip(`E-${state} March Spain`)),
        invalid,
        { kind: 'held', state: 'skipped', detail: '{"reason":"hidden"}' },
        trip('E-done March Spain'),
        trip('E-gone March Portugal'),
        trip('E-before March Spain'),
        identified('R-elsewhere'),
      ])
      const ids = await submissionsOf(ledger, run)
      for (const [index, state] of states.entries()) await drive(ledger, ids[index] ?? Number.NaN, state)
      return { ledger, run }
    }

    describe('the outcomes of a run', () => {
      it('know the row that sends a submission, and not the equal one that is held back', async () => {
        const { ledger, run } = await loadOneOfEach()
        const ids = await submissionsOf(ledger, run)
        const places = await Promise.all(states.map((_, index) => ledger.runs.rowOf(run, ids[index] ?? Number.NaN)))
        expect(places.map((place) => place?.rowNumber)).toEqual([2, 3, 4, 5, 6, 7, 8])
        expect(await ledger.runs.rowOf(run, 999)).toBeUndefined()
      })

      it('hold every row once, in sheet order, page by page', async () => {
        const { ledger, run } = await loadOneOfEach()
        const pages = (await Promise.all([-1, 4, 9].map((afterSeq) => ledger.runs.rowPage(run, afterSeq, 5)))).flat()
        expect(pages.map(({ rowNumber }) => rowNumber)).toEqual(Array.from({ length: 13 }, (_, index) => index + 2))
        expect(pages.map(({ state }) => state)).toEqual([
          ...states,
          'invalid',
          'skipped',
          'duplicate',
          'changed',
          'done',
          'accepted',
        ])
      })

      it('hold as findings all rows but the sound ones, which are done, to be sent or polled', async () => {
        const { ledger, run } = await loadOneOfEach()
        const found = await ledger.runs.findingsPage(run, -1, 99)
        expect(found.map(({ state }) => state)).toEqual([
          ...['pending', 'rejected', 'failed', 'unknown'],
          ...['invalid', 'skipped', 'duplicate', 'changed'],
        ])
        const open = await ledger.runs.openPage(run, -1, 99)
        expect(open.filter(({ seq }) => found.every((other) => other.seq !== seq)).map(({ state }) => state)).toEqual([
          ...['ready', 'accepted', 'accepted'],
        ])
      })

      it('balance: every row in exactly one line, what was done before counted apart', async () => {
        const { ledger, run } = await loadOneOfEach()
        const balance = await ledger.runs.balance(run)
        const line = ({ state, wasDone, wasNamed }: BalanceLine) => `${state} ${wasDone}${wasNamed ? ' named' : ''}`
        expect(Object.fromEntries(balance.map((of) => [line(of), of.count]))).toEqual({
          'ready false': 1,
          'accepted false': 1,
          'accepted false named': 1,
          'pending false': 1,
          'done false': 1,
          'done true': 1,
          'rejected false': 1,
          'failed false': 1,
          'unknown false': 1,
          'invalid false': 1,
          'skipped false': 1,
          'duplicate false': 1,
          'changed false': 1,
        })
        expect(balance.reduce((sum, { count }) => sum + count, 0)).toBe(await ledger.runs.countRows(run))
      })

      it('give each row the submission it stands for, and the ones held without a request none', async () => {
        const { ledger, run } = await loadOneOfEach()
        const rows = await ledger.runs.rowPage(run, -1, 99)
        const scored = rows.find(({ state }) => state === 'done')
        expect(scored?.submission).toMatchObject({
          identifier: `R-${scored?.submission?.id}`,
          result: '{}',
          sentAt: expect.any(Number),
          acceptedAt: attempt.answeredAt,
          doneAt: attempt.answeredAt,
        })
        expect(rows.find(({ state }) => state === 'duplicate')?.submission).toEqual(scored?.submission)
        expect(rows.find(({ state }) => state === 'invalid')?.submission).toBeUndefined()
        expect(rows.find(({ state }) => state === 'skipped')?.detail).toBe('{"reason":"hidden"}')
      })

      it('say when the first was sent, and when something was last recorded; nothing of rows that stand for nothing', async () => {
        const { ledger, run } = await loadOneOfEach()
        const own = (await ledger.runs.rowPage(run, -1, 99)).flatMap(({ state, submission }) =>
          state === 'duplicate' || state === 'changed' ? [] : (submission ?? []),
        )
        const sent = own.flatMap(({ sentAt }) => sentAt ?? [])
        const recorded = own.flatMap(({ sentAt, acceptedAt, doneAt }) => [sentAt ?? 0, acceptedAt ?? 0, doneAt ?? 0])
        expect(await ledger.runs.recordedSpan(run)).toEqual({
          firstSentAt: Math.min(...sent),
          lastRecordedAt: Math.max(...recorded),
        })
        expect(await ledger.runs.recordedSpan(0)).toEqual({ firstSentAt: undefined, lastRecordedAt: undefined })
      })

      it('list and count the orphans', async () => {
        const { ledger, run } = await loadOneOfEach()
        const orphans = await ledger.runs.orphanPage(run, 0, 99)
        expect(orphans.map(({ request }) => request)).toEqual(['{"text":"E-out March Spain"}'])
        expect(await ledger.runs.countOrphans(run)).toBe(1)
      })
    })
  })
}
