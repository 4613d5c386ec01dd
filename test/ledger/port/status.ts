import { describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../rooms/ledger.ts'
import { load, sendAll, startOfTest, trip } from '../workspace.ts'
import { workspaceOf } from './suite.ts'
/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeStatus(name: string, createStore: () => LedgerStore): void {
  describe(`the status of ${name}`, () => {
    describe('the status', () => {
      it('names the holder and the latest run of every input, newest first, while it is being written', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await sendAll(ledger, await load(ledger, [trip('E1 March Spain'), trip('E2 March Spain')]))
        const latest = await load(ledger, [trip('E1 March Spain')])
        await load(ledger, [trip('E4 May Peru')], { isCompleted: false })
        const other = await load(ledger, [trip('E3 May Japan')], { file: '/other.csv' })
        await ledger.runs.end(latest, { now: startOfTest + 5, ending: 'done', output: '/out.xlsx' })
        const status = await workspace.store.status({})
        expect(status.holder).toContain(`process ${process.pid}`)
        expect(status.runs).toMatchObject([
          {
            id: other,
            file: '/other.csv',
            endedAt: undefined,
            ending: undefined,
            isRunning: true,
            rows: 1,
            orphans: 0,
          },
          {
            id: latest,
            operation: 'assess',
            company: 'default',
            file: '/trips.csv',
            endedAt: startOfTest + 5,
            ending: 'done',
            output: '/out.xlsx',
            rows: 1,
            balance: [{ state: 'scored', wasDone: true, count: 1 }],
            orphans: 1,
          },
        ])
      })

      it('of one input is of that one only', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await load(ledger, [trip('E1 March Spain')])
        await load(ledger, [trip('E3 May Japan')], { file: '/other.csv' })
        expect((await workspace.store.status({ input: '/other.csv' })).runs.map(({ file }) => file)).toEqual([
          '/other.csv',
        ])
        expect((await workspace.store.status({ input: '/nowhere.csv' })).runs).toEqual([])
      })

      it('names no holder once the ledger was closed', async () => {
        const workspace = workspaceOf(createStore)
        const ledger = await workspace.open()
        await ledger.close()
        expect((await workspace.store.status({})).holder).toBeUndefined()
      })
    })
  })
}
