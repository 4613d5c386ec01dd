import { parseDatabaseAddress } from '../../../src/ledger/database-address.ts'
import { ReconnectingConnection } from '../../../src/ledger/postgres/connection/reconnecting-connection.ts'
import { systemClock } from '../../../src/support/clock.ts'

/** Another connection to the database of a ledger, to look at it and to do what the ledger would never do. */
export async function ask<Row>(address: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const line = new ReconnectingConnection({ address: parseDatabaseAddress(address, {}), clock: systemClock })
  try {
    return await line.query<Row>(text, values)
  } finally {
    await line.close()
  }
}
