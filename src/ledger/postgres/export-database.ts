import { BatchError } from '../../support/errors.ts'
import { movedToKey } from '../moved.ts'
import { streamTables, type TablePage } from './copy-tables.ts'
import { listHolders } from './lease.ts'
import type { ReconnectingConnection } from './reconnecting-connection.ts'

/**
 * Lets `use` take all that a ledger holds to another place, and seals it: from then on nobody opens it any more. When `use`
 * fails it stays what it was.
 * @throws BatchError `ledger` while somebody holds it.
 */
export async function exportFromDatabase(
  connection: ReconnectingConnection,
  to: string,
  use: (read: (columnsOf: (table: string) => readonly string[]) => AsyncIterable<TablePage>) => Promise<void>,
): Promise<void> {
  await connection.query('INSERT INTO meta VALUES ($1, $2)', [movedToKey, to])
  try {
    // Sealed first: who comes now is refused, and who came before is seen here.
    const [holder] = await listHolders(connection)
    if (holder !== undefined) {
      throw new BatchError('ledger', `the ledger at ${connection.shown} is in use by ${holder}`, {
        hint: 'Wait until it has ended; one that was killed is given up after 20 s.',
      })
    }
    await use((columnsOf) => streamTables(connection, columnsOf))
  } catch (error) {
    await connection.query('DELETE FROM meta WHERE key = $1', [movedToKey])
    throw error
  }
}
