import { onTestFinished } from 'vitest'
import type { Ledger, LedgerStore } from '../../rooms/ledger.ts'
import { stillClock } from '../workspace.ts'

/** A place for a ledger of some kind, and what it could not keep. */
export interface AnyWorkspace {
  store: LedgerStore
  spilled: unknown[]
  open(): Promise<Ledger>
}

/** One that says that nobody opens it again: its place can be used for another. */
export interface TestedStore extends LedgerStore {
  leave?(): void
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

/** For one of many runs of a property, which together would need too many connections. */
export async function withNew<Result>(
  createStore: () => TestedStore,
  use: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const store = createStore()
  const ledger = await store.open({ clock: stillClock, onSpill() {} })
  try {
    return await use(ledger)
  } finally {
    await ledger.close()
    store.leave?.()
  }
}
