/** Another connection to the database of a ledger, to look at it and to do what the ledger would never do. */
import { ReconnectingConnection } from '../../rooms/ledger/postgres.ts'
import { parseDatabaseAddress } from '../../rooms/ledger.ts'
import { systemClock } from '../../rooms/support.ts'
export async function ask<Row>(address: string, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const line = new ReconnectingConnection({ address: parseDatabaseAddress(address, {}), clock: systemClock })
  try {
    return await line.query<Row>(text, values)
  } finally {
    await line.close()
  }
}
