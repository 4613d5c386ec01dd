import { onTestFinished } from 'vitest'
import type { PostgresServer } from '../../support/postgres.ts'
import { ask } from './database.ts'

/** A ledger that nobody has used and that is alone in its database, so that what is read there can be counted. */
export async function createLoneAddress(server: PostgresServer): Promise<string> {
  const url = new URL(server.address())
  const name = url.searchParams.get('schema') ?? ''
  await ask(server.admin, `CREATE DATABASE ${name}`)
  onTestFinished(async () => void (await ask(server.admin, `DROP DATABASE ${name} WITH (FORCE)`)))
  url.pathname = name
  return url.href
}

/**
 * How many tuples the database of `createLoneAddress` reads for `work`, be it only in an index: of this table, or of all.
 * `work` leaves no connection open: the database has counted what it read before it forgets who did.
 */
export async function countTuplesRead(
  address: string,
  work: () => Promise<unknown>,
  table: 'rows' | 'submissions' | undefined = undefined,
): Promise<number> {
  const before = await readCount(address, table)
  await work()
  while (await hasOthers(address)) {}
  return (await readCount(address, table)) - before
}

async function hasOthers(address: string): Promise<boolean> {
  const others = await ask(
    address,
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  )
  return others.length > 0
}

async function readCount(address: string, table: string | undefined): Promise<number> {
  const [read] = await ask<{ count: number }>(
    address,
    `SELECT SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)
                + COALESCE((SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes AS each WHERE each.relid = all_of.relid), 0))::bigint AS count
       FROM pg_stat_user_tables AS all_of WHERE schemaname = current_schema() AND relname = COALESCE($1, relname)`,
    [table ?? null],
  )
  return read?.count ?? Number.NaN
}
