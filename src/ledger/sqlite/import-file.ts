import { closeSync, openSync } from 'node:fs'
import { openDatabase } from '../../support/sqlite.ts'
import { fillChecksums } from './checksum.ts'
import { migrate } from './migrate.ts'

interface TableRecords {
  table: string
  records: readonly Readonly<Record<string, unknown>>[]
}

/** Creates a ledger in a new file from these records, column by column. */
export async function importIntoFile(
  file: string,
  now: number,
  read: (columnsOf: (table: string) => readonly string[]) => AsyncIterable<TableRecords>,
): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600))
  const db = openDatabase(file)
  try {
    migrate(db, file, now)
    // Records come in the old ledger's order, not in that of foreign keys.
    db.pragma('foreign_keys = OFF')
    const columnsOf = (table: string): string[] =>
      db
        .prepare<[], { name: string }>(`PRAGMA table_info(${table})`)
        .all()
        .map(({ name }) => name)
    for await (const { table, records } of read(columnsOf)) {
      const names = Object.keys(records[0] ?? {})
      if (names.length === 0) continue
      const insert = db.prepare<unknown[]>(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      db.transaction(() => {
        for (const record of records) insert.run(...names.map((name) => record[name] ?? null))
      })()
    }
    db.transaction(() => fillChecksums(db))()
  } finally {
    db.close()
  }
}
