import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { load, sendAll, statesOf, trip } from '../workspace.ts'
import { openNew, workspaceOf } from './suite.ts'

const regions = ['EMEA', 'AMER']
const emea = [trip('E1 March Spain'), trip('E2 March Italy')]
const amer = [trip('A1 March Chile'), trip('A2 March Peru')]

async function orphansOf(ledger: Ledger, run: number): Promise<(string | undefined)[]> {
  return (await ledger.runs.orphanPage(run, 0, 100)).map(({ identifier }) => identifier)
}

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRunSheets(name: string, createStore: () => LedgerStore): void {
  describe(`the sheets of a run of ${name}`, () => {
    /** Both sheets were read as one run, and all of it was sent. */
    async function createBoth() {
      const workspace = workspaceOf(createStore)
      const ledger = await workspace.open()
      const both = await load(ledger, [...emea, ...amer], { sheets: regions })
      await sendAll(ledger, both)
      return { workspace, ledger, both }
    }

    describe('one sheet read after several', () => {
      it('has no orphans in the others, and knows its own rows', async () => {
        const { ledger } = await createBoth()
        const one = await load(ledger, emea, { sheets: ['EMEA'] })
        expect([await statesOf(ledger, one), await orphansOf(ledger, one)]).toEqual([['done', 'done'], []])
      })

      it('holds back an edited trip, and lists what is no longer in it', async () => {
        const { ledger } = await createBoth()
        const one = await load(ledger, [trip('E1 March Portugal')], { sheets: ['EMEA'] })
        expect([await statesOf(ledger, one), await orphansOf(ledger, one)]).toEqual([['changed'], ['R-2']])
      })

      it('leaves the rows of the run that had the others too, until a run has read all of its sheets', async () => {
        const { workspace, ledger, both } = await createBoth()
        const sheetsOfRuns = async () => (await workspace.store.status({})).runs.map(({ id, sheets }) => [id, sheets])
        const read = (names: string[], rows = 2) => names.map((name) => ({ name, rows }))
        const one = await load(ledger, emea, { sheets: ['EMEA'] })
        expect(await sheetsOfRuns()).toEqual([
          [one, read(['EMEA'])],
          [both, read(regions)],
        ])
        const again = await load(ledger, [...emea, ...amer], { sheets: regions })
        expect(await sheetsOfRuns()).toEqual([[again, read(regions)]])
      })
    })

    describe('several sheets', () => {
      it('read after each was read alone know what was created, and nothing of it is an orphan', async () => {
        const ledger = await openNew(createStore)
        await sendAll(ledger, await load(ledger, emea, { sheets: ['EMEA'] }))
        await sendAll(ledger, await load(ledger, amer, { sheets: ['AMER'] }))
        const both = await load(ledger, [...emea, ...amer], { sheets: regions })
        expect([await statesOf(ledger, both), await orphansOf(ledger, both)]).toEqual([Array(4).fill('done'), []])
      })

      it('may pass a trip from one to the other: it is none the less known', async () => {
        const { ledger } = await createBoth()
        const moved = await load(ledger, [...emea, ...amer].toReversed(), { sheets: regions })
        expect([await statesOf(ledger, moved), await orphansOf(ledger, moved)]).toEqual([Array(4).fill('done'), []])
      })

      it('send a trip that stands on two of them once: the second is a duplicate of the first, named with its sheet', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [...emea, ...emea], { sheets: regions })
        expect(await statesOf(ledger, run)).toEqual(['ready', 'ready', 'duplicate', 'duplicate'])
        expect(await ledger.runs.rowPage(run, 1, 1)).toMatchObject([{ sheet: 1, detail: '{"ofRow":2,"ofSheet":0}' }])
      })

      it('are the same inputs under another file name and other sheet names', async () => {
        const { ledger } = await createBoth()
        const renamed = await load(ledger, [trip('E1 March Portugal'), ...emea.slice(1), ...amer], {
          file: '/renamed.xlsx',
          sheets: ['Europe', 'America'],
        })
        expect(await statesOf(ledger, renamed)).toEqual(['changed', 'done', 'done', 'done'])
        expect((await ledger.runs.rowPage(renamed, -1, 1))[0]?.other).toMatchObject({ identifier: 'R-1' })
        expect(await orphansOf(ledger, renamed)).toEqual([])
      })
    })
  })
}
