import { describe, expect, it } from 'vitest'
import { referToChange } from '../../rooms/ledger/matching.ts'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { load, type SentTo, sendAll, statesOf, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'

/** The row number's orphan, for rows held as changed. */
async function orphansNamed(ledger: Ledger, run: number): Promise<(number | undefined)[]> {
  return (await ledger.runs.rowPage(run, -1, 99)).map(({ state, detail }) =>
    state === 'changed' ? JSON.parse(detail ?? '{}').orphan : undefined,
  )
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeChangedRows(name: string, createStore: () => LedgerStore): void {
  describe(`changed rows of ${name}`, () => {
    async function createFirst(texts: readonly string[], state: SentTo = 'done') {
      const ledger = await openNew(createStore)
      const run = await load(
        ledger,
        texts.map((text) => trip(text)),
      )
      await sendAll(ledger, run, state)
      return { ledger, ids: await submissionsOf(ledger, run) }
    }

    describe('a new row of an input whose earlier row is gone', () => {
      it.each<[string, RowContent, string]>([
        ['same person and start, elsewhere', trip('E1 March Portugal'), 'changed'],
        ['same person and place, at another time', trip('E1 April Spain'), 'changed'],
        ['same person, start and place, another remark', trip('E1 March Spain corrected'), 'changed'],
        ['same person only', trip('E1 June Peru'), 'ready'],
        ['same start and place, another person', trip('E9 March Spain'), 'ready'],
      ])('%s: is %s', async (_title, row, state) => {
        const { ledger, ids } = await createFirst(['E1 March Spain', 'E2 May Japan'])
        const run = await load(ledger, [row, trip('E2 May Japan')])
        expect(await statesOf(ledger, run)).toEqual([state, 'done'])
        expect((await orphansNamed(ledger, run))[0]).toBe(state === 'changed' ? ids[0] : undefined)
        expect((await ledger.runs.orphanPage(run, 0, 9)).map(({ id }) => id)).toEqual(
          state === 'changed' ? [] : [ids[0]],
        )
        expect(await sendAll(ledger, run)).toHaveLength(state === 'changed' ? 0 : 1)
      })

      it.each<[SentTo, string]>([
        ['done', 'changed'],
        ['accepted', 'changed'],
        ['pending', 'changed'],
        ['unknown', 'changed'],
        ['rejected', 'ready'],
        ['failed', 'ready'],
        ['ready', 'ready'],
      ])('whose request was %s is %s', async (before, state) => {
        const { ledger } = await createFirst(['E1 March Spain'], before)
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Portugal')]))).toEqual([state])
      })

      it('is not held when it was inserted beside the earlier row', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        const run = await load(ledger, [trip('E1 March Portugal'), trip('E1 March Spain')])
        expect(await statesOf(ledger, run)).toEqual(['ready', 'done'])
      })

      it('is not held for a row of another input', async () => {
        const { ledger } = await createFirst(['E1 March Spain', 'E2 May Japan', 'E3 May Peru'])
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Portugal')], { file: '/other.csv' }))).toEqual(
          ['ready'],
        )
      })

      it('names the likeliest of several orphans', async () => {
        const { ledger, ids } = await createFirst(['E1 March Japan', 'E1 May Spain', 'E1 March Spain'])
        const run = await load(ledger, [trip('E1 March Spain corrected')])
        expect(await orphansNamed(ledger, run)).toEqual([ids[2]])
      })

      it('is held when one of two equal rows was edited', async () => {
        const ledger = await openNew(createStore)
        const equal = trip('E1 March Spain')
        await sendAll(ledger, await load(ledger, [equal, equal], { allowDuplicates: true }))
        expect(await statesOf(ledger, await load(ledger, [equal, trip('E1 March Portugal')]))).toEqual([
          'done',
          'changed',
        ])
      })

      it('stays held, run after run', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        for (let run = 0; run < 3; run++) {
          expect(await statesOf(ledger, await load(ledger, [trip('E1 March Portugal')]))).toEqual(['changed'])
        }
      })

      it('is not held when the same trip was already done anew, nor is a done generation held against itself', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        const again = await load(ledger, [trip('E1 March Spain')], { isAgain: true })
        expect(await statesOf(ledger, again)).toEqual(['ready'])
        await sendAll(ledger, again)
        const inserted = await load(ledger, [trip('E1 March Spain'), trip('E1 March Portugal')])
        expect(await statesOf(ledger, inserted)).toEqual(['done', 'ready'])
      })

      it('is held for the newest generation that exists', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        const again = await load(ledger, [trip('E1 March Spain')], { isAgain: true })
        await sendAll(ledger, again)
        const [newest] = await submissionsOf(ledger, again)
        expect(await orphansNamed(ledger, await load(ledger, [trip('E1 March Portugal')]))).toEqual([newest])
      })

      it('is held for the newest generation, also when a still newer one was refused', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        await sendAll(ledger, await load(ledger, [trip('E1 March Spain')], { isAgain: true }), 'rejected')
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Portugal')]))).toEqual(['changed'])
      })
    })

    describe('--send-changed', () => {
      it('sends the row in the place of the orphan, which stays listed and holds nothing any more', async () => {
        const { ledger, ids } = await createFirst(['E1 March Spain'])
        const run = await load(ledger, [trip('E1 March Portugal')], { sendChanged: true })
        expect(await sendAll(ledger, run)).toEqual(['E1 March Portugal'])
        expect((await ledger.runs.orphanPage(run, 0, 9)).map(({ id }) => id)).toEqual([ids[0]])
        const later = await load(ledger, [trip('E1 March Portugal'), trip('E1 March Peru')])
        expect(await statesOf(ledger, later)).toEqual(['done', 'ready'])
      })

      it('once given holds for a row that was not reached, unless that row changes as well', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        await load(ledger, [trip('E1 March Portugal')], { sendChanged: true })
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Portugal')]))).toEqual(['ready'])
        expect(await statesOf(ledger, await load(ledger, [trip('E1 March Italy')]))).toEqual(['changed'])
      })

      it('uses up one orphan for each row', async () => {
        const { ledger } = await createFirst(['E1 March Spain', 'E1 March Italy'])
        await sendAll(ledger, await load(ledger, [trip('E1 March Portugal')], { sendChanged: true }))
        const next = await load(ledger, [trip('E1 March Portugal'), trip('E1 March Peru'), trip('E1 June Japan')])
        expect(await statesOf(ledger, next)).toEqual(['done', 'changed', 'ready'])
      })

      it('lets two rows of one run replace two orphans', async () => {
        const { ledger } = await createFirst(['E1 March Spain', 'E1 March Italy'])
        const edited = [trip('E1 March Portugal'), trip('E1 March Malta')]
        await sendAll(ledger, await load(ledger, edited, { sendChanged: true }))
        expect(await statesOf(ledger, await load(ledger, [...edited, trip('E1 March Peru')]))).toEqual([
          'done',
          'done',
          'ready',
        ])
      })

      it('settles all generations of what it replaces', async () => {
        const { ledger } = await createFirst(['E1 March Spain'])
        await sendAll(ledger, await load(ledger, [trip('E1 March Spain')], { isAgain: true }))
        await sendAll(ledger, await load(ledger, [trip('E1 March Portugal')], { sendChanged: true }))
        const next = await load(ledger, [trip('E1 March Portugal'), trip('E1 March Peru')])
        expect(await statesOf(ledger, next)).toEqual(['done', 'ready'])
      })
    })

    describe('a person', () => {
      const edited = [trip('E1 March Portugal'), trip('E2 May Peru')]

      /** Two rows held against two orphans. */
      async function createHeld() {
        const { ledger, ids } = await createFirst(['E1 March Spain', 'E2 May Japan'])
        const run = await load(ledger, edited)
        expect(await statesOf(ledger, run)).toEqual(['changed', 'changed'])
        const references = (await ledger.runs.rowPage(run, -1, 9)).map(({ submission, detail }) => {
          return referToChange(ledger.id, submission?.requestHash ?? Buffer.alloc(0), JSON.parse(detail ?? '{}').orphan)
        })
        return { ledger, ids, references: [references[0] ?? '', references[1] ?? ''] as const }
      }

      it('lets one row go, and no other; it is sent once, and the log says who said so', async () => {
        const { ledger, ids, references } = await createHeld()
        const said = new Map([
          [references[0], true],
          [references[1], false],
        ])
        const run = await load(ledger, edited, { said })
        expect(await statesOf(ledger, run)).toEqual(['ready', 'kept'])
        expect((await ledger.runs.rowPage(run, 0, 1))[0]?.other).toMatchObject({ id: ids[1] })
        expect(await sendAll(ledger, run)).toEqual(['E1 March Portugal'])
        expect((await ledger.runs.orphanPage(run, 0, 9)).map(({ id }) => id)).toEqual([ids[0]])
        const [first] = await submissionsOf(ledger, run)
        expect((await ledger.attempts.of(first ?? 0)).map(({ detail }) => detail)[0]).toBe(
          `a person says that it is to be sent, in place of R-${ids[0]}`,
        )
        expect(await statesOf(ledger, await load(ledger, edited, { said }))).toEqual(['done', 'kept'])
      })

      it('says no once: the row is kept, run after run, whatever is asked of all, until the row is edited again', async () => {
        const { ledger, ids, references } = await createHeld()
        const said = new Map([[references[0], false]])
        const run = await load(ledger, edited, { said })
        expect(await statesOf(ledger, run)).toEqual(['kept', 'changed'])
        expect(await ledger.runs.balance(run)).toMatchObject([
          { state: 'changed', count: 1 },
          { state: 'kept', count: 1 },
        ])
        expect(await ledger.runs.countOrphans(run)).toBe(0)
        const [first] = await submissionsOf(ledger, run)
        const noted = [`a person says that it is not to be sent: R-${ids[0]} stands`]
        expect((await ledger.attempts.of(first ?? 0)).map(({ detail }) => detail)).toEqual(noted)
        expect(await statesOf(ledger, await load(ledger, edited))).toEqual(['kept', 'changed'])
        const all = await load(ledger, edited, { sendChanged: true })
        expect([await statesOf(ledger, all), await sendAll(ledger, all)]).toEqual([['kept', 'ready'], ['E2 May Peru']])
        expect((await ledger.attempts.of(first ?? 0)).map(({ detail }) => detail)).toEqual(noted)
        const again = await load(ledger, [trip('E1 March Malta'), trip('E2 May Peru')])
        expect(await statesOf(ledger, again)).toEqual(['changed', 'done'])
      })

      it('may say yes after no: the row is sent, and kept no more', async () => {
        const { ledger, references } = await createHeld()
        await load(ledger, edited, { said: new Map([[references[0], false]]) })
        const run = await load(ledger, edited, { said: new Map([[references[0], true]]) })
        expect([await statesOf(ledger, run), await sendAll(ledger, run)]).toEqual([
          ['ready', 'changed'],
          ['E1 March Portugal'],
        ])
        expect(await statesOf(ledger, await load(ledger, edited))).toEqual(['done', 'changed'])
      })

      it('cannot let stand what may not exist: the row stays changed until that is known', async () => {
        const { ledger } = await createFirst(['E1 March Spain'], 'unknown')
        const changed = [trip('E1 March Portugal')]
        const [row] = await ledger.runs.rowPage(await load(ledger, changed), -1, 1)
        const reference = referToChange(ledger.id, row?.submission?.requestHash ?? Buffer.alloc(0), row?.other?.id ?? 0)
        const run = await load(ledger, changed, { said: new Map([[reference, false]]) })
        expect(await statesOf(ledger, run)).toEqual(['changed'])
        expect(await ledger.runs.rowPage(run, -1, 1)).toMatchObject([
          { detail: expect.stringContaining('"isDeclined":true') },
        ])
      })

      it('said it of that content only: a row that was edited since is held again', async () => {
        const { ledger, references } = await createHeld()
        const said = new Map([[references[0], true]])
        const run = await load(ledger, [trip('E1 March Malta'), trip('E2 May Peru')], { said })
        expect(await statesOf(ledger, run)).toEqual(['changed', 'changed'])
      })

      it('said it of one of two versions: the other stays held, run after run, until it is answered too', async () => {
        const { ledger, ids } = await createFirst(['E1 March Spain'])
        const both = [trip('E1 March Portugal'), trip('E1 March Malta')]
        const first = await load(ledger, both)
        const [one = '', other = ''] = (await ledger.runs.rowPage(first, -1, 9)).map(({ submission }) =>
          referToChange(ledger.id, submission?.requestHash ?? Buffer.alloc(0), ids[0] ?? 0),
        )
        await sendAll(ledger, await load(ledger, both, { said: new Map([[one, true]]) }))
        expect(await statesOf(ledger, await load(ledger, both))).toEqual(['done', 'changed'])
        expect(await statesOf(ledger, await load(ledger, both))).toEqual(['done', 'changed'])
        expect(await statesOf(ledger, await load(ledger, both, { said: new Map([[other, true]]) }))).toEqual([
          'done',
          'ready',
        ])
        expect(await statesOf(ledger, await load(ledger, both))).toEqual(['done', 'ready'])
      })

      it('says nothing to another ledger', async () => {
        const { ledger, references } = await createHeld()
        const elsewhere = `00000000${references[0].slice(8)}`
        expect(await statesOf(ledger, await load(ledger, edited, { said: new Map([[elsewhere, true]]) }))).toEqual([
          'changed',
          'changed',
        ])
      })
    })
  })
}
