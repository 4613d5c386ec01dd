import { closeSync, openSync } from 'node:fs'
import type { Clock } from '../../../support/clock.ts'
import { type Database, openDatabase, usingDatabase } from '../../../support/sqlite.ts'
import { movedToKey, streamTables } from '../../store/copy-tables.ts'
import type { ColumnsOf, TablePage, TableReader } from '../../store/store.ts'
import { findRealFile } from '../file/own-files.ts'
import { FileStore } from '../file-store.ts'
import { openLedger, openLedgerForReading } from '../open.ts'
import { migrate } from '../schema/migrate.ts'
import { fillChecksums } from '../schema/record-checks.ts'

/**
 * Lets `use` copy the ledger to another place while no other process can open it, then seals it: later openings are
 * refused. When `use` fails the ledger stays unsealed.
 */
export async function exportFromFile(
  file: string,
  to: string,
  clock: Clock,
  use: (read: TableReader) => Promise<void>,
): Promise<void> {
  // Opening it settles the doubts that a dead run left.
  const ledger = openLedger({ file, clock, onSpill() {} })
  try {
    await use(readAll)
    const seal = 'INSERT INTO meta (key, value) VALUES (?, ?)'
    usingDatabase(findRealFile(file), (db) => db.prepare(seal).run(movedToKey, to), {})
  } finally {
    await ledger.close()
  }

  async function* readAll(columnsOf: ColumnsOf): AsyncIterable<TablePage> {
    const db = openLedgerForReading(file)
    try {
      yield* streamTables(new FileStore(db), columnsOf)
    } finally {
      db.close()
    }
  }
}

/** Creates a ledger in a new file from these records, column by column. */
export async function importIntoFile(
  file: string,
  now: number,
  read: TableReader,
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

export function listFileColumns(db: Database, table: string): string[] {
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
