import { describe } from 'vitest'

import { ledgerAt } from '../../../src/ledger/open.ts'
import type { LedgerStore } from '../../../src/ledger/port.ts'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { promises } from '../port/all.ts'

// Every promise of the port, once more; a schema for each takes a quarter of the time that all quick tests together may have.
const server = usePostgres()

function createStore(): LedgerStore {
  return ledgerAt(server.address(), {})
}

describe.skipIf(!hasPostgres)('a ledger in a database', () => {
  for (const describePromises of promises) describePromises('PostgreSQL', createStore)
})
