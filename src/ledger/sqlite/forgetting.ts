import type { Database } from '../../support/sqlite.ts'
import type { ErasingParts } from '../store/forgetting/forgetting.ts'

/**
 * Erased content may remain in free parts of pages, also from before this version, and in the log beside the file. Only
 * a rewritten file has none.
 */
export function createErasingParts(db: Database): ErasingParts {
  return {
    prepare() {
      db.pragma('secure_delete = ON')
    },
    async overwriteFreeSpace() {
      while (db.pendingTransaction !== undefined) await db.pendingTransaction
      db.pragma('secure_delete = ON')
      db.exec('VACUUM')
      return isLogFolded(db)
    },
  }
}

/** False while another process reads an older state of the file. */
function isLogFolded(db: Database): boolean {
  return db.pragma('wal_checkpoint(TRUNCATE)') === 0
}
