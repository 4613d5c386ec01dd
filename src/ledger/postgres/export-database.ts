import { BatchError } from '../../support/errors.ts'
import { movedToKey } from '../moved.ts'
import type { ColumnsOf, TablePage } from '../store/queryable.ts'
import { listHolders } from './commits/lease.ts'
import { streamTables } from './connection/copy-tables.ts'
import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

/**
 * Lets `use` copy the ledger to another place, and seals it: later openings are refused. When `use` fails the seal is
 * removed.
 * @throws BatchError `ledger` while a process holds it.
 */
export async function exportFromDatabase(
  connection: ReconnectingConnection,
  to: string,
  use: (read: (columnsOf: ColumnsOf) => AsyncIterable<TablePage>) => Promise<void>,
): Promise<void> {
  await connection.query('INSERT INTO meta VALUES ($1, $2)', [movedToKey, to])
  try {
    // Sealed first: later openings are refused, and earlier ones are seen here.
    const [holder] = await listHolders(connection)
    if (holder !== undefined) {
      throw new BatchError('ledger', `the ledger at ${connection.shown} is in use by ${holder}`, {
        hint: 'Wait until it has ended; a killed process loses its lease after 20 s.',
      })
    }
    await use((columnsOf) => streamTables(connection, columnsOf))
  } catch (error) {
    await connection.query('DELETE FROM meta WHERE key = $1', [movedToKey])
    throw error
  }
}
