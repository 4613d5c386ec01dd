import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { copyPrivately, readVersion } from './migrate.ts'
import { explainStorageFailure } from './storage-failure.ts'

/**
 * A copy of the ledger as it is now, also while a run is writing it; nothing when there is no ledger yet. One of an
 * older version is copied as it is, and brought up to date when the copy is opened.
 */
export function copyLedger(file: string, copy: string): void {
  if (!existsSync(file)) return
  try {
    const db = new Database(file, { readonly: true })
    try {
      if (readVersion(db, file) > 0) copyPrivately(db, copy)
    } finally {
      db.close()
    }
  } catch (error) {
    throw explainStorageFailure(`the ledger ${file} cannot be copied`, error)
  }
}
