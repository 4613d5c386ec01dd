import { afterAll, describe, vi } from 'vitest'
import { hasPostgres, usePostgres } from '../../support/postgres.ts'
import { promisesToOwners } from '../port/all.ts'
import { endConnections } from './reused-connections.ts'
import { reuseSchemas } from './reused-schemas.ts'

vi.mock(import('../../../src/ledger/postgres/connection/connect.ts'), async (importOriginal) => {
  const { reuseConnections } = await import('./reused-connections.ts')
  return reuseConnections(await importOriginal())
})

describe.skipIf(!hasPostgres)('a ledger in a database', () => {
  const createStore = reuseSchemas(usePostgres())
  afterAll(endConnections)

  for (const describePromises of promisesToOwners) describePromises('PostgreSQL', createStore)
})
