import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { invalid, type LoadChoices, load, sendAll, startOfTest, trip } from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

async function begin(ledger: Ledger, isAgain: boolean, company = 'default') {
  const target = await ledger.targets.find('https://example.test/version-test', company)
  const run = {
    operation: 'assess',
    doneWord: 'scored',
    target,
    file: '/trips.csv',
    sheets: [''],
    isAgain,
    now: startOfTest,
  }
  return await ledger.runs.begin(run)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRuns(name: string, createStore: () => LedgerStore): void {
  describe(`runs of ${name}`, () => {
    describe('a run', () => {
      it('has an epoch of its own with --again, and none without', async () => {
        const ledger = await openNew(createStore)
        expect(await begin(ledger, false)).toEqual({ id: 1, epoch: undefined })
        expect(await begin(ledger, true)).toEqual({ id: 2, epoch: { id: 2, unfinished: new Set() } })
      })

      it('remembers its columns and how it ended', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        const id = await load(ledger, [trip('E1 March Spain')])
        await ledger.runs.describeColumns(id, 0, '{"headings":["A"]}')
        await ledger.runs.end(id, { now: startOfTest + 1, ending: 'done', output: '/out.xlsx' })
        expect(await ledger.runs.sheetsOf(id)).toEqual([{ name: '', columns: '{"headings":["A"]}', rows: 1 }])
        expect(await ledger.runs.sheetNames(id)).toEqual([''])
        const ended = { id, endedAt: startOfTest + 1, ending: 'done', output: '/out.xlsx' }
        expect((await workspace.store.status({})).runs).toMatchObject([ended])
      })

      it('keeps what was answered about its sheet, found by the content of either file, else by its number', async () => {
        const ledger = await openNew(createStore)
        const first = await load(ledger, [trip('E1 March Spain')], {
          about: { digests: ['c1', 'd0'], text: '{"n":1}' },
        })
        const again = { digests: ['d0', 'd0'], text: '{"n":2}' }
        const second = await load(ledger, [trip('E2 March Spain')], { about: again, now: startOfTest + 5 })
        const ofSecond = { runId: second, startedAt: startOfTest + 5, text: '{"n":2}' }
        expect(await ledger.answers.find('assess', 'd0')).toEqual(ofSecond)
        expect(await ledger.answers.find('assess', 'd0', first)).toEqual(ofSecond)
        expect(await ledger.answers.find('assess', 'c1', second)).toMatchObject({ runId: first, text: '{"n":1}' })
        expect(await ledger.answers.find('assess', 'edited since', first)).toMatchObject({ runId: first })
        expect(await ledger.answers.find('assess', 'unknown')).toBeUndefined()
        expect(await ledger.answers.find('decide', 'd0')).toBeUndefined()
        expect(await ledger.answers.releasedAt('assess', 'd0')).toBe(startOfTest + 5)
      })

      it('that nobody releases leaves no answers behind', async () => {
        const ledger = await openNew(createStore)
        const about = { digests: ['d0'], text: '{}' }
        const run = await load(ledger, [trip('E1 March Spain')], { about, waits: true })
        expect(await ledger.answers.find('assess', 'd0')).toMatchObject({ runId: run })
        expect(await ledger.answers.releasedAt('assess', 'd0')).toBeUndefined()
        await ledger.waiting.drop(run, { now: startOfTest, ending: 'refused' })
        expect(await ledger.answers.find('assess', 'd0')).toBeUndefined()
      })

      it.each<[string, LoadChoices, boolean]>([
        ['all its rows are done', {}, false],
        ['it died while loading, and nothing of it was sent', { isCompleted: false }, false],
      ])('is an unfinished epoch or not: %s', async (_title, choices, isUnfinished) => {
        const ledger = await openNew(createStore)
        const again = await load(ledger, [trip('E1 March Spain'), trip('E1 March Spain')], {
          isAgain: true,
          ...choices,
        })
        if (choices.isCompleted !== false) await sendAll(ledger, again)
        expect((await begin(ledger, true)).epoch?.unfinished.has(again)).toBe(isUnfinished)
        expect((await begin(ledger, true, 'acme')).epoch?.unfinished.size).toBe(0)
      })

      it('is an unfinished epoch while a row of it is not done, until a run without --again comes', async () => {
        const ledger = await openNew(createStore)
        const again = await load(ledger, [trip('E1 March Spain'), invalid], { isAgain: true })
        await sendAll(ledger, again)
        expect((await begin(ledger, true)).epoch?.unfinished).toContain(again)
        await load(ledger, [trip('E1 March Spain'), invalid])
        expect((await begin(ledger, true)).epoch?.unfinished).not.toContain(again)
      })
    })
  })
}
