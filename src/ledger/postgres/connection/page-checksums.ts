import type { Queryable } from '../../store/queryable.ts'

/**
 * True when the server verifies each page that it reads from its disk. A ledger in a database has no checksums of its
 * own: those of the pages cover all tables and indexes. They miss a page that was restored whole or zeroed, and damage
 * in RAM.
 */
export async function hasPageChecksums(statements: Queryable): Promise<boolean> {
  const [found] = await statements.query<{ areVerified: boolean }>(
    `SELECT current_setting('data_checksums') = 'on' AND current_setting('ignore_checksum_failure') = 'off' AS "areVerified"`,
  )
  return found?.areVerified === true
}
