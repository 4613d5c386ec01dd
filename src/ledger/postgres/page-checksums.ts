import type { Queryable } from './reconnecting-connection.ts'

/**
 * Whether the server verifies each page that it reads from its disk. In a database a ledger has no checksums of its own: those
 * of the pages cover all tables and indexes. They miss a page that was put back whole or zeroed, and damage in memory.
 */
export async function hasPageChecksums(statements: Queryable): Promise<boolean> {
  const [found] = await statements.query<{ areVerified: boolean }>(
    `SELECT current_setting('data_checksums') = 'on' AND current_setting('ignore_checksum_failure') = 'off' AS "areVerified"`,
  )
  return found?.areVerified === true
}
