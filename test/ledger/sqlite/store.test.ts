import { join } from 'node:path'
import { ledgerAt } from '../../../src/ledger/open.ts'
import type { LedgerStore } from '../../../src/ledger/port.ts'
import { openLedger } from '../../../src/ledger/sqlite/open.ts'
import { promisesToOwners } from '../port/all.ts'
import { createFolder } from '../workspace.ts'

/** Without ballast: it is of no use here, and takes its time. */
function createStore(): LedgerStore {
  const file = join(createFolder(), 'ledger.sqlite')
  return { ...ledgerAt(file, {}), open: async (options) => openLedger({ file, ballastMegabytes: 0, ...options }) }
}

for (const describePromises of promisesToOwners) describePromises('SQLite', createStore)
