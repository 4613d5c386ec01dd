import { existsSync } from 'node:fs'
import { find } from '../../../messages/catalogue.ts'
import { BatchError, codeOf } from '../../../support/errors.ts'
import { openDatabase } from '../../../support/sqlite.ts'
import { inodeOf } from './file-identity.ts'

export interface Lock {
  /** Call it before each write: a connection without references is closed, and its lock is gone. */
  requireHeld(): void
  release(): void
}

/** Longer than any `isLocked` check keeps the lock. */
const patienceMs = 100

/**
 * Takes an exclusive SQLite lock on `<ledger>.lock`; the system releases it when the process dies. Readers of the
 * ledger are not excluded.
 * @throws BatchError `ledger` when another process holds it; `describeHolder` names that process if it can.
 */
export function acquireLock(ledgerFile: string, describeHolder: () => string | undefined): Lock {
  const db = openDatabase(`${ledgerFile}.lock`, { busyTimeoutMs: patienceMs })
  try {
    // The file is never written: no journal beside it.
    db.exec('PRAGMA journal_mode = MEMORY')
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true) throw error
    const holder = describeHolder() ?? 'another process'
    throw new BatchError('ledger', find('ledger-in-use', { file: ledgerFile, holder }))
  }
  const first = inodeOf(db.file)
  return {
    requireHeld() {
      if (inodeOf(db.file) !== first) {
        throw new BatchError('surroundings', find('ledger-unlocked', { file: db.file }))
      }
      if (!db.inTransaction) throw new BatchError('defect', `the lock of the ledger ${ledgerFile} was lost`)
    },
    release() {
      if (!db.isOpen) return
      db.exec('ROLLBACK')
      db.close()
    },
  }
}

/** Writes nothing, and does not fail a process that takes the lock at this moment. */
export function isLocked(ledgerFile: string): boolean {
  const file = `${ledgerFile}.lock`
  if (!existsSync(file)) return false
  const db = openDatabase(file, { isReadonly: true, busyTimeoutMs: 0 })
  try {
    db.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    if (codeOf(error)?.startsWith('SQLITE_BUSY') !== true) throw error
    return true
  } finally {
    db.close()
  }
}
