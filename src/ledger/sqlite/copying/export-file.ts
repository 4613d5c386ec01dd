import type { Clock } from '../../../support/clock.ts'
import { usingDatabase } from '../../../support/sqlite.ts'
import { movedToKey, movingKeys } from '../../moved.ts'
import { findRealFile } from '../file/real-file.ts'
import { openLedger, openLedgerForReading } from '../open.ts'

const pageSize = 500

interface Page {
  table: string
  records: Record<string, unknown>[]
}

/**
 * Lets `use` copy the ledger to another place while no other process can open it, then seals it: later openings are
 * refused. When `use` fails the ledger stays unsealed.
 */
export async function exportFromFile(
  file: string,
  to: string,
  clock: Clock,
  use: (read: (tables: readonly string[]) => Iterable<Page>) => Promise<void>,
): Promise<void> {
  // Opening it settles the doubts that a dead run left.
  const ledger = openLedger({ file, clock, onSpill() {} })
  try {
    await use((tables) => readPages(file, tables))
    const seal = 'INSERT INTO meta (key, value) VALUES (?, ?)'
    usingDatabase(findRealFile(file), (db) => db.prepare(seal).run(movedToKey, to), {})
  } finally {
    await ledger.close()
  }
}

function* readPages(file: string, tables: readonly string[]): Iterable<Page> {
  const db = openLedgerForReading(file)
  try {
    yield {
      table: 'meta',
      records: db.prepare<[], Record<string, unknown>>(`SELECT key, value FROM meta WHERE key IN ${movingKeys}`).all(),
    }
    for (const table of tables) {
      let records: Record<string, unknown>[] = []
      for (const record of db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).iterate()) {
        records.push(Object.fromEntries(Object.entries(record).filter(([column]) => !column.endsWith('_sum'))))
        if (records.length < pageSize) continue
        yield { table, records }
        records = []
      }
      yield { table, records }
    }
  } finally {
    db.close()
  }
}
