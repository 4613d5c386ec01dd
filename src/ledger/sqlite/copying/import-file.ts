import { closeSync, openSync } from 'node:fs'
import { type Database, openDatabase } from '../../../support/sqlite.ts'
import type { ColumnsOf, TablePage } from '../../store/queryable.ts'
import { migrate } from '../schema/migrate.ts'
import { fillChecksums } from '../schema/sums-of-parts.ts'

/** Creates a ledger in a new file from these records, column by column. */
export async function importIntoFile(
  file: string,
  now: number,
  read: (columnsOf: ColumnsOf) => AsyncIterable<TablePage>,
  prepare: (db: Database) => void = () => {},
): Promise<void> {
  closeSync(openSync(file, 'wx', 0o600))
  const db = openDatabase(file)
  try {
    prepare(db)
    migrate(db, file, now)
    // Records come in the old ledger's order, not in that of foreign keys.
    db.pragma('foreign_keys = OFF')
    for await (const page of read((table) => listFileColumns(db, table))) {
      db.transaction(() => insertRecords(db, page))()
    }
    db.transaction(() => fillChecksums(db))()
  } finally {
    db.close()
  }
}

function listFileColumns(db: Database, table: string): string[] {
  const columns = db.prepare<[], { name: string }>(`PRAGMA table_info(${table})`).all()
  return columns.map(({ name }) => name)
}

/** Call it in a transaction. */
export function insertRecords(db: Database, { table, records }: TablePage, verb = 'INSERT'): void {
  const names = Object.keys(records[0] ?? {})
  if (names.length === 0) return
  const insert = db.prepare<unknown[]>(
    `${verb} INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  for (const record of records) insert.run(...names.map((name) => record[name] ?? null))
}
