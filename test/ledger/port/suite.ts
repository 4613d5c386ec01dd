import { onTestFinished } from 'vitest'
import type { Ledger, LedgerStore } from '../../../src/ledger/port.ts'
import { stillClock } from '../workspace.ts'

/** A place for a ledger of some kind, and what it could not keep. */
export interface AnyWorkspace {
  store: LedgerStore
  spilled: unknown[]
  open(): Promise<Ledger>
}

export function workspaceOf(createStore: () => LedgerStore): AnyWorkspace {
  const store = createStore()
  const spilled: unknown[] = []
  return {
    store,
    spilled,
    async open() {
      const ledger = await store.open({ clock: stillClock, onSpill: (record) => spilled.push(record) })
      onTestFinished(() => ledger.close())
      return ledger
    },
  }
}

export async function openNew(createStore: () => LedgerStore): Promise<Ledger> {
  return await workspaceOf(createStore).open()
}
