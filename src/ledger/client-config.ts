import type { ClientConfig } from 'pg'
import { isDatabaseAddress, recallPassword } from './database-address.ts'
import type { HostEnvironment } from './ledger-location.ts'
import { toClientConfig } from './postgres/connect.ts'

// Apart from what the library's door leads to: its types name nothing of the driver.

/** What else may be kept in the database of a ledger is reached by this; undefined where the ledger is a file. */
export function clientConfigOf(address: string, env: HostEnvironment['env']): ClientConfig | undefined {
  return isDatabaseAddress(address) ? toClientConfig(recallPassword(address, env)) : undefined
}
