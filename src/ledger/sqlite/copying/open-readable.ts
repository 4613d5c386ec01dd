import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../support/clock.ts'
import { usingDatabase } from '../../../support/sqlite.ts'
import type { ReadingStore } from '../../store/store.ts'
import { findRealFile } from '../file/real-file.ts'
import { checkSeal, sealCopy } from '../file/seal.ts'
import { FileStore } from '../file-store.ts'
import { explainFailures, openLedger, openLedgerForReading } from '../open.ts'
import { copyPrivately, readVersion } from '../schema/migrate.ts'
import { migrations, versionAfter } from '../schema/schema.ts'

/**
 * Undefined when there is no ledger. One of an older version is read from a migrated copy in the folder.
 * @throws BatchError `ledger` when it cannot be read.
 */
export async function openReadable(named: string, folder: string): Promise<ReadingStore | undefined> {
  const version = readVersionOf(named)
  if (version === 0) return undefined
  const file = version < versionAfter(migrations) ? await migrateCopy(named, join(folder, 'migrated.sqlite')) : named
  const db = openLedgerForReading(file)
  return { name: named, store: new FileStore(db), close: async () => db.close() }
}

function readVersionOf(named: string): number {
  if (!existsSync(named)) return 0
  return explainFailures(named, () => {
    const file = findRealFile(named)
    return usingDatabase(file, (db) => readVersion(db, file))
  })
}

async function migrateCopy(named: string, copy: string): Promise<string> {
  explainFailures(named, () => {
    const file = findRealFile(named)
    usingDatabase(file, (db) => {
      checkSeal(db, file)
      copyPrivately(db, copy)
      sealCopy(copy)
    })
  })
  await openLedger({ file: copy, clock: systemClock, onSpill() {}, ballastMegabytes: 0 }).close()
  return copy
}
