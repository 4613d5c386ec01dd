import type { PoolConfig } from 'pg'
import { isDatabaseAddress, recallPassword } from './database-address.ts'
import type { HostEnvironment } from './ledger-location.ts'
import { toClientConfig } from './postgres/connection/connect.ts'

/**
 * The driver's options for further tables in a ledger's database, such as job queues; undefined for a ledger in a
 * file. Kept apart from the library's exports: their types never name the driver.
 */
export async function poolConfigOf(address: string, env: HostEnvironment['env']): Promise<PoolConfig | undefined> {
  if (!isDatabaseAddress(address)) return undefined
  const { GuardedClient } = await import('./postgres/connection/guarded-client.ts')
  return { ...toClientConfig(recallPassword(address, env)), Client: GuardedClient }
}
