import { describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../../src/ledger/port.ts'
import { listAudit, startOfTest } from '../workspace.ts'
import { workspaceOf } from './suite.ts'

const kept = { by: 'ann@desk', now: startOfTest }

/** What every ledger promises of it; `createStore` makes an empty one. */
export function describeRetention(name: string, createStore: () => LedgerStore): void {
  describe(`periods of retention in ${name}`, () => {
    it('are kept for all who open it, each by itself, until they are ended', async () => {
      const { store, open } = workspaceOf(createStore)
      const ledger = await open()
      expect(await ledger.retention.read()).toEqual({})
      expect(await ledger.retention.change({ trips: 'P7Y' }, kept)).toEqual({ trips: 'P7Y' })
      const both = { trips: 'P7Y', answers: 'P90D' }
      expect(await ledger.retention.change({ answers: 'P90D' }, kept)).toEqual(both)
      expect(await store.retention()).toEqual(both)
      await ledger.close()
      const later = await open()
      expect(await later.retention.read()).toEqual(both)
      expect(await later.retention.change({ trips: undefined }, kept)).toEqual({ answers: 'P90D' })
      expect(await store.retention()).toEqual({ answers: 'P90D' })
    })

    it('are changed by a line of the log, which names no request; the same again is no change', async () => {
      const { store, open } = workspaceOf(createStore)
      const ledger = await open()
      await ledger.retention.change({ trips: 'P7Y', answers: 'P90D' }, kept)
      await ledger.retention.change({ trips: 'P7Y', answers: 'P90D' }, kept)
      await ledger.retention.change({ trips: 'P10Y', answers: undefined }, kept)
      await ledger.retention.change({}, kept)
      await ledger.close()
      const lines = (await listAudit(store)).map(({ operation, outcome, detail, about, rowNumber }) => {
        return [operation, outcome, detail, about, rowNumber]
      })
      expect(lines).toEqual([
        ['retention', 'changed', 'trips none → P7Y, answers none → P90D, by ann@desk', null, null],
        ['retention', 'changed', 'trips P7Y → P10Y, answers P90D → none, by ann@desk', null, null],
      ])
    })

    it('hold together when two are set at a time', async () => {
      const { open } = workspaceOf(createStore)
      const { retention } = await open()
      await Promise.all([retention.change({ trips: 'P7Y' }, kept), retention.change({ answers: 'P90D' }, kept)])
      expect(await retention.read()).toEqual({ trips: 'P7Y', answers: 'P90D' })
    })
  })
}
