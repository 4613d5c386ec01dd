import { isDatabaseAddress } from './database-address.ts'
import type { LedgerStore } from './port.ts'
import { createDatabaseStore } from './postgres/database-store.ts'
import { fillLedger } from './sqlite/fill.ts'
import { createSqliteStore } from './sqlite/store.ts'

/** The ledger at an address: a file, or a PostgreSQL database. Nothing is looked at yet. */
export function ledgerAt(address: string): LedgerStore {
  if (!isDatabaseAddress(address)) return createSqliteStore(address)
  return createDatabaseStore(address, async (folder, read) =>
    createSqliteStore(await fillLedger(folder, Date.now(), read)),
  )
}
