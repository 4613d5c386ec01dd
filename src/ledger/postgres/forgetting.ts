import type { ReconnectingConnection } from './connection/reconnecting-connection.ts'

/** Tables that had the content of a forgotten trip. */
const tables = 'submissions, rows, run_changes, attempts, earlier_versions, run_claims'

/**
 * Erased content remains in dead parts of pages until the tables are rewritten, which no other process may use
 * meanwhile. The write-ahead log, its archive and backups are the server's own.
 */
export async function overwriteFreeSpace(connection: ReconnectingConnection): Promise<boolean> {
  try {
    await connection.query(`SET lock_timeout = '10s'`)
    await connection.query(`VACUUM (FULL, ANALYZE) ${tables}`)
    // Statistics have samples of the columns; a user without the right gets a warning from the server.
    await connection.query('VACUUM (FULL) pg_catalog.pg_statistic')
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  } finally {
    await connection.query('RESET lock_timeout')
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === '55P03') return true
  }
  return false
}
