import { afterAll, beforeAll, describe, vi } from 'vitest'
import { initLedger } from '../../rooms/ledger.ts'
import { hasOwnPostgres, useOwnPostgres } from '../../support/postgres.ts'
import { promises } from '../port/all.ts'
import { stillClock } from '../workspace.ts'
import { ask } from './database.ts'
import { endConnections } from './reused-connections.ts'
import { reuseSchemas } from './reused-schemas.ts'

vi.mock(import('../../../src/ledger/postgres/connection/connect.ts'), async (importOriginal) => {
  const { reuseConnections } = await import('./reused-connections.ts')
  return reuseConnections(await importOriginal())
})

// Every promise of the port, with the rights of a sender in a ledger of another owner.
describe.skipIf(!hasOwnPostgres)('a ledger in a database, for a user with the role rwa_user', () => {
  const server = useOwnPostgres()
  beforeAll(() => ask(server.admin, 'CREATE ROLE rwa_user NOLOGIN; CREATE ROLE ann LOGIN IN ROLE rwa_user'))
  afterAll(endConnections)

  const createStore = reuseSchemas(server, async (address) => {
    await initLedger(address, {}, { clock: stillClock })
    return address.replace(/\/\/[^@]*@/, '//ann@')
  })
  for (const describePromises of promises) describePromises('PostgreSQL', createStore)
})
