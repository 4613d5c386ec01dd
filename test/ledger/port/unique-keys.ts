import { describe, expect, it } from 'vitest'
import type { RowContent } from '../../rooms/ledger/port.ts'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { drive, load, statesOf, submissionsOf, trip } from '../workspace.ts'
import { openNew } from './suite.ts'
/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeClaims(name: string, createStore: () => LedgerStore): void {
  describe(`what only one row may have of ${name}`, () => {
    describe('rows that claim the same', () => {
      function claiming(text: string, ...claims: string[]): RowContent {
        const content = trip(text)
        return content.kind === 'request' ? { ...content, request: { ...content.request, claims } } : content
      }

      it('are sent once: the later ones are duplicates that say what is shared; equal rows stay equal rows', async () => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [
          claiming('E1 March Spain', 'id 1', 'email a'),
          claiming('E2 March Spain', 'id 2', 'email a'),
          claiming('E1 March Spain', 'id 1', 'email a'),
          // What a duplicate would have claimed is free.
          claiming('E3 March Spain', 'id 2', 'email b'),
        ])
        expect((await ledger.runs.rowPage(run, -1, 10)).map(({ state, detail }) => [state, detail])).toEqual([
          ['ready', undefined],
          ['duplicate', '{"ofRow":2,"ofSheet":0,"shared":"email a"}'],
          ['duplicate', '{"ofRow":2,"ofSheet":0}'],
          ['ready', undefined],
        ])
      })

      it.each(['__proto__', 'constructor', '', 'id ’"\u0000'])('may claim any text: %j', async (claim) => {
        const ledger = await openNew(createStore)
        const run = await load(ledger, [claiming('E1 March Spain', claim), claiming('E2 March Spain', claim)], {
          pageSize: 1,
        })
        expect(await statesOf(ledger, run)).toEqual(['ready', 'duplicate'])
      })

      it('are held apart from what an earlier run has sent, too, whichever comes first in the sheet', async () => {
        const ledger = await openNew(createStore)
        const first = claiming('E1 March Spain', 'id 1')
        await drive(ledger, (await submissionsOf(ledger, await load(ledger, [first])))[0] ?? Number.NaN, 'done')
        const run = await load(ledger, [first, claiming('E2 March Spain', 'id 1')])
        expect(await statesOf(ledger, run)).toEqual(['done', 'duplicate'])
      })
    })
  })
}
