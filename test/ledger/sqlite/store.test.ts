import { join } from 'node:path'
import { openLedger } from '../../rooms/ledger/sqlite.ts'
import { type LedgerStore, ledgerAt } from '../../rooms/ledger.ts'
import { promisesToOwners } from '../port/all.ts'
import { createFolder } from '../workspace.ts'

/** Without ballast: it is of no use here, and takes its time. */
function createStore(): LedgerStore {
  const file = join(createFolder(), 'ledger.sqlite')
  return { ...ledgerAt(file, {}), open: async (options) => openLedger({ file, ballastMegabytes: 0, ...options }) }
}

for (const describePromises of promisesToOwners) describePromises('SQLite', createStore)
