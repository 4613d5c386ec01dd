import type { LedgerStore } from './port.ts'
import { createSqliteStore } from './sqlite/store.ts'

/** The ledger at an address: a file, and nothing else so far. Nothing is looked at yet. */
export function ledgerAt(address: string): LedgerStore {
  return createSqliteStore(address)
}
