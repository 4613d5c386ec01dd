import type { ClientConfig } from 'pg'
import { isDatabaseAddress, recallPassword } from './database-address.ts'
import type { HostEnvironment } from './ledger-location.ts'
import { toClientConfig } from './postgres/connection/connect.ts'

/**
 * The driver's options for further tables in a ledger's database, such as job queues; undefined for a ledger in a
 * file. Kept apart from the library's exports: their types never name the driver.
 */
export function clientConfigOf(address: string, env: HostEnvironment['env']): ClientConfig | undefined {
  return isDatabaseAddress(address) ? toClientConfig(recallPassword(address, env)) : undefined
}
