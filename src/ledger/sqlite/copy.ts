import { existsSync } from 'node:fs'
import { openDatabase } from '../../support/sqlite.ts'
import { explainStorageFailure } from '../storage-failure.ts'
import { copyPrivately, readVersion } from './migrate.ts'
import { findRealFile } from './real-file.ts'
import { checkSeal, sealCopy } from './seal.ts'

/**
 * A copy of the ledger as it is now, even during a run; no copy when there is no ledger yet. An older version is
 * copied unchanged, and migrated when the copy is opened.
 */
export function copyLedger(named: string, copy: string): void {
  if (!existsSync(named)) return
  try {
    const file = findRealFile(named)
    const db = openDatabase(file, { isReadonly: true })
    try {
      checkSeal(db, file)
      if (readVersion(db, file) === 0) return
      copyPrivately(db, copy)
      sealCopy(copy)
    } finally {
      db.close()
    }
  } catch (error) {
    throw explainStorageFailure(`the ledger ${named} cannot be copied`, error)
  }
}
