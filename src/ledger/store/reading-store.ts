import type { LedgerStore } from '../port.ts'
import type { Store } from './store.ts'

/** The tables of a ledger, to be read. */
export interface ReadingStore {
  name: string
  store: Store
  /** This machine, where several share the ledger. */
  machine?: string
  close(): Promise<void>
}

export interface ReadableStore extends Omit<LedgerStore, 'openExcerpt'> {
  /**
   * Undefined when there is no ledger. What must be written for it goes into the folder, which the caller deletes.
   * @throws BatchError `ledger` when it cannot be read.
   */
  read(folder: string): Promise<ReadingStore | undefined>
}
