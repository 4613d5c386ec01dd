import { ask } from './database.ts'

/** All lines of all tables of a ledger, and where its counters stand: what a dump holds. */
export interface Dump {
  tables: ReadonlyMap<string, string>
}

const listTables = `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`

export async function takeDump(address: string): Promise<Dump> {
  const tables = new Map<string, string>()
  for (const { name } of await ask<{ name: string }>(address, listTables)) {
    const [all] = await ask<{ lines: string }>(
      address,
      `SELECT COALESCE(json_agg(t), '[]')::text AS lines FROM ${name} t`,
    )
    tables.set(name, all?.lines ?? '[]')
  }
  return { tables }
}

/** As a restore does it: what came since is gone, and numbers are given again. */
export async function putBack(address: string, { tables }: Dump): Promise<void> {
  const quiet = 'SET LOCAL session_replication_role = replica'
  for (const [name, lines] of tables) {
    const literal = lines.replaceAll("'", "''")
    await ask(
      address,
      `DO $put$ BEGIN ${quiet}; DELETE FROM ${name};
       INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, '${literal}'); END $put$`,
    )
  }
  for (const { name, column, sequence } of await ask<{ name: string; column: string; sequence: string }>(
    address,
    `SELECT table_name AS name, column_name AS column, pg_get_serial_sequence(quote_ident(table_schema) || '.' || table_name, column_name) AS sequence
       FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  )) {
    await ask(address, `SELECT setval('${sequence}', COALESCE((SELECT MAX(${column}) FROM ${name}), 0) + 1, false)`)
  }
}
