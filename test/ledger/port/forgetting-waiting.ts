import { describe, expect, it } from 'vitest'
import type { ForgetChoice, RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import {
  drive,
  identified,
  invalid,
  load,
  readCells,
  sendAll,
  startOfTest,
  statesOf,
  stillClock,
  submissionsOf,
  trip,
} from '../workspace.ts'
import { keyedWorkspace, sent } from './forgetting.ts'

const now = startOfTest
const until = now + 14 * 24 * 3_600_000
const [march, may, other] = [trip('E1 March Spain'), trip('E1 May Japan'), trip('E2 June Peru')]
const ofE1: ForgetChoice = { people: ['E1'], readCells }
const byDate: ForgetChoice = { settledBefore: now + 1e9 }
const erasure = { reason: 'she asked', by: 'ann@laptop', now }
const sealing = {
  by: { id: 'C-001', key: 'c001' },
  now,
  until,
  how: '{"loaded":{}}',
  statement: '{"seal":"x"}',
  lines: [],
}
const second = { by: { id: 'M-2', key: 'm2' }, statement: '{"seal":"x"}' }

/** The same trip with other words in its request. */
function reworded(content: RowContent, words: string): RowContent {
  if (content.kind !== 'request') return content
  return { ...content, request: { ...content.request, json: JSON.stringify({ text: words }) } }
}

async function end(ledger: Ledger, run: number): Promise<void> {
  await ledger.runs.end(run, { now, ending: 'done', output: undefined })
}

async function seal(ledger: Ledger, contents: readonly RowContent[]): Promise<number> {
  const run = await load(ledger, contents, { waits: true, file: '/sealed.csv', cells: contents.map(() => ['E1']) })
  await ledger.waiting.seal(run, sealing)
  return run
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeForgettingWaiting(name: string, createStore: () => LedgerStore): void {
  describe(`forgetting beside runs that wait in ${name}`, () => {
    it.each(['dropped', 'released'] as const)(
      'leaves a person in one whole, by name and by date, and says in which, until it is %s',
      async (ending) => {
        const { open } = keyedWorkspace(createStore)
        const ledger = await open()
        const first = await sent(ledger, [march, other])
        const ids = await submissionsOf(ledger, first)
        const sealed = await seal(ledger, [may, march])
        for (const choice of [ofE1, byDate]) {
          const found = await ledger.forgetting.survey(choice)
          expect(found).toMatchObject({ openCount: choice === ofE1 ? 2 : 1, submissions: choice === ofE1 ? 0 : 1 })
          expect(found.open).toContainEqual(
            expect.objectContaining({ state: 'done', file: '/sealed.csv', rowNumber: 3, waitsIn: sealed }),
          )
        }
        const { open: named } = await ledger.forgetting.erase(ofE1, erasure)
        expect(named.map(({ person, state, rowNumber, waitsIn }) => [person, state, rowNumber, waitsIn])).toEqual([
          ['E1', 'ready', 2, sealed],
          ['E1', 'done', 3, sealed],
        ])
        expect(await ledger.forgetting.erase(byDate, erasure)).toMatchObject({ submissions: 1, openCount: 1 })
        expect((await ledger.submissions.get(ids[0] ?? 0))?.request).toContain('E1 March')

        if (ending === 'dropped') await ledger.waiting.drop(sealed, { now, ending: 'no' })
        else {
          expect(await ledger.waiting.release(sealed, { now, second })).toBeUndefined()
          expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 0 })
          expect(await sendAll(ledger, sealed)).toEqual(['E1 May Japan'])
          await end(ledger, sealed)
        }
        const found = await ledger.forgetting.erase(ofE1, erasure)
        expect(found).toMatchObject({ submissions: ending === 'dropped' ? 1 : 2, openCount: 0 })
        expect(await ledger.forgetting.survey(ofE1)).toMatchObject({ submissions: 0, rows: 0, openCount: 0 })
        const again = await load(ledger, [march, may])
        expect(await statesOf(ledger, again)).toEqual(['done', ending === 'dropped' ? 'ready' : 'done'])
      },
    )

    it('names a row that only its cells connect with the person', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const sealed = await seal(ledger, [invalid])
      const found = await ledger.forgetting.erase(ofE1, erasure)
      expect(found).toMatchObject({ rows: 0, openCount: 1, openPeople: 1 })
      expect(found.open).toMatchObject([{ person: 'E1', state: 'invalid', rowNumber: 2, waitsIn: sealed }])
    })

    it('drops what nobody can release any more, with all that it planned', async () => {
      const { open, store, keyFile } = keyedWorkspace(createStore)
      const ledger = await open()
      const first = await load(ledger, [march, other])
      const ids = (await submissionsOf(ledger, first)).map((id) => id ?? 0)
      for (const id of ids) await drive(ledger, id, 'rejected')
      const sealed = await seal(ledger, [reworded(march, 'E1 planned')])
      expect((await ledger.runs.rowPage(sealed, -1, 1))[0]?.submission?.request).toContain('E1 planned')
      await load(ledger, [may, reworded(march, 'E1 planned too')], { waits: true, file: '/unconfirmed.csv' })
      await ledger.close()

      const expired = { ...stillClock, now: () => until + 1 }
      const reopened = await store.open({ clock: expired, onSpill() {}, findForgetKey: () => keyFile })
      expect(await reopened.forgetting.survey(ofE1)).toMatchObject({ submissions: 1, openCount: 0 })
      expect(await reopened.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 1, rows: 1 })
      expect(await reopened.waiting.release(sealed, { now: until + 1, second })).toBe('over')
      await reopened.close()
    })

    it('is not undone when a released run is taken up again: what was refused and forgotten is not sent', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const sealed = await seal(ledger, [march, other])
      await ledger.waiting.release(sealed, { now, second })
      for (const { id } of await ledger.submissions.readyPage(sealed, -1, 10)) await drive(ledger, id, 'rejected')
      await end(ledger, sealed)
      // Shown, and not confirmed.
      await ledger.waiting.takeUp(sealed)
      expect(await ledger.forgetting.erase(ofE1, erasure)).toMatchObject({ submissions: 1, openCount: 0 })
      await ledger.waiting.takeUp(sealed)
      expect(await statesOf(ledger, sealed)).toEqual(['rejected', 'ready'])
      expect(await ledger.waiting.release(sealed, { now, second })).toBeUndefined()
      expect(await sendAll(ledger, sealed)).toEqual(['E2 June Peru'])
    })

    it('of old raw answers waits for a run whose plan may repeat one', async () => {
      const { open } = keyedWorkspace(createStore)
      const ledger = await open()
      const first = await load(ledger, [march])
      const [id = 0] = await submissionsOf(ledger, first)
      await drive(ledger, id, 'unknown')
      const asked = await load(ledger, [march], { waits: true, retryUnknown: true, file: '/again.csv' })
      await ledger.waiting.seal(asked, sealing)
      const adopted = await load(ledger, [identified('R-7', 'E1 March Spain')])
      expect(await statesOf(ledger, adopted)).toEqual(['accepted'])
      const old = { settledBefore: now + 1e9, isOfAnswers: true }
      expect(await ledger.forgetting.survey(old)).toMatchObject({ answers: 0 })
      await ledger.waiting.drop(asked, { now, ending: 'no' })
      expect(await ledger.forgetting.survey(old)).toMatchObject({ answers: 1 })
    })
  })
}
