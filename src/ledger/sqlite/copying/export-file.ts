import type { Clock } from '../../../support/clock.ts'
import { usingDatabase } from '../../../support/sqlite.ts'
import { movedToKey } from '../../moved.ts'
import { streamTables } from '../../store/copy-tables.ts'
import type { ColumnsOf, TablePage } from '../../store/queryable.ts'
import { findRealFile } from '../file/real-file.ts'
import { FileStore } from '../file-store.ts'
import { openLedger, openLedgerForReading } from '../open.ts'

/**
 * Lets `use` copy the ledger to another place while no other process can open it, then seals it: later openings are
 * refused. When `use` fails the ledger stays unsealed.
 */
export async function exportFromFile(
  file: string,
  to: string,
  clock: Clock,
  use: (read: (columnsOf: ColumnsOf) => AsyncIterable<TablePage>) => Promise<void>,
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
