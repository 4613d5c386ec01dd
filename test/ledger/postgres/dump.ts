import { ask } from './database.ts'

/** All lines of all tables of a ledger, and where its counters stand: what a dump holds. */
export interface Dump {
  tables: ReadonlyMap<string, string>
}

const listTables = `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`

export async function takeDump(address: string): Promise<Dump> {
  const names = (await ask<{ name: string }>(address, listTables)).map(({ name }) => name)
  const all = names.map(
    (name) => `SELECT '${name}' AS name, (SELECT COALESCE(json_agg(t), '[]')::text FROM ${name} t) AS lines`,
  )
  const found = await ask<{ name: string; lines: string }>(address, all.join(' UNION ALL '))
  return { tables: new Map(found.map(({ name, lines }) => [name, lines])) }
}

/** As a restore does it: what came since is gone, and numbers are given again. */
export async function putBack(address: string, { tables }: Dump): Promise<void> {
  const puts = [...tables].map(([name, lines]) => {
    const literal = lines.replaceAll("'", "''")
    return `DELETE FROM ${name};
      INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, '${literal}');`
  })
  await ask(
    address,
    `DO $put$ DECLARE numbered record; BEGIN SET LOCAL session_replication_role = replica; ${puts.join('\n')}
     FOR numbered IN SELECT table_name AS of, column_name AS number,
            pg_get_serial_sequence(quote_ident(table_schema) || '.' || table_name, column_name) AS counter
           FROM information_schema.columns WHERE table_schema = current_schema() AND is_identity = 'YES' LOOP
       EXECUTE format('SELECT setval(%L, COALESCE((SELECT MAX(%I) FROM %I), 0) + 1, false)',
         numbered.counter, numbered.number, numbered.of);
     END LOOP;
     END $put$`,
  )
}
