import { describe } from 'vitest'
import { type LedgerStore, ledgerAt } from '../../rooms/ledger.ts'

import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { scale } from '../../support/scale.ts'
import { promises } from '../port/all.ts'

// Every promise of the port with a schema and connections of its own. The short form leaves it to store.test.ts, which
// reuses both.
const isFull = scale({ full: true, short: false })
const server = usePostgres()

function createStore(): LedgerStore {
  return ledgerAt(server.address(), {})
}

describe.skipIf(!hasPostgres || !isFull)('a ledger in a database', () => {
  for (const describePromises of promises) describePromises('PostgreSQL', createStore)
})
